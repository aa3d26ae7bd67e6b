import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openForReading } from '../chunks/chunk-database.ts';
import { ChunkReader } from '../chunks/chunk-reader.ts';
import { PageBuffers } from '../read/pages.ts';
import { runQuery } from '../read/run-query.ts';
import { Breath } from './breath.ts';
import type { ReaderResult, ReaderTask } from './reader-tasks.ts';
import { collectDamage, type Outcome, serveTasks } from './serve-tasks.ts';

const BEHIND_CACHE_KB = 2_048;

const { path, niceness } = workerData as { path: string; niceness: number };
// Linux gives each thread a priority of its own. Elsewhere it would be that of the whole process.
if (niceness > 0 && process.platform === 'linux') setPriority(niceness);
const { onDamage, takeDamage } = collectDamage();
const db = openForReading(path);
// Who reads behind the others goes from one end to the other, and comes back to nothing but the index.
if (niceness > 0) db.exec(`PRAGMA cache_size = -${BEHIND_CACHE_KB}`);
const breath = new Breath(niceness > 0);
const reader = new ChunkReader(db, onDamage, () => breath.take());
const buffers = new PageBuffers();

function run(task: ReaderTask): Outcome<ReaderResult> {
  const result = runQuery(reader, task, buffers);
  return { result, transfer: buffersOf(result) };
}

/** Large arrays move; each is in a buffer of its own or is copied. */
function buffersOf(result: ReaderResult): ArrayBuffer[] {
  if (result.kind === 'series-page') {
    const { timesMs, values, qualities } = result.points;
    return [timesMs.buffer, values.buffer, qualities.buffer] as ArrayBuffer[];
  }
  if (result.kind !== 'columns' && result.kind !== 'page') return [];
  const { timesMs, columns } = result.columns;
  const buffers = [
    timesMs.buffer,
    ...columns.flatMap(({ values, present }) => (present ? [values.buffer, present.buffer] : [values.buffer])),
  ];
  return [...new Set(buffers)];
}

serveTasks(run, takeDamage);
