import type { Cell, ColumnValues, QueryLimits, QueryResult } from '../messages.ts';
import type { RawSqlite, Sqlite3 } from './sqlite3.ts';

const NUMBER_BYTES = 8;
const CELL_BYTES = 16;
const decoder = new TextDecoder();

/** Reads the values of one row after the other. */
export class RowReader {
  readonly #sqlite3: Sqlite3;
  readonly #raw: RawSqlite;
  /** Of the last value, as the page will hold it. */
  bytes = 0;

  constructor(sqlite3: Sqlite3) {
    this.#sqlite3 = sqlite3;
    this.#raw = sqlite3.wasm.exports as RawSqlite;
  }

  /** @param statement that stands on a row */
  read(statement: number, column: number): Cell {
    const { capi } = this.#sqlite3;
    const type = this.#raw.sqlite3_column_type(statement, column);
    this.bytes = NUMBER_BYTES;
    if (type === capi.SQLITE_NULL) return null;
    if (type === capi.SQLITE_FLOAT) return this.#raw.sqlite3_column_double(statement, column);
    if (type === capi.SQLITE_INTEGER) {
      const near = this.#raw.sqlite3_column_double(statement, column);
      return Number.isSafeInteger(near) ? near : this.#raw.sqlite3_column_int64(statement, column);
    }
    const isText = type === capi.SQLITE_TEXT;
    const start = isText
      ? this.#raw.sqlite3_column_text(statement, column)
      : this.#raw.sqlite3_column_blob(statement, column);
    const length = this.#raw.sqlite3_column_bytes(statement, column);
    const bytes = this.#sqlite3.wasm.heap8u().subarray(start, start + length);
    this.bytes = CELL_BYTES + length * (isText ? 2 : 1);
    return isText ? decoder.decode(bytes) : bytes.slice();
  }
}

/** Steps through a statement that was prepared, until its end or a limit. */
export function collectRows(
  sqlite3: Sqlite3,
  statement: number,
  names: readonly string[],
  limits: QueryLimits,
): Omit<QueryResult, 'elapsedMs'> & { code: number } {
  const { capi } = sqlite3;
  const raw = sqlite3.wasm.exports as RawSqlite;
  const reader = new RowReader(sqlite3);
  const columns = names.map((): Cell[] => []);
  let [rows, bytes] = [0, 0];
  let cut: QueryResult['cut'];
  let code = raw.sqlite3_step(statement);
  while (code === capi.SQLITE_ROW) {
    if (rows >= limits.rows || bytes > limits.bytes) {
      cut = rows >= limits.rows ? 'rows' : 'bytes';
      break;
    }
    for (let column = 0; column < columns.length; column++) {
      columns[column]?.push(reader.read(statement, column));
      bytes += reader.bytes;
    }
    rows++;
    code = raw.sqlite3_step(statement);
  }
  return { names, columns: columns.map(asNumbers), rows, cut, code };
}

/** Numbers alone cross from one thread to another without being copied one by one. */
export function asNumbers(cells: readonly Cell[]): ColumnValues {
  if (!cells.every((cell) => typeof cell === 'number' || cell === null)) return cells;
  return Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : cell));
}
