import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCondition } from '#expression/condition.ts';
import { ConditionRun } from './condition-run.ts';
import { DelayedCondition } from './delayed-condition.ts';
import { SampleWindow } from './sample-window.ts';

describe('the samples of the last seconds', () => {
  const window = new SampleWindow(60_000);
  for (const [second, value] of [
    [0, 10],
    [30, 20],
    [40, 40],
    [100, 0],
  ] as const) {
    window.push(second * 1_000, value);
  }

  it.each([
    ['avg', 100, 60, 40],
    ['avg', 130, 60, 20],
    ['avg', 400, 60, 0],
    ['max', 100, 60, 40],
    ['max', 160, 60, 0],
    ['min', 100, 60, 0],
    ['min', 99, 59, 0],
    ['rate', 130, 30, 0],
    ['rate', 130, 60, -40 / 60],
  ] as const)('%s at %d s over %d s is %d', (name, now, seconds, expected) => {
    expect(window.answer(name, now * 1_000, seconds)).toBeCloseTo(expected, 9);
  });

  it('cannot be told before the first one, and a rate not before the second', () => {
    const empty = new SampleWindow(1_000);
    expect(empty.answer('avg', 0, 1)).toBeUndefined();
    empty.push(5, 1);
    empty.push(6, Number.NaN);
    expect(empty.answer('avg', 5, 1)).toBe(1);
    expect(empty.answer('rate', 5, 1)).toBeUndefined();
  });

  it('are kept in bounded memory with their mean nearly exact and no peak lost', () => {
    const steps = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 300 }), value: fc.integer({ min: -9, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 3_000,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(steps, (some) => {
        const spanMs = 60_000;
        const bounded = new SampleWindow(spanMs);
        const all: { timeMs: number; value: number }[] = [];
        let timeMs = 0;
        for (const { gap, value } of some) {
          timeMs += gap;
          all.push({ timeMs, value });
          bounded.push(timeMs, value);
        }
        const fromMs = Math.max(timeMs - spanMs, all[0]?.timeMs ?? 0);
        let area = 0;
        for (const [i, { timeMs: start, value }] of all.entries()) {
          const end = all[i + 1]?.timeMs ?? timeMs;
          area += value * Math.max(0, end - Math.max(start, fromMs));
        }
        const mean = timeMs > fromMs ? area / (timeMs - fromMs) : (all.at(-1)?.value as number);
        const inside = all.filter((sample) => sample.timeMs >= fromMs).map(({ value }) => value);
        expect(Math.abs((bounded.answer('avg', timeMs, 60) as number) - mean)).toBeLessThan(0.05);
        expect(bounded.answer('max', timeMs, 60)).toBeGreaterThanOrEqual(Math.max(...inside));
        expect(bounded.answer('min', timeMs, 60)).toBeLessThanOrEqual(Math.min(...inside));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a delayed condition', () => {
  it('counts only after its delay, from the end of the delay on, however late that is noticed', () => {
    const delayed = new DelayedCondition({ onDelayMs: 5_000, offDelayMs: 3_000 });
    expect(delayed.update(true, 0)).toEqual([]);
    expect(delayed.isPending).toBe(true);
    expect(delayed.update(false, 4_999)).toEqual([]);
    expect(delayed.update(true, 10_000)).toEqual([]);
    expect(delayed.update(true, 17_000)).toEqual([{ active: true, atMs: 15_000 }]);
    expect(delayed.update(false, 20_000)).toEqual([]);
    expect(delayed.update(undefined, 22_000)).toEqual([]);
    expect(delayed.update(true, 24_000)).toEqual([{ active: false, atMs: 23_000 }]);
    expect(delayed.isPending).toBe(true);
  });

  it('without delays follows at once', () => {
    const delayed = new DelayedCondition({ onDelayMs: 0, offDelayMs: 0 });
    expect(delayed.update(true, 1)).toEqual([{ active: true, atMs: 1 }]);
    expect(delayed.update(true, 2)).toEqual([]);
    expect(delayed.update(undefined, 3)).toEqual([]);
    expect(delayed.update(false, 4)).toEqual([{ active: false, atMs: 4 }]);
  });
});

describe('a condition that runs', () => {
  it('knows what made it true', () => {
    const run = new ConditionRun(compileCondition('_Pressure > 100 and _State = "on"'));
    run.set(0, 0, 104.2);
    run.set(1, 0, 'on');
    expect(run.evaluate(0, 0)).toBe(true);
    expect(run.cause().text).toBe('_Pressure > 100 and _State = "on" (_Pressure = 104.2, _State = "on")');
  });

  it('tells the age of a value and whether something was held', () => {
    const old = new ConditionRun(compileCondition('age(_A) > 10'));
    old.set(0, 0, 1);
    expect(old.evaluate(10_000, 0)).toBe(false);
    expect(old.evaluate(10_001, 0)).toBe(true);
    const held = new ConditionRun(compileCondition('held(_A > 5, 10)'));
    held.set(0, 0, 6);
    expect(held.evaluate(0, 0)).toBe(false);
    expect(held.evaluate(10_000, 0)).toBe(true);
    held.set(0, 11_000, 4);
    expect(held.evaluate(11_000, 0)).toBe(false);
    held.set(0, 12_000, 6);
    expect(held.evaluate(21_000, 0)).toBe(false);
  });
});
