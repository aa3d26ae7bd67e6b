import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCondition } from '#expression/condition.ts';
import { DayClock } from '#expression/day-time.ts';
import { ConditionCount } from './condition-count.ts';
import { ConditionRun } from './condition-run.ts';
import { SampleWindow } from './sample-window.ts';

describe('how often a condition came true, and for how long', () => {
  const told = (
    name: 'count' | 'duration',
    seconds: number,
    moments: readonly (readonly [number, boolean | undefined])[],
  ) => {
    const counted = new ConditionCount(name, seconds);
    for (const [second, condition] of moments) counted.note(condition, second * 1_000);
    return counted.amount;
  };

  it.each([
    [[[0, true]], 0],
    [
      [
        [0, false],
        [1, true],
      ],
      1,
    ],
    [
      [
        [0, false],
        [1, true],
        [2, true],
      ],
      1,
    ],
    [
      [
        [0, false],
        [1, true],
        [2, undefined],
        [3, true],
      ],
      2,
    ],
    [
      [
        [0, false],
        [1, true],
        [2, false],
        [3, true],
        [4, false],
      ],
      2,
    ],
    [
      [
        [0, false],
        [1, true],
        [2, false],
        [60, true],
        [61.2, false],
      ],
      1,
    ],
  ] as const)('of %j it came true %d times in 60 s', (moments, times) => {
    expect(told('count', 60, moments)).toBe(times);
  });

  it.each([
    [
      [
        [0, true],
        [10, true],
      ],
      10,
    ],
    [
      [
        [0, true],
        [10, false],
        [20, true],
        [25, undefined],
        [30, true],
      ],
      15,
    ],
    [
      [
        [0, true],
        [10, false],
        [100, false],
      ],
      0,
    ],
    [
      [
        [0, true],
        [100, true],
      ],
      60,
    ],
    [
      [
        [0, true],
        [0.25, false],
        [0.5, false],
      ],
      0.25,
    ],
  ] as const)('of %j it was true for %d of 60 s', (moments, seconds) => {
    expect(told('duration', 60, moments)).toBe(seconds);
  });

  it('is nearly exact in bounded memory, and the same whenever counting began', () => {
    const gaps = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 900 }), isTrue: fc.boolean() }), {
      minLength: 100,
      maxLength: 2_000,
      size: 'max',
    });
    fc.assert(
      fc.property(gaps, fc.constantFrom('count' as const, 'duration' as const), (some, name) => {
        let timeMs = Date.UTC(2026, 0, 1);
        const moments = some.map(({ gap, isTrue }) => {
          timeMs += gap;
          return { timeMs, isTrue };
        });
        const run = (from: number) => {
          const counted = new ConditionCount(name, 20);
          for (const moment of moments) if (moment.timeMs >= from) counted.note(moment.isTrue, moment.timeMs);
          return counted.amount;
        };
        const fromMs = timeMs - 20_000;
        let exact = 0;
        for (const [i, moment] of moments.entries()) {
          const before = moments[i - 1];
          if (!before || moment.timeMs <= fromMs) continue;
          if (name === 'count') exact += moment.isTrue && !before.isTrue ? 1 : 0;
          else if (before.isTrue) exact += (moment.timeMs - Math.max(before.timeMs, fromMs)) / 1_000;
        }
        const all = run(0);
        expect(all).toBeGreaterThanOrEqual(exact - 1e-6);
        // A segment of 40 ms holds at most 40 moments.
        expect(all).toBeLessThanOrEqual(exact + (name === 'count' ? 20 : 0.0401));
        expect(run(fromMs - ConditionCount.marginMs(20) - 1_000)).toBe(all);
      }),
      { numRuns: 60 },
    );
  });
});

describe('functions over time', () => {
  const ramp = new SampleWindow(60_000, true);
  for (let second = 0; second <= 600; second++) ramp.push(1e12 + second * 1_000, 1e6 + 2 * second);
  const nowMs = 1e12 + 600_000;

  it.each([
    ['delta', 60, 120],
    ['slope', 60, 2],
    ['stddev', 60, (2 * 60) / Math.sqrt(12)],
    ['integral', 60, 60 * (1e6 + 1_139)],
  ] as const)('%s of a ramp over %d s', (name, seconds, expected) => {
    const answer = ramp.answer(name, nowMs, seconds) as number;
    expect(Math.abs(answer - expected) / Math.abs(expected)).toBeLessThan(0.002);
  });

  it('of a value that stays are nothing, and its integral is value × seconds', () => {
    const still = new SampleWindow(60_000, true);
    still.push(0, 5);
    const answers = (['delta', 'slope', 'stddev', 'integral'] as const).map((name) => still.answer(name, 100_000, 60));
    expect(answers).toEqual([0, 0, 0, 300]);
    expect(still.answer('slope', 0, 60)).toBeUndefined();
  });

  it('deviate as the values do however great they are, held until the next one', () => {
    const samples = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 900 }), value: fc.integer({ min: -9, max: 9 }) }),
      {
        minLength: 5,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(samples, fc.constantFrom(0, 1e9), (some, offset) => {
        const window = new SampleWindow(1_000_000, true);
        let timeMs = 0;
        const pieces: { ms: number; middle: number; value: number }[] = [];
        for (const [i, { gap, value }] of some.entries()) {
          window.push(timeMs, value + offset);
          const ms = some[i + 1] ? gap : 500;
          pieces.push({ ms, middle: timeMs + ms / 2, value });
          timeMs += ms;
        }
        const total = pieces.reduce((sum, { ms }) => sum + ms, 0);
        const mean = pieces.reduce((sum, { ms, value }) => sum + ms * value, 0) / total;
        const square = pieces.reduce((sum, { ms, value }) => sum + ms * (value - mean) ** 2, 0);
        const product = pieces.reduce(
          (sum, { ms, middle, value }) => sum + ms * (middle - total / 2) * (value - mean),
          0,
        );
        expect(window.answer('stddev', timeMs, 1_000)).toBeCloseTo(Math.sqrt(square / total), 4);
        expect(window.answer('slope', timeMs, 1_000)).toBeCloseTo((12_000 * product) / total ** 3, 3);
      }),
    );
  });
});

describe('the time of the day', () => {
  const at = (iso: string, from: number, to: number, zone = 'America/Chicago') =>
    new DayClock(zone).isBetween(Date.parse(iso), from, to);

  it.each([
    ['2026-01-05T11:59:59.999Z', 360, 1_080, false],
    ['2026-01-05T12:00:00Z', 360, 1_080, true],
    ['2026-01-05T23:59:59.999Z', 360, 1_080, true],
    ['2026-01-06T00:00:00Z', 360, 1_080, false],
    ['2026-01-06T05:00:00Z', 1_320, 360, true],
    ['2026-01-06T11:59:00Z', 1_320, 360, true],
    ['2026-01-06T12:00:00Z', 1_320, 360, false],
    ['2026-07-06T11:00:00Z', 360, 1_080, true],
    // 2026-03-08: the clock goes from 02:00 to 03:00, so half past two is never shown.
    ['2026-03-08T07:59:59Z', 120, 210, false],
    ['2026-03-08T08:00:00Z', 120, 210, true],
    ['2026-03-08T08:30:00Z', 120, 210, false],
    // 2026-11-01: the hour from 01:00 is shown twice.
    ['2026-11-01T06:30:00Z', 60, 120, true],
    ['2026-11-01T07:30:00Z', 60, 120, true],
    ['2026-11-01T08:00:00Z', 60, 120, false],
  ])('%s is between %d and %d minutes: %s', (iso, from, to, isBetween) => {
    expect(at(iso, from, to)).toBe(isBetween);
  });

  it('follows its own zone, half hours ahead included', () => {
    expect(at('2026-01-05T00:30:00Z', 360, 420, 'Asia/Kolkata')).toBe(true);
    expect(at('2026-01-05T00:29:59Z', 360, 420, 'Asia/Kolkata')).toBe(false);
  });
});

describe('a condition with memory', () => {
  it('knows the value before the current one, whatever it was; one of the same time takes its place', () => {
    const run = new ConditionRun(compileCondition('_State <> previous(_State)'));
    run.set(0, 0, 'off');
    expect(run.evaluate(0, 0)).toBeUndefined();
    run.set(0, 1, 'on');
    expect(run.evaluate(1, 0)).toBe(true);
    run.set(0, 1, 'off');
    expect(run.evaluate(1, 0)).toBe(false);
    run.set(0, 2, 7);
    expect(run.evaluate(2, 0)).toBe(true);
  });

  it.each([
    '_a > 5 or count(_b > 1, 60) > 0',
    'count(_b > 1, 60) > 0 or _a > 5',
    'avg(_a, 60) > 1e9 or count(_b > 1, 60) > 0',
    'not (_a <= 5 and count(_b > 1, 60) = 0)',
  ])('counts what comes while something else decides: %s', (text) => {
    const run = new ConditionRun(compileCondition(text));
    const told = [
      [9, 0],
      [9, 2],
      [0, 0],
    ].map(([a = 0, b = 0], second) => {
      run.set(run.compiled.variables.indexOf('_a'), second * 1_000, a);
      run.set(run.compiled.variables.indexOf('_b'), second * 1_000, b);
      return run.evaluate(second * 1_000, 0);
    });
    expect(told.at(-1)).toBe(true);
  });

  it('counts without a band, and shows what it counted', () => {
    const run = new ConditionRun(compileCondition('count(_A > 5, 60) >= 2'));
    const seen = [1, 9, 1, 9].map((value, second) => {
      run.set(0, second * 1_000, value);
      return run.evaluate(second * 1_000, 0);
    });
    expect(seen).toEqual([false, false, false, true]);
    expect(run.cause().text).toBe('count(_A > 5, 60) >= 2 (count(_A > 5, 60) = 2, _A = 9)');
  });

  it('reads attributes, other alarms and the clock of the asset', () => {
    const run = new ConditionRun(
      compileCondition('_A > attribute("limit") and alarm("Trip") and daytime("06:00", "07:00")'),
      {
        attribute: (name) => (name === 'limit' ? 5 : undefined),
        alarm: (name) => name === 'Trip',
        zone: 'Asia/Kolkata',
      },
    );
    run.set(0, 0, 6);
    expect(run.evaluate(Date.parse('2026-01-05T00:30:00Z'), 0)).toBe(true);
    expect(run.evaluate(Date.parse('2026-01-05T01:30:00Z'), 0)).toBe(false);
  });
});
