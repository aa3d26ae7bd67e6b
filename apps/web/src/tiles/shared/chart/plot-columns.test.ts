import { findGaps } from '@telltale/domain';
import { expect, test } from 'vitest';
import type { SeriesSpec } from './chart-spec.ts';
import { lastValue, lonelyRows, nearestRow, plotColumns } from './plot-columns.ts';

const spec: SeriesSpec = { label: 'a', unit: '', colour: '#000', fill: null, line: 'solid', smooth: 1, axis: 0 };

test('a row that belongs to another series breaks no line', () => {
  const { data } = plotColumns(
    {
      times: [1, 2, 3],
      columns: [
        [1, null, 3],
        [null, 5, null],
      ],
    },
    [spec, spec],
  );
  expect(data).toEqual([
    [1, 2, 3],
    [1, undefined, 3],
    [undefined, 5, undefined],
  ]);
});

test('the frame itself is left as it was', () => {
  const frame = { times: [1, 2], columns: [[1, null]] };
  plotColumns(frame, [{ ...spec, smooth: 5 }]);
  expect(frame.columns).toEqual([[1, null]]);
});

test('smoothing takes the mean of the samples before', () => {
  const { data } = plotColumns({ times: [1, 2, 3, 4], columns: [[2, 4, 6, 8]] }, [{ ...spec, smooth: 2 }]);
  expect(data[1]).toEqual([2, 3, 5, 7]);
});

test('a step holds its value: it has no gaps', () => {
  const times = Array.from({ length: 40 }, (_, row) => (row < 30 ? row : row + 500));
  const frame = { times, columns: [times.map(() => 1)] };
  expect(plotColumns(frame, [{ ...spec, line: 'step' }]).gaps).toEqual([[]]);
  expect(plotColumns(frame, [spec]).gaps).toEqual([[[29, 30]]]);
});

test('a frame with fewer columns than series is drawn as far as it goes', () => {
  expect(plotColumns({ times: [1], columns: [] }, [spec]).data).toEqual([[1], [undefined]]);
});

test('points that stand alone between two gaps are found, at the ends too', () => {
  const times = [0, 100, 101, 102, 200, 300, 301, 400];
  const column = times.map(() => 1);
  expect(lonelyRows(column, findGaps(times, column, 10))).toEqual([0, 4, 7]);
  expect(lonelyRows([1, 1, 1], [])).toEqual([]);
});

test('the last value skips rows of other series', () => {
  expect(lastValue([1, 2, undefined])).toBe(2);
  expect(lastValue([undefined])).toBeNull();
  expect(lastValue(undefined)).toBeNull();
});

test('the crosshair shows the nearest point of each series within its reach', () => {
  const times = [0, 10, 20, 30];
  const column = [1, undefined, undefined, 4];
  expect(nearestRow(times, column, 1, 10, 15)).toBe(0);
  expect(nearestRow(times, column, 2, 20, 15)).toBe(3);
  expect(nearestRow(times, column, 1, 10, 5)).toBeNull();
  expect(nearestRow(times, [undefined], 0, 0, 100)).toBeNull();
});
