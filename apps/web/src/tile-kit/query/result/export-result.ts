import { CSV_BOM, csvLine } from '@telltale/domain/format/csv.ts';
import { type Cell, cellAt, type QueryResult } from '#sqlite/messages.ts';
import { uniqueNames } from '#ui/table/unique-names.ts';
import { hexOf } from './cell-text.ts';

const plain = (cell: Cell) =>
  cell instanceof Uint8Array ? hexOf(cell) : typeof cell === 'bigint' ? String(cell) : cell;

/** Texts of some thousand rows each: a million rows are no single text that a browser could hold. */
const ROWS_PER_PART = 5_000;

/** The result as CSV; bytes are hexadecimal digits, and a cell that a spreadsheet would run is defused. */
export function csvOf({ names, columns, rows }: QueryResult): string[] {
  const lineOf = (row: number) => csvLine(columns.map((values) => plain(cellAt(values, row))));
  return [`${CSV_BOM}${csvLine(names)}\r\n`, ...inParts(rows, (row) => `${lineOf(row)}\r\n`)];
}

/** The result as JSON: an object for each row. Integers beyond 2^53 and bytes are texts. */
export function jsonOf({ names, columns, rows }: QueryResult): string[] {
  const keys = uniqueNames(names).map((name) => JSON.stringify(name));
  const objectOf = (row: number) =>
    `{${keys.map((key, column) => `${key}:${jsonText(plain(cellAt(columns[column] ?? [], row)))}`).join(',')}}`;
  return ['[', ...inParts(rows, (row) => `${row === 0 ? '' : ','}\n${objectOf(row)}`), '\n]\n'];
}

/** JSON has no infinity. */
const jsonText = (value: null | number | string) =>
  typeof value === 'number' && !Number.isFinite(value) ? `"${value}"` : JSON.stringify(value);

function inParts(rows: number, textOf: (row: number) => string): string[] {
  return Array.from({ length: Math.ceil(rows / ROWS_PER_PART) }, (_, part) => {
    const first = part * ROWS_PER_PART;
    const count = Math.min(ROWS_PER_PART, rows - first);
    return Array.from({ length: count }, (_ignored, index) => textOf(first + index)).join('');
  });
}
