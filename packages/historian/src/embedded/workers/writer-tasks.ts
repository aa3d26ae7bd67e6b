import type { LastPoint, PointValue, SeriesKey } from '../../port.ts';

/** What the writing thread can do, in the order in which it is told. */
export type WriterTask =
  /** Writes points of many series as one transaction. */
  | { kind: 'seal'; items: { key: SeriesKey; blobs: Uint8Array[] }[] }
  | { kind: 'edit'; key: SeriesKey; fromMs: number; toMs: number; value: PointValue }
  | { kind: 'delete'; key: SeriesKey; fromMs: number; toMs: number }
  | { kind: 'drop'; beforeMs: number; only: readonly SeriesKey[] | null }
  /** The newest stored point of every series. */
  | { kind: 'latest' }
  /** Moves the write-ahead log of SQLite into the database, and gives free pages back to the disk. */
  | { kind: 'tidy' }
  /** Nothing: its answer says that all before it is done. */
  | { kind: 'wait' }
  | { kind: 'close' };

export interface WriterResult {
  /** Points in all chunks after the task. */
  points: number;
  /** Points that an edit, delete or drop concerned. */
  changed: number;
  latest: LastPoint[];
}
