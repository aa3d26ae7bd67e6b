import { fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { LastPoint, SeriesKey } from '../../port.ts';
import { openForWriting } from '../chunks/chunk-database.ts';
import { ChunkReader } from '../chunks/chunk-reader.ts';
import { ChunkWriter } from '../chunks/chunk-writer.ts';
import { decodePoints } from '../codec/points-codec.ts';
import { readStateAt } from '../read/series-reader.ts';
import { unpackParcel } from './sealed-parcel.ts';
import { collectDamage, type Outcome, serveTasks } from './serve-tasks.ts';
import type { WriterResult, WriterTask } from './writer-tasks.ts';

const { path } = workerData as { path: string };

/** The database's own log is moved over when it is longer than this: pages rewritten in between count once. */
const CHECKPOINT_BYTES = 16 * 2 ** 20;
/** Pages given back to the disk at a time, so that the writer is never held up for long. */
const VACUUM_PAGES = 4096;

const { onDamage, takeDamage } = collectDamage();
const db = openForWriting(path);
const writer = new ChunkWriter(db, onDamage);
const reader = new ChunkReader(db, onDamage);

/** Stays the same file for as long as the database is open. */
const walFile = openSync(`${path}-wal`, 'r');

function tidy(): void {
  if (fstatSync(walFile).size > CHECKPOINT_BYTES) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
}

function latestOf(keys: readonly SeriesKey[]): LastPoint[] {
  const latest = keys.map((key) => readStateAt(reader, { key, pieces: [] }, Number.MAX_SAFE_INTEGER - 1));
  return latest.filter((last) => last !== null);
}

function run(task: WriterTask): Outcome<WriterResult> {
  const result: WriterResult = { points: 0, changed: 0, latest: [] };
  if (task.kind === 'seal') {
    writer.transaction(() => {
      for (const { key, blobs } of unpackParcel(task.parcel)) writer.write(key, blobs.map(decodePoints));
    });
  } else if (task.kind === 'edit') {
    result.changed = writer.transaction(() => writer.editRange(task.key, task.fromMs, task.toMs, task.value));
    result.latest = latestOf([task.key]);
  } else if (task.kind === 'delete') {
    result.changed = writer.transaction(() => writer.deleteRange(task.key, task.fromMs, task.toMs));
    result.latest = latestOf([task.key]);
  } else if (task.kind === 'drop') {
    for (const key of task.only ?? writer.listSeries()) {
      result.changed += writer.transaction(() => writer.dropBefore(key, task.beforeMs));
    }
  } else if (task.kind === 'latest') {
    result.latest = latestOf(writer.listSeries());
  } else if (task.kind === 'sync') {
    fdatasyncSync(walFile);
    if (task.mayMove) tidy();
  } else if (task.kind === 'close') {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  }
  result.points = writer.points;
  return { result };
}

serveTasks(run, takeDamage);
