import type { LastPoint, PointValue, SeriesKey } from '../../port.ts';

/** What the writing thread can do, in the order in which it is told. */
export type WriterTask =
  /** Writes points of many series, which lie in the first bytes of a parcel, as one transaction. */
  | { kind: 'seal'; memory: SharedArrayBuffer; length: number }
  | { kind: 'edit'; key: SeriesKey; fromMs: number; toMs: number; value: PointValue }
  | { kind: 'delete'; key: SeriesKey; fromMs: number; toMs: number }
  | { kind: 'drop'; beforeMs: number; only: readonly SeriesKey[] | null }
  /** Opens the database; answers the newest stored point of every series. */
  | { kind: 'open' }
  /**
   * Forces all that was written to disk. With `mayMove` the database's own log is moved into the database when it is
   * long, and free pages go back to the disk; without, its files only grow.
   */
  | { kind: 'sync'; mayMove: boolean }
  | { kind: 'close' };

/** Which store a writing thread is for. */
export interface WriterPlace {
  path: string;
  chunkPoints: number;
}

/** To a thread whose store was closed: the tasks that follow are for another. */
export type MoveTask = WriterPlace & { kind: 'move' };

export interface WriterResult {
  /** Points in all chunks after the task. */
  points: number;
  /** Points that an edit, delete or drop concerned. */
  changed: number;
  latest: LastPoint[];
  /** A sync that may move things left space that can still be given back. */
  hasFreePages: boolean;
  /** It did so in part only, since others were reading: to be tried again later. */
  isHeldUp: boolean;
}
