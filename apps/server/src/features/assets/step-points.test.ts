import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOfStates, lastPerStep, type StepGrid, stepTime } from './step-points.ts';

const grid: StepGrid = { fromMs: 1_000, stepMs: 100, count: 10 };

function series(times: readonly number[]) {
  return {
    timesMs: Float64Array.from(times),
    values: times.map((time) => (time % 3 === 0 ? `text ${time}` : time)),
    qualities: Uint8Array.from(times, (time) => time % 256),
  };
}

describe('points per step', () => {
  it('keep the last of each step, and a point at a step’s own moment in it', () => {
    const { times } = lastPerStep(series([900, 1_000, 1_001, 1_050, 1_100, 1_101, 1_350, 2_000]), grid);
    expect(times).toEqual([1_100, 1_101, 1_350, 2_000]);
  });

  it('say null for what is no number', () => {
    const points = { timesMs: Float64Array.of(1_050), values: [Number.NaN], qualities: Uint8Array.of(192) };
    expect(lastPerStep(points, grid)).toEqual({ times: [1_050], values: [null], qualities: [192] });
  });

  it('are the same read as points or asked for at each step', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 500, max: 2_000 }), { maxLength: 60 }), (unsorted) => {
        const points = series(unsorted.toSorted((a, b) => a - b));
        const states = Array.from({ length: grid.count }, (_, index) => {
          const at = points.timesMs.findLastIndex((time) => time <= stepTime(grid, index + 1));
          if (at < 0) return undefined;
          const timeMs = points.timesMs[at] ?? 0;
          return { key: 1, timeMs, value: points.values[at] ?? 0, quality: points.qualities[at] ?? 0 };
        });
        expect(changesOfStates(states, grid.fromMs)).toEqual(lastPerStep(points, grid));
      }),
    );
  });
});
