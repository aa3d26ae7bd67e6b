import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlarmRun } from '../alarm-run.ts';
import { blankDefinition } from '../asked-alarms.ts';

const EXPRESSIONS = [
  'avg(_A, 60) > 3 and _B > 4',
  'min(_A, 600) > 1 or max(_B, 30) <= 2',
  'not (avg(_A, 7) < 4) and _B < 8',
  'count(_A > 4, 300) > 2 and _B > 4',
  'count(_A > 4, 7) = 1',
  'duration(_A > 4, 60) >= 20 or _B = 9',
  'duration(_A > 4 and _B > 2, 3600) < 600',
  'held(_A > 4, 90) and _B > 1',
  'held(avg(_A, 30) > 3, 45) or held(_B > 6, 5)',
  'count(held(_A > 4, 20), 900) >= 1 and _B > 4',
  'age(_A) > 40 and _B > 4',
  'if(_B > 4, avg(_A, 60), _B) > 3',
  'avg(_A, 60) > avg(_A, 600)',
  'stddev(_A, 120) > 2 and _B > 4',
  'stddev(_A, 900) >= 2.5 or not (stddev(_B, 60) > 1)',
  'avg(_A, 3600) > 4.5',
  'avg(_A, 600) <= 4 and avg(_B, 60) > 4',
  'delta(_A, 120) > 2 or previous(_B) > 7',
  'daytime("00:10", "00:20") and _A > 2',
  'integral(_A, 60) > 200 xor _B > 4',
  'integral(_A, 900) > 4000 or integral(_B, 60) <= 120',
  'delta(_A, 300) > 4 and not (delta(_B, 20) < -2)',
  'rate(_A, 60) > 0.05 or rate(_B, 600) <= -0.004',
  'delta(_A, 20) > 0 or delta(_B, 2) < -3',
  'rate(_A, 900) < -0.002 or delta(_B, 3600) > 4',
  'delta(_A, 1) = 0 and rate(_B, 30) >= 0',
  'integral(_A, 3600) > 15000 and daytime("22:20", "23:10")',
  'slope(_A, 600) > 0.004 and slope(_B, 60) < 0.1',
  'age(_A) >= 90 or age(_B) < 12.5',
  'not (age(_A) > 300) and daytime("00:05", "23:59", "Asia/Kolkata")',
  'daytime("22:13", "22:20", "UTC") or daytime("23:20", "00:01", "Europe/Oslo")',
];

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
