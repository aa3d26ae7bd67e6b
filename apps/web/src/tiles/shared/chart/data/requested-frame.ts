import type { SeriesFrame } from '#readings/series.ts';

/** What a chart draws of an answer. */
export interface RequestedSeries {
  frame: SeriesFrame;
  names: string[];
}

/** Numbers of times beyond this are milliseconds: as seconds they would lie after the year 5000. */
const LARGEST_SECONDS = 1e11;
const TIME_NAME = /^(t|ts|time|timestamp|date|datetime)$/i;
/** More lines than this can be told apart by nobody. */
export const MAX_REQUESTED_SERIES = 24;

/**
 * Series in what a request answered: rows as objects, rows as lists below a list of names, or columns as the portal's own
 * history has them (times first). The time is the column called so, else the first one: ISO text, seconds or milliseconds.
 * @throws Error that says what is missing
 */
export function requestedSeries(data: unknown): RequestedSeries {
  if (!Array.isArray(data)) throw new Error('The answer is not a list of rows.');
  const { names, rows, nullIs } = isColumnar(data) ? fromColumns(data) : fromRows(data);
  if (rows.length === 0) return { frame: { times: [], columns: [] }, names: [] };
  const timeAt = Math.max(
    0,
    names.findIndex((name) => TIME_NAME.test(name)),
  );
  const valueAt = names.keys().filter((index) => index !== timeAt && rows.some((row) => numberOf(row[index]) !== null));
  const chosen = [...valueAt].slice(0, MAX_REQUESTED_SERIES);
  if (chosen.length === 0) throw new Error('There is no column of numbers beside the time.');
  const timed = rows
    .map((row) => ({ time: timeOf(row[timeAt]), row }))
    .filter((entry): entry is { time: number; row: unknown[] } => entry.time !== null)
    .sort((a, b) => a.time - b.time)
    // One time, one row: the last one said counts.
    .filter(({ time }, index, all) => time !== all[index + 1]?.time);
  if (timed.length === 0) throw new Error(`The column '${names[timeAt] ?? ''}' has no times.`);
  return {
    frame: {
      times: timed.map(({ time }) => time),
      columns: chosen.map((index) => timed.map(({ row }) => (row[index] === null ? nullIs : numberOf(row[index])))),
    },
    names: chosen.map((index) => names[index] ?? ''),
  };
}

interface Rows {
  names: string[];
  rows: unknown[][];
  /** A row that says null has a gap there (NaN); in columns null only means that another one has the point. */
  nullIs: number | null;
}

/** Lists of the same length, the first of which are times. */
function isColumnar(data: unknown[]): data is unknown[][] {
  const [first] = data;
  if (data.length < 2 || !Array.isArray(first) || first.length === 0) return false;
  const isSame = data.every((column) => Array.isArray(column) && column.length === first.length);
  return isSame && first.every((entry) => timeOf(entry) !== null) && first.length !== 1;
}

function fromColumns(columns: unknown[][]): Rows {
  const names = columns.map((_, index) => (index === 0 ? 'time' : `Series ${index}`));
  return { names, rows: (columns[0] ?? []).map((_, row) => columns.map((column) => column[row])), nullIs: null };
}

function fromRows(data: unknown[]): Rows {
  const [head, ...rest] = data;
  if (Array.isArray(head)) return { names: head.map(String), rows: rest.filter(Array.isArray), nullIs: Number.NaN };
  const records = data.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
  const names = Object.keys(records[0] ?? {});
  return { names, rows: records.map((record) => names.map((name) => record[name])), nullIs: Number.NaN };
}

function timeOf(value: unknown): number | null {
  if (typeof value === 'number')
    return Number.isFinite(value) ? (Math.abs(value) > LARGEST_SECONDS ? value / 1000 : value) : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = /^-?\d+(\.\d+)?$/.test(value) ? timeOf(Number(value)) : Date.parse(value) / 1000;
  return parsed === null || Number.isNaN(parsed) ? null : parsed;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
