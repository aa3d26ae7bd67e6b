import { type Cell, type ColumnValues, cellAt, type QueryResult } from '#sqlite/messages.ts';
import { uniqueNames } from '#ui/table/unique-names.ts';
import { hexOf } from './cell-text.ts';

/** More would take longer to hand over than the transform may take. */
export const MOST_TRANSFORMED_ROWS = 100_000;

const MOST_COLUMNS = 2_000;
const MOST_CELLS = 10_000_000;

type Plain = null | number | string;

/** What a transform is given: a row is an object by column, the second `a` being `a 2`; integers beyond 2^53 and bytes are texts. */
export function rowsForTransform({ names, columns, rows }: QueryResult): Record<string, Plain>[] {
  const keys = uniqueNames(names);
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(keys.map((name, column) => [name, plain(cellAt(columns[column] ?? [], row))])),
  );
}

function plain(cell: Cell): Plain {
  if (typeof cell === 'bigint') return String(cell);
  return cell instanceof Uint8Array ? hexOf(cell) : cell;
}

/**
 * What a transform gave, as a table: an array of objects, whose keys are the columns, or of values.
 * @throws Error in words for the screen
 */
export function tableOfTransform(given: unknown, elapsedMs: number): QueryResult {
  if (!Array.isArray(given)) throw new Error('The code transform has to give an array of rows, e.g. (rows) => rows.');
  const rows: Record<string, unknown>[] = given.map((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : { value: row },
  );
  const names = namesOf(rows);
  const columns = names.map((name) => asColumn(rows.map((row) => cellOf(Object.hasOwn(row, name) ? row[name] : null))));
  return { names, columns, rows: rows.length, cut: undefined, elapsedMs };
}

/** Each row may have keys of its own: what would be more cells than a page can hold is refused. */
function namesOf(rows: readonly Record<string, unknown>[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  if (names.size > MOST_COLUMNS || names.size * rows.length > MOST_CELLS) {
    throw new Error('The code transform gave more columns than can be shown.');
  }
  return [...names];
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

function asColumn(cells: readonly Cell[]): ColumnValues {
  return cells.every((cell) => typeof cell === 'number' || cell === null)
    ? Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell)))
    : cells;
}
