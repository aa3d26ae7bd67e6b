import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlarmRun } from '../alarm-run.ts';
import { blankDefinition } from '../asked-alarms.ts';
import { EXPRESSIONS } from './testing/left-out.ts';

const step = fc.record({
  gapMs: fc.oneof(
    fc.integer({ min: 1, max: 3_000 }),
    fc.integer({ min: 2, max: 40 }).map((tenths) => tenths * 1_000),
    fc.integer({ min: 100_000, max: 1_500_000 }),
  ),
  place: fc.constantFrom(0, 1),
  value: fc.integer({ min: 0, max: 9 }),
});

function aRun(expression: string, rule: { onDelay: number; offDelay: number; deadband: number }) {
  const compiled = compileCondition(expression);
  let looks = 0;
  const counted = {
    ...compiled,
    evaluate: (...given: Parameters<typeof compiled.evaluate>) => {
      looks++;
      return compiled.evaluate(...given);
    },
  };
  const dataItemIds = compiled.variables.map((_, place) => place as DataItemId);
  const own = { compiled: counted, dataItemIds };
  const definition = { ...blankDefinition(1 as AssetDefinitionId), ...rule };
  const run = new AlarmRun(1 as AssetId, definition, { own, override: undefined, method: 0 }, false);
  const set = (variable: '_A' | '_B', timeMs: number, value: number) => {
    const place = compiled.variables.indexOf(variable);
    if (place >= 0) run.targets[place]?.run.set(place, timeMs, value);
  };
  return { run, set, looks: () => looks };
}

describe('an alarm that leaves out seconds in which nothing can change', () => {
  it.each(EXPRESSIONS)('comes to the same as one that is looked at each second: %s', (expression) => {
    const rule = fc.record({
      onDelay: fc.constantFrom(0, 0, 3),
      offDelay: fc.constantFrom(0, 0, 12),
      deadband: fc.constantFrom(0, 0, 1.5),
    });
    fc.assert(
      fc.property(rule, fc.array(step, { minLength: 1, maxLength: 40 }), (given, steps) => {
        const [quick, plain] = [aRun(expression, given), aRun(expression, given)];
        const [told, expected]: [Flank[], Flank[]] = [[], []];
        let timeMs = 1_700_000_000_000;
        let lastMs = timeMs;
        told.push(...quick.run.update(timeMs));
        expected.push(...plain.run.update(timeMs));
        for (const { gapMs, place, value } of steps) {
          timeMs += gapMs;
          told.push(...quick.run.passUntil(timeMs));
          const firstMs = (Math.floor(lastMs / 1_000) + 1) * 1_000;
          for (let at = firstMs; at < timeMs && plain.run.dependsOnTime; at += 1_000)
            expected.push(...plain.run.update(at));
          lastMs = timeMs;
          for (const [{ run, set }, flanks] of [
            [quick, told],
            [plain, expected],
          ] as const) {
            set(place === 0 ? '_A' : '_B', timeMs, value);
            flanks.push(...run.update(timeMs));
          }
        }
        expect(told).toEqual(expected);
        expect(quick.run.isActive).toBe(plain.run.isActive);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    'avg(_A, 60) > 80 and count(_B > 5, 3600) < 3',
    'delta(_A, 60) > 7 or rate(_A, 60) < -2',
    'slope(_A, 3600) > 0.1 or integral(_A, 60) > 500',
    'age(_A) > 60 or age(_B) > 60',
    '_B < 0 or daytime("03:00", "04:00")',
  ])('is looked at seldom while values keep far from the limit: %s', (expression) => {
    const { run, set, looks } = aRun(expression, {
      onDelay: 0,
      offDelay: 0,
      deadband: 0,
    });
    const beganMs = 1_700_000_000_000;
    run.update(beganMs);
    for (let n = 0; n < 1_000; n++) {
      const timeMs = beganMs + n * 10_000;
      run.passUntil(timeMs);
      set('_A', timeMs, n % 7);
      set('_B', timeMs, n % 9);
      run.update(timeMs);
    }
    expect(looks()).toBeLessThan(1_100);
  });
});
