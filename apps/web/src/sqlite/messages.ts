/** One value of a result. Integers beyond 2^53 are bigint, blobs are bytes. */
export type Cell = null | number | bigint | string | Uint8Array;

/** The values of a column. A `Float64Array` stands for numbers only, in which NaN is NULL: SQLite knows no NaN. */
export type ColumnValues = Float64Array | readonly Cell[];

export interface QueryResult {
  readonly names: readonly string[];
  /** One for each name, all of the same length. */
  readonly columns: readonly ColumnValues[];
  readonly rows: number;
  /** Why there are no more rows than these, when there would have been more. */
  readonly cut: 'rows' | 'bytes' | undefined;
  readonly elapsedMs: number;
}

export interface TableColumnInfo {
  readonly name: string;
  /** As it was declared; may be empty. */
  readonly type: string;
}

export interface TableInfo {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly TableColumnInfo[];
  /** Why it cannot be read, in SQLite's words. */
  readonly problem: string | undefined;
}

export interface OpenedDatabase {
  readonly tables: readonly TableInfo[];
  readonly sizeBytes: number;
  readonly encoding: string;
  readonly pageSize: number;
  /** It was in use when it was copied: its newest changes may stand in a `-wal` file beside it. */
  readonly isWal: boolean;
  /** Frames of that file that were read with it. */
  readonly walPages: number;
  /** What has been read of the file so far. */
  readonly readBytes: number;
}

export interface TablePreview {
  readonly result: QueryResult;
  /** Of each column, among the rows looked at. */
  readonly distinct: readonly (readonly Cell[])[];
  /** Rows looked at for distinct values. */
  readonly lookedAt: number;
  /** Whether these are all rows of the table. */
  readonly isWhole: boolean;
}

/** Where a database is read from. */
export type DatabaseSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'portal'; readonly address: string; readonly walAddress: string | undefined }
  | { readonly kind: 'local'; readonly file: Blob; readonly wal: Blob | undefined };

export interface QueryLimits {
  readonly timeMs: number;
  readonly rows: number;
  readonly bytes: number;
}

export type SqliteJob =
  | { readonly kind: 'open'; readonly source: DatabaseSource }
  | { readonly kind: 'query'; readonly sql: string; readonly limits: QueryLimits }
  | { readonly kind: 'preview'; readonly table: string; readonly limits: QueryLimits };

/** spec 2 §2.12, word for word. */
export type LoadingStage = 'loading SQLite' | 'fetching database' | 'opening database';

export type SqliteAnswer =
  | { readonly id: number; readonly stage: LoadingStage }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** A value of a column; null is NULL. */
export function cellAt(values: ColumnValues, row: number): Cell {
  const value = values[row] ?? null;
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}
