import { expect, test } from 'vitest';
import type { Cell, QueryResult } from '#sqlite/messages.ts';
import { sortRows } from '#ui/table/table-column.ts';
import { barData, lineData, slicesOf } from './chart-data.ts';
import { csvOf, jsonOf } from './export-result.ts';
import { resultColumns } from './result-columns.tsx';
import { rowsForTransform, tableOfTransform } from './transform-rows.ts';

/** Columns by name; those of numbers as the worker hands them over. */
function aResult(columns: Readonly<Record<string, readonly Cell[] | Float64Array>>): QueryResult {
  const values = Object.values(columns);
  return { names: Object.keys(columns), columns: values, rows: values[0]?.length ?? 0, cut: undefined, elapsedMs: 1 };
}
const numbers = (...values: number[]) => Float64Array.from(values);

test.each([
  ['epoch seconds', numbers(1600000000, 1600000060), [1600000000, 1600000060]],
  ['epoch milliseconds', numbers(1600000000000, 1600000060250), [1600000000, 1600000060.25]],
  ['ISO texts, which are UTC', ['2020-09-13 12:26:40', '2020-09-13T12:27:40Z'], [1600000000, 1600000060]],
])('lines stand over times: %s', (_kind, times, seconds) => {
  const data = lineData(aResult({ t: times, a: numbers(1, 2) }));
  expect([data?.isTime, [...(data?.xs ?? [])]]).toEqual([true, seconds]);
});

test('lines go by the first column in ascending order, or by the row where it is no place', () => {
  const sorted = lineData(aResult({ depth: numbers(30, 10, 20), a: numbers(3, 1, Number.NaN) }));
  expect([...(sorted?.xs ?? [])]).toEqual([10, 20, 30]);
  expect([...(sorted?.series[0]?.values ?? [])]).toEqual([1, Number.NaN, 3]);
  const byRow = lineData(aResult({ name: ['b', 'a'], a: numbers(5, 6), b: ['x', 'y'] }));
  expect([byRow?.xName, [...(byRow?.xs ?? [])], byRow?.series.map(({ name }) => name)]).toEqual(['Row', [1, 2], ['a']]);
  expect(lineData(aResult({ name: ['a'], word: ['b'] }))).toBeUndefined();
});

test('bars are named by the first column; slices are the largest and the rest', () => {
  const bars = barData(aResult({ name: ['a', null, 'c', 'd'], n: numbers(1, 6, Number.NaN, 3) }), 10);
  expect(bars?.rows.map(({ name }) => name)).toEqual(['a', 'NULL', 'c', 'd']);
  expect(barData(aResult({ n: numbers(1, 2, 3) }), 2)).toMatchObject({ series: ['n'], more: 1 });
  const slices = slicesOf(bars ?? { series: [], rows: [], more: 0 }, 1);
  expect(slices).toEqual([
    { name: 'NULL', value: 6, start: 0, share: 0.6 },
    { name: 'Other', value: 4, start: 0.6, share: 0.4 },
  ]);
});

test('exports keep every value: beyond 2^53, bytes, NULL, formulas, names that occur twice', () => {
  const result = {
    ...aResult({ a: [9007199254740993n, '=SUM(A1:A9)'], x: [Uint8Array.of(0, 255), null], n: numbers(1.5, -2) }),
    names: ['a', 'a', 'n'],
  };
  expect(csvOf(result).join('')).toBe(`\ufeffa,a,n\r\n9007199254740993,00ff,1.5\r\n'=SUM(A1:A9),,-2\r\n`);
  expect(JSON.parse(jsonOf(result).join(''))).toEqual([
    { a: '9007199254740993', 'a 2': '00ff', n: 1.5 },
    { a: '=SUM(A1:A9)', 'a 2': null, n: -2 },
  ]);
  expect(JSON.parse(jsonOf(aResult({ n: numbers(Number.POSITIVE_INFINITY) })).join(''))).toEqual([{ n: 'Infinity' }]);
  expect(JSON.parse(jsonOf(aResult({ n: numbers() })).join(''))).toEqual([]);
});

test('a transform is given plain rows, and may give rows or values', () => {
  expect(rowsForTransform(aResult({ a: numbers(1, Number.NaN), b: [7n, Uint8Array.of(1)] }))).toEqual([
    { a: 1, b: '7' },
    { a: null, b: '01' },
  ]);
  const table = tableOfTransform([{ a: 1 }, { b: ['x'] }, 3], 5);
  expect(table).toMatchObject({ names: ['a', 'b', 'value'], rows: 3 });
  expect(table.columns[1]).toEqual([null, '["x"]', null]);
  expect([...(table.columns[2] ?? [])]).toEqual([Number.NaN, Number.NaN, 3]);
  expect(() => tableOfTransform({ a: 1 }, 5)).toThrow('has to give an array of rows');
  expect(tableOfTransform(JSON.parse('[{"__proto__":1}]'), 5).names).toEqual(['__proto__']);
});

test('rows are sorted by kind and value, NULL last in either direction', () => {
  const mixed: Cell[] = [null, 'b', 10n ** 18n, 2, 'a', Uint8Array.of(1), ''];
  const result = aResult({ mixed });
  const columns = resultColumns(result);
  const inOrder = (direction: 'asc' | 'desc') =>
    sortRows([0, 1, 2, 3, 4, 5, 6], columns, { column: 'mixed', direction });
  expect(inOrder('asc')).toEqual([3, 2, 6, 4, 1, 5, 0]);
  expect(inOrder('desc')).toEqual([5, 1, 4, 6, 2, 3, 0]);
});

test('columns of one name are told apart in tables, charts and transforms, so that none is lost', () => {
  const result = { ...aResult({ a: numbers(1), b: numbers(2), c: numbers(3) }), names: ['a', 'a', 'a 2'] };
  expect(rowsForTransform(result)).toEqual([{ a: 1, 'a 3': 2, 'a 2': 3 }]);
  expect(resultColumns(result).map(({ id, header }) => [id, header])).toEqual([
    ['a', 'a'],
    ['a 3', 'a'],
    ['a 2', 'a 2'],
  ]);
});
