import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** The functions of SQLite as they were compiled: pointers and numbers, no strings. */
export interface RawSqlite {
  sqlite3_step(statement: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
}

export type Sqlite3 = Sqlite3Static;

/** @param wasmAddress of `sqlite3.wasm`; undefined: beside its script */
export function loadSqlite(wasmAddress?: string): Promise<Sqlite3> {
  // Its types do not say that it takes what any module of Emscripten takes.
  const load = init as (options: object) => Promise<Sqlite3>;
  // What SQLite notes of each error is for the screen, where it is shown.
  const quiet = { print: () => undefined, printErr: () => undefined };
  return load(wasmAddress === undefined ? quiet : { ...quiet, locateFile: () => wasmAddress });
}
