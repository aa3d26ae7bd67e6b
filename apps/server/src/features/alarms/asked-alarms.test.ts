import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import { blankDefinition, faultOfAsking } from './asked-alarms.ts';

const storedText = (expression: string) => JSON.stringify({ expression, variables: [] });

const definitions = (expressions: Record<string, string>): AlarmDefinitionRecord[] =>
  Object.entries(expressions).map(([name, expression], i) => ({
    ...blankDefinition(),
    alarmDefinitionId: (i + 1) as AlarmDefinitionId,
    name: name.replace(/\d$/, ''),
    flee: storedText(expression),
  }));

it.each<[Record<string, string>, number | undefined, string | undefined]>([
  [{ A: '1 > 2', B: 'alarm("a") and alarm("A")' }, undefined, undefined],
  [{ A: '1 > 2', B: 'alarm("A")', C: 'alarm("A") or alarm("B")' }, undefined, undefined],
  [{ A: '1 > 2 or alarm("A")' }, 9, 'an alarm cannot ask for itself'],
  [{ A: 'alarm("B")', B: 'alarm("C")', C: 'not alarm("A")' }, 0, '"B" asks for "C" asks for "A"'],
  [{ A: 'true and alarm("Z")' }, 9, 'there is no alarm "Z" of this asset definition'],
  [{ A1: '1 > 2', A2: '1 > 3', B: 'alarm("A")' }, 0, '"A" may be any of several alarms'],
  [{ A: 'alarm(', B: '1 > 2' }, undefined, undefined],
])('%j: at %s, %s', (expressions, position, reason) => {
  const fault = faultOfAsking(definitions(expressions), []);
  expect(fault?.position).toBe(position);
  if (reason) expect(fault?.reason).toContain(reason);
});

it('asks for at most 20 others, over however many ways', () => {
  const chain = (count: number) =>
    definitions(
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => {
          const next = [i + 1, i + 2].filter((one) => one < count).map((one) => `alarm("n${one}x")`);
          return [`n${i}x`, ['1 > 2', ...next].join(' or ')];
        }),
      ),
    );
  expect(faultOfAsking(chain(21), [])).toBeUndefined();
  expect(faultOfAsking(chain(22), [])?.reason).toBe('an alarm asks for at most 20 others');
});

it('finds the circle that only the override of one asset makes', () => {
  const all = definitions({ A: '1 > 2', B: 'alarm("A")' });
  const override = (overrideMethod: 0 | 1 | 2) => ({
    assetId: 7 as AssetId,
    alarmDefinitionId: 1 as AlarmDefinitionId,
    overrideMethod,
    expression: storedText('alarm("B")'),
  });
  expect(faultOfAsking(all, [override(0)])).toBeUndefined();
  for (const method of [1, 2] as const) {
    expect(faultOfAsking(all, [override(method)])?.reason).toContain('in a circle');
  }
});
