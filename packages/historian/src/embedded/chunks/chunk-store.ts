import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { LastPoint, SeriesKey } from '../../port.ts';
import type { OnDamage } from '../damage.ts';
import { readStateAt } from '../read/series-reader.ts';
import { unpackParcel } from '../workers/sealed-parcel.ts';
import type { WriterResult, WriterTask } from '../workers/writer-tasks.ts';
import { BUSY_WAIT_MS, openForWriting } from './chunk-database.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';

/** The database's own log is moved over when it is longer than this: pages rewritten in between count once. */
const CHECKPOINT_BYTES = 16 * 2 ** 20;
/** Pages given back to the disk at a time, so that the writer is never held up for long. */
const VACUUM_PAGES = 4096;
/** How long readers are waited for when SQLite's log is to be moved: sealed points wait meanwhile. */
const CHECKPOINT_WAIT_MS = 100;

/** The chunk database as the writing thread has it: carries out tasks, one after the other. */
export class ChunkStore {
  readonly #db: DatabaseSync;
  readonly #writer: ChunkWriter;
  readonly #reader: ChunkReader;
  /** SQLite's own log; it stays the same file for as long as the database is open. */
  readonly #walFile: number;
  /** History was dropped: the file is to become shorter soon, however little was written since. */
  #isShrinking = false;

  constructor(path: string, chunkPoints: number, onDamage: OnDamage) {
    this.#db = openForWriting(path);
    this.#writer = new ChunkWriter(this.#db, onDamage, chunkPoints);
    this.#reader = new ChunkReader(this.#db, onDamage);
    this.#walFile = openSync(`${path}-wal`, 'r');
  }

  run(task: WriterTask): WriterResult {
    const result: WriterResult = { points: 0, changed: 0, latest: [], hasFreePages: false, isHeldUp: false };
    const writer = this.#writer;
    if (task.kind === 'seal') {
      writer.transaction(() => {
        for (const { key, blobs } of unpackParcel(task.memory, task.length)) writer.writeBlobs(key, blobs);
      });
    } else if (task.kind === 'edit') {
      result.changed = writer.transaction(() => writer.editRange(task.key, task.fromMs, task.toMs, task.value));
      result.latest = this.#latestOf([task.key]);
    } else if (task.kind === 'delete') {
      result.changed = writer.transaction(() => writer.deleteRange(task.key, task.fromMs, task.toMs));
      result.latest = this.#latestOf([task.key]);
    } else if (task.kind === 'drop') {
      for (const key of task.only ?? writer.listSeries()) {
        result.changed += writer.transaction(() => writer.deleteRange(key, Number.MIN_SAFE_INTEGER, task.beforeMs - 1));
      }
      if (task.only === null) writer.transaction(() => writer.forgetDamagedBefore(task.beforeMs));
      this.#isShrinking = true;
    } else if (task.kind === 'open') {
      result.latest = this.#latestOf(writer.listSeries());
    } else if (task.kind === 'sync') {
      fdatasyncSync(this.#walFile);
      if (task.mayMove) Object.assign(result, this.#tidy());
    } else if (task.kind === 'close') {
      this.#close();
    }
    result.points = writer.points;
    return result;
  }

  #latestOf(keys: readonly SeriesKey[]): LastPoint[] {
    const latest = keys.map((key) => readStateAt(this.#reader, { key, pieces: [] }, Number.MAX_SAFE_INTEGER - 1));
    return latest.filter((last) => last !== null);
  }

  /** Gives space back, some at a time; answers whether there is more, and whether readers were in the way. */
  #tidy(): Pick<WriterResult, 'hasFreePages' | 'isHeldUp'> {
    if (this.#freePages() > 0) this.#db.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    const hasFreePages = this.#freePages() > 0;
    const isLong = fstatSync(this.#walFile).size > CHECKPOINT_BYTES;
    if (!isLong && (!this.#isShrinking || hasFreePages)) return { hasFreePages, isHeldUp: false };
    const isHeldUp = !this.#moveLog();
    this.#isShrinking &&= hasFreePages || isHeldUp;
    return { hasFreePages, isHeldUp };
  }

  /** Moves SQLite's own log into the database and makes it short; answers false when readers need what it holds. */
  #moveLog(): boolean {
    this.#db.exec(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}`);
    try {
      const row = this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      return row.busy === 0;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
    }
  }

  #freePages(): number {
    const row = this.#db.prepare('PRAGMA freelist_count').get() as { freelist_count: number };
    return row.freelist_count;
  }

  #close(): void {
    fdatasyncSync(this.#walFile);
    // Moves SQLite's log into the database if it can; if not (a full disk), the next start does.
    this.#db.close();
    closeSync(this.#walFile);
  }
}
