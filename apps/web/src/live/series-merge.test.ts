import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnarAnswer, SeriesMerge } from './series-merge.ts';

const RAW = { threshold: -1, maxCells: 1_000_000 };

function answer(times: number[], ...columns: (number | null)[][]): ColumnarAnswer {
  return { times, columns };
}

function live(merge: SeriesMerge, ...points: [column: number, time: number, value: number | null][]): void {
  merge.live(points.map(([column, time, value]) => ({ column, time, value })));
}

describe('history and live points', () => {
  test('live points follow history, rows are shared, other series have no point there', () => {
    const merge = new SeriesMerge(2, RAW);
    merge.load(answer([1, 2], [10, 11], [20, null]), merge.mark);
    live(merge, [0, 3, 12], [1, 3, 22], [1, 4, 23]);
    expect(merge.snapshot()).toEqual({
      times: [1, 2, 3, 4],
      columns: [
        [10, 11, 12, null],
        [20, null, 22, 23],
      ],
    });
  });

  test('a point that arrives late in the stream finds its place', () => {
    const merge = new SeriesMerge(1, RAW);
    live(merge, [0, 5, 50], [0, 3, 30], [0, 4, 40]);
    expect(merge.snapshot()).toEqual({ times: [3, 4, 5], columns: [[30, 40, 50]] });
  });

  test('the later of two values for one moment stays', () => {
    const merge = new SeriesMerge(1, RAW);
    merge.load(answer([5], [1]), merge.mark);
    live(merge, [0, 5, 2]);
    expect(merge.snapshot().columns).toEqual([[2]]);
  });

  test('NaN is a gap, not a zero', () => {
    const merge = new SeriesMerge(1, RAW);
    live(merge, [0, 1, 7], [0, 2, null], [0, 3, 8]);
    expect(merge.snapshot().columns).toEqual([[7, null, 8]]);
  });

  test('a snapshot does not change when more points come', () => {
    const merge = new SeriesMerge(1, RAW);
    live(merge, [0, 1, 7]);
    const before = merge.snapshot();
    live(merge, [0, 2, 8]);
    expect(before.times).toEqual([1]);
  });
});

describe('confirming the tail', () => {
  test('points that never arrived live appear, and live ones that were not stored disappear', () => {
    const merge = new SeriesMerge(1, RAW);
    merge.load(answer([1], [10]), merge.mark);
    live(merge, [0, 3, 30]);
    expect(merge.tailFrom).toBe(1);
    merge.confirm(1, answer([1, 2, 4], [10, 20, 40]), merge.mark);
    expect(merge.snapshot()).toEqual({ times: [1, 2, 4], columns: [[10, 20, 40]] });
  });

  test('points that arrived while the question was on its way stay', () => {
    const merge = new SeriesMerge(1, RAW);
    merge.load(answer([1], [10]), merge.mark);
    const mark = merge.mark;
    live(merge, [0, 2, 20]);
    merge.confirm(1, answer([1], [10]), mark);
    expect(merge.snapshot().times).toEqual([1, 2]);
    expect(merge.tailFrom).toBe(1);
  });

  test('the question reaches back to the last confirmed point of each series that moved', () => {
    const merge = new SeriesMerge(3, RAW);
    merge.load(answer([1, 5, 9], [1, null, null], [null, 5, null], [null, null, 9]), merge.mark);
    expect(merge.tailFrom).toBe(9);
    live(merge, [1, 10, 50]);
    expect(merge.tailFrom).toBe(5);
    live(merge, [0, 10, 50]);
    expect(merge.tailFrom).toBe(1);
  });

  test('a series that has no confirmed point yet asks for the whole window', () => {
    const merge = new SeriesMerge(2, RAW);
    merge.load(answer([1], [1], [null]), merge.mark);
    live(merge, [1, 2, 5]);
    expect(merge.tailFrom).toBeUndefined();
  });

  test('with buckets the line still ends at the newest value', () => {
    const merge = new SeriesMerge(1, { threshold: 10, maxCells: 1_000 });
    merge.load(answer([1], [10]), merge.mark);
    live(merge, [0, 2, 99], [0, 3, 5], [0, 4, 50]);
    merge.confirm(1, answer([1, 2, 3], [10, 99, 5]), merge.mark);
    expect(merge.snapshot()).toEqual({ times: [1, 2, 3, 4], columns: [[10, 99, 5, 50]] });
    merge.confirm(3, answer([3, 6], [5, 60]), merge.mark);
    expect(merge.snapshot().times).toEqual([1, 2, 3, 6]);
  });

  test('a tail that began after the confirmed part of a series does not confirm what lies between', () => {
    const merge = new SeriesMerge(2, RAW);
    merge.load(answer([1, 9], [10, 90], [1, null]), merge.mark);
    // Nothing is pending: the tail is asked from the newest of all. A point of the second series at 5 was never heard of.
    merge.confirm(9, answer([9], [90], [2]), merge.mark);
    live(merge, [1, 9, 2]);
    expect(merge.tailFrom).toBe(1);
  });
});

describe('bounds', () => {
  test('more than fits drops the oldest, and counts what is lost', () => {
    const merge = new SeriesMerge(2, { threshold: -1, maxCells: 200 });
    for (let time = 0; time < 150; time++) live(merge, [0, time, time], [1, time, time]);
    const { times } = merge.snapshot();
    expect(times.length).toBeLessThanOrEqual(100);
    expect(times.at(-1)).toBe(149);
    expect(merge.droppedSamples).toBe(2 * (150 - times.length));
  });

  test('so many live points on top of buckets that they should be asked for anew are told', () => {
    const merge = new SeriesMerge(1, { threshold: 10, maxCells: 1_000_000 });
    merge.load(answer([0], [0]), merge.mark);
    for (let time = 1; time <= 1_000; time++) live(merge, [0, time, time]);
    expect(merge.isCrowded).toBe(false);
    live(merge, [0, 2_000, 1]);
    expect(merge.isCrowded).toBe(true);
    merge.load(answer([0, 2_000], [0, 1]), merge.mark);
    expect(merge.isCrowded).toBe(false);
  });

  test('what leaves the window is forgotten', () => {
    const merge = new SeriesMerge(1, RAW);
    live(merge, [0, 1, 1], [0, 2, 2], [0, 3, 3]);
    merge.trimBefore(2);
    expect(merge.snapshot()).toEqual({ times: [2, 3], columns: [[2, 3]] });
    expect(merge.tailFrom).toBeUndefined();
  });

  test('times are ascending and unique whatever comes', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 40 }), fc.integer());
    fc.assert(
      fc.property(fc.array(fc.array(point, { maxLength: 5 }), { maxLength: 20 }), (batches) => {
        const merge = new SeriesMerge(3, { threshold: -1, maxCells: 60 });
        for (const batch of batches) live(merge, ...batch);
        const { times, columns } = merge.snapshot();
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        for (const values of columns) expect(values).toHaveLength(times.length);
      }),
    );
  });
});
