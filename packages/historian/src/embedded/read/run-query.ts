import type { ChunkReader } from '../chunks/chunk-reader.ts';
import type { ReaderResult, ReaderTask } from '../workers/reader-tasks.ts';
import { packColumns } from './columns.ts';
import { readBuckets, readRaw, readStateAt } from './series-reader.ts';

/** Answers a query from the chunks of one connection and the pieces of memory that came with it. */
export function runQuery(reader: ChunkReader, task: ReaderTask): ReaderResult {
  return reader.snapshot(() => answer(reader, task));
}

function answer(reader: ChunkReader, task: ReaderTask): ReaderResult {
  if (task.kind === 'columns') {
    const { fromMs, toMs, threshold, stop } = task;
    const series = task.sources.map((source) =>
      threshold < 0
        ? readRaw(reader, source, fromMs, toMs, stop)
        : readBuckets(reader, source, fromMs, toMs, threshold, stop),
    );
    return { kind: 'columns', columns: packColumns(series) };
  }
  if (task.kind === 'series') {
    return { kind: 'series', points: readRaw(reader, task.source, task.fromMs, task.toMs, task.stop) };
  }
  const states = task.sources.map((source) => readStateAt(reader, source, task.timeMs));
  return { kind: 'state', states: states.filter((state) => state !== null) };
}
