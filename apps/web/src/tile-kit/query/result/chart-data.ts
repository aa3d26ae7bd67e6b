import { type ColumnValues, cellAt, type QueryResult } from '#sqlite/messages.ts';
import { cellText } from './cell-text.ts';

/** Lines, or bars of one group, that can be told apart. */
const MOST_SERIES = 8;
/** Letters of a name beside a bar or a slice. */
const MOST_NAME = 300;
/** 1973 to 5138 in seconds; the same in milliseconds. */
const SECONDS = [1e8, 1e11] as const;
const MILLISECONDS = [1e11, 1e14] as const;
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

export interface LineData {
  /** Ascending; epoch seconds when `isTime`. */
  readonly xs: Float64Array;
  readonly xName: string;
  readonly isTime: boolean;
  readonly series: readonly { readonly name: string; readonly values: Float64Array }[];
}

const isNumbers = (values: ColumnValues): values is Float64Array => values instanceof Float64Array;

/** What a line chart draws: the first column goes to the right, the numbers of the others are lines. Undefined: nothing. */
export function lineData({ names, columns, rows }: QueryResult): LineData | undefined {
  const numbers = columns.flatMap((values, column) =>
    isNumbers(values) && values.some((value) => !Number.isNaN(value)) ? [{ column, values }] : [],
  );
  const across = columns.length > 1 ? placesOf(columns[0] ?? [], rows) : undefined;
  const drawn = numbers.filter(({ column }) => across === undefined || column > 0).slice(0, MOST_SERIES);
  if (drawn.length === 0) return undefined;
  const { xs, isTime } = across ?? { xs: Float64Array.from({ length: rows }, (_, row) => row + 1), isTime: false };
  const order = orderOf(xs);
  const inOrder = (values: Float64Array) =>
    order === undefined ? values : Float64Array.from(order, (row) => values[row] ?? Number.NaN);
  return {
    xs: inOrder(xs),
    xName: across === undefined ? 'Row' : (names[0] ?? ''),
    isTime,
    series: drawn.map(({ column, values }) => ({ name: names[column] ?? '', values: inOrder(values) })),
  };
}

function placesOf(values: ColumnValues, rows: number): { xs: Float64Array; isTime: boolean } | undefined {
  if (isNumbers(values)) {
    const within = ([from, to]: readonly [number, number]) => values.every((value) => value >= from && value < to);
    if (within(SECONDS)) return { xs: values, isTime: true };
    if (within(MILLISECONDS)) return { xs: values.map((value) => value / 1_000), isTime: true };
    return values.some((value) => !Number.isFinite(value)) ? undefined : { xs: values, isTime: false };
  }
  const xs = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const text = values[row];
    if (typeof text !== 'string' || !ISO_TIME.test(text)) return undefined;
    // Databases write UTC; a text without a zone would be taken for the browser's.
    const hasZone = /[Z]$|[+-]\d\d:?\d\d$/.test(text.slice(10));
    xs[row] = Date.parse(`${text.replace(' ', 'T')}${hasZone || text.length === 10 ? '' : 'Z'}`) / 1_000;
  }
  return xs.some(Number.isNaN) ? undefined : { xs, isTime: true };
}

/** The rows in ascending order; undefined: they are already. */
function orderOf(xs: Float64Array): Uint32Array | undefined {
  if (xs.every((value, row) => row === 0 || value >= (xs[row - 1] ?? value))) return undefined;
  return Uint32Array.from(xs.keys()).sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0));
}

export interface Bars {
  readonly series: readonly string[];
  readonly rows: readonly { readonly row: number; readonly name: string; readonly values: readonly number[] }[];
  /** How many rows there are beyond those. */
  readonly more: number;
}

/** What bars and slices show: the first column names, the numbers of the others are their sizes. */
export function barData({ names, columns, rows }: QueryResult, most: number): Bars | undefined {
  const numbers = columns.flatMap((values, column) => (isNumbers(values) ? [column] : []));
  const sizes = columns.length > 1 ? numbers.filter((column) => column > 0).slice(0, MOST_SERIES) : numbers;
  if (sizes.length === 0 || rows === 0) return undefined;
  const count = Math.min(rows, most);
  return {
    series: sizes.map((column) => names[column] ?? ''),
    rows: Array.from({ length: count }, (_, row) => ({
      row,
      name: columns.length > 1 ? cellText(cellAt(columns[0] ?? [], row)).slice(0, MOST_NAME) : `Row ${row + 1}`,
      values: sizes.map((column) => Number(columns[column]?.[row] ?? Number.NaN)),
    })),
    more: rows - count,
  };
}

export interface Slice {
  readonly name: string;
  readonly value: number;
  /** Clockwise from the top, and of the whole: 0 to 1. */
  readonly start: number;
  readonly share: number;
}

/** The largest slices, and the rest as one. What is zero, negative or no number has none. */
export function slicesOf(bars: Bars, most: number): Slice[] {
  const drawn = bars.rows
    .map(({ name, values }) => ({ name, value: values[0] ?? Number.NaN }))
    .filter(({ value }) => Number.isFinite(value) && value > 0)
    .sort((a, b) => b.value - a.value);
  const rest = drawn.slice(most).reduce((sum, { value }) => sum + value, 0);
  const slices = rest > 0 ? [...drawn.slice(0, most), { name: 'Other', value: rest }] : drawn;
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  let start = 0;
  return slices.map((slice) => {
    const share = slice.value / total;
    start += share;
    return { ...slice, share, start: start - share };
  });
}
