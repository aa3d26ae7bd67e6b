import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counterStep } from './counter-step.ts';
import { forecastOf, paceOf } from './forecast.ts';
import { PART_CATEGORIES, PODS, placeOfPart } from './part-name.ts';

describe('the name of a maintenance', () => {
  test.each([
    ['Pod 2 - Valve Top', { pod: 2, category: 'Valve Top' }],
    ['POD 5 - cap  bottom ', { pod: 5, category: 'Cap Bottom' }],
    ['Pump1 - Plunger', { pod: 1, category: 'Plunger' }],
    ['Pump 3 Plunger', undefined],
    ['XXXX3   Plunger', { pod: 3, category: 'Plunger' }],
    ['Pod 6 - Valve Top', undefined],
    ['Pod 0 - Valve Top', undefined],
    ['Pod 2 - Valve', undefined],
    ['Pod 2 - constructor', undefined],
    ['', undefined],
  ])('%j stands at %j', (name, place) => {
    expect(placeOfPart(name)).toEqual(place);
  });

  test('is known for each of the 85 parts', () => {
    const names = PODS.flatMap((pod) => PART_CATEGORIES.map((category) => ({ pod, category })));
    expect(names).toHaveLength(85);
    for (const { pod, category } of names) expect(placeOfPart(`Pod ${pod} - ${category}`)).toEqual({ pod, category });
  });
});

describe('a step of a counter', () => {
  test.each([
    [100, 112.5, 12.5],
    [100, 100, 0],
    [212, 3, 3],
    [212, 0, 0],
    [212.02, 212.01, 0],
    [300, 200, 0],
    [300, 149.9, 149.9],
  ])('from %d to %d is %d', (before, after, step) => {
    expect(counterStep(before, after)).toBe(step);
  });

  test('is never below zero', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        (a, b) => {
          expect(counterStep(a, b)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 2, 2, 8);

describe('a forecast', () => {
  test('has the mean of the rates of 7 and of 30 days', () => {
    const days = [...Array<number>(7).fill(10), ...Array<number>(23).fill(4)];
    const pace = paceOf(days);
    expect(pace.perDay7).toBe(10);
    expect(pace.perDay30).toBeCloseTo((70 + 92) / 30, 9);
    const forecast = forecastOf({ nowMs: NOW_MS, remaining: pace.perDay as number, days });
    expect(forecast).toMatchObject({ kind: 'due', dueMs: NOW_MS + DAY_MS });
  });

  test('of a steady counter has more room behind than ahead', () => {
    const forecast = forecastOf({ nowMs: NOW_MS, remaining: 92, days: Array<number>(30).fill(9.2) });
    if (forecast.kind !== 'due') throw new Error(forecast.kind);
    expect(forecast.dueMs).toBe(NOW_MS + 10 * DAY_MS);
    // It may stop, and can hardly run faster.
    expect(forecast.dueMs - forecast.earliestMs).toBeLessThan(1.5 * DAY_MS);
    expect(forecast.latestMs).toBeGreaterThan(forecast.dueMs + 2 * DAY_MS);
  });

  test.each([
    ['a counter that nobody has heard of', 50, [], 'unknown'],
    ['a counter that stands still', 50, Array<number>(30).fill(0), 'still'],
    ['what is used up', 0, Array<number>(30).fill(9), 'overdue'],
    ['what is long used up', -40, [], 'overdue'],
  ])('of %s says so', (_what, remaining, days, kind) => {
    expect(forecastOf({ nowMs: NOW_MS, remaining, days })).toEqual({ kind });
  });

  test('has its band around it, whatever the counter did', () => {
    const days = fc.array(fc.double({ min: 0, max: 24, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(days, fc.double({ min: 0.1, max: 5_000, noNaN: true }), (some, remaining) => {
        const forecast = forecastOf({ nowMs: NOW_MS, remaining, days: some });
        if (forecast.kind !== 'due') return;
        expect(forecast.earliestMs).toBeGreaterThanOrEqual(NOW_MS);
        expect(forecast.earliestMs).toBeLessThanOrEqual(forecast.dueMs);
        if (forecast.latestMs !== null) expect(forecast.latestMs).toBeGreaterThanOrEqual(forecast.dueMs);
      }),
    );
  });

  test('of a counter seen for a few days only says less', () => {
    const width = (days: number[]) => {
      const forecast = forecastOf({ nowMs: NOW_MS, remaining: 30, days });
      if (forecast.kind !== 'due') throw new Error(forecast.kind);
      return forecast.dueMs - forecast.earliestMs;
    };
    expect(width([9, 9])).toBeGreaterThan(width(Array<number>(30).fill(9)));
  });
});
