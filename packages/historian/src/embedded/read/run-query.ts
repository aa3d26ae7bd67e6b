import { BucketAxis } from '../../aggregation/bucket-axis.ts';
import type { PackedColumns } from '../../port.ts';
import type { ChunkReader } from '../chunks/chunk-reader.ts';
import { copyPoints, emptyPoints } from '../points/points.ts';
import type { ReaderResult, ReaderTask } from '../workers/reader-tasks.ts';
import { readAggregates } from './aggregates.ts';
import { readChanges, readNextChange, readPreviousChange } from './changes.ts';
import { packColumns } from './columns.ts';
import { countPoints, refuseTooMany } from './count-points.ts';
import { PageBuffers, readPage } from './pages.ts';
import { readBuckets, readRaw, readStateAt } from './series-reader.ts';

/**
 * Answers a query from the chunks of one connection and the pieces of memory that came with it.
 * @param buffers for its pages, where others follow
 */
export function runQuery(reader: ChunkReader, task: ReaderTask, buffers = new PageBuffers()): ReaderResult {
  return reader.snapshot(() => answer(reader, task, buffers));
}

function answer(reader: ChunkReader, task: ReaderTask, buffers: PageBuffers): ReaderResult {
  if (task.kind === 'columns') return { kind: 'columns', columns: readColumns(reader, task) };
  if (task.kind === 'pack') return { kind: 'columns', columns: packColumns(task.series, task.limit) };
  if (task.kind === 'buckets') {
    const { sources, fromMs, toMs, threshold, stop } = task;
    return {
      kind: 'buckets',
      series: sources.map((source) => readBuckets(reader, source, fromMs, toMs, threshold, stop)),
    };
  }
  if (task.kind === 'series') {
    const { source, fromMs, toMs, limit, stop } = task;
    refuseTooMany(reader, [source], fromMs, toMs, limit, stop);
    return { kind: 'series', points: readRaw(reader, source, fromMs, toMs, stop) };
  }
  if (task.kind === 'hours') return { kind: 'hours', hours: reader.bytesByHour() };
  if (task.kind === 'change') {
    const read = task.isNext ? readNextChange : readPreviousChange;
    return { kind: 'change', change: read(reader, task.source, task.timeMs, task.stop) };
  }
  if (task.kind === 'changes') {
    const { source, fromMs, toMs, most, stop } = task;
    return { kind: 'changes', changes: readChanges(reader, source, { fromMs, toMs, most }, stop) };
  }
  if (task.kind === 'state') {
    const states = task.sources.map((source) => readStateAt(reader, source, task.timeMs));
    return { kind: 'state', states: states.filter((state) => state !== null) };
  }
  const { sources, fromMs, toMs, stop } = task;
  if (task.kind === 'count') return { kind: 'count', points: countPoints(reader, sources, fromMs, toMs, stop) };
  if (task.kind === 'aggregate') {
    const { bucketMs, buckets } = task;
    const axis =
      bucketMs === null ? BucketAxis.of(buckets ?? 1, fromMs, toMs) : BucketAxis.every(bucketMs, fromMs, toMs);
    return { kind: 'aggregate', series: readAggregates(reader, sources, axis, task, stop) };
  }
  const { series, nextMs } = readPage(reader, sources, fromMs, toMs, task.mostTimes, stop, buffers);
  if (task.kind === 'page') return { kind: 'page', columns: packColumns(series), nextMs };
  // Whoever asked may hand it on: what it was decoded into is larger, and may be kept for the next.
  return { kind: 'series-page', points: copyPoints(series[0] ?? emptyPoints()), nextMs };
}

function readColumns(reader: ChunkReader, task: Extract<ReaderTask, { kind: 'columns' }>): PackedColumns {
  const { sources, fromMs, toMs, threshold, limit, stop } = task;
  if (threshold < 0) refuseTooMany(reader, sources, fromMs, toMs, limit, stop);
  const series = sources.map((source) =>
    threshold < 0
      ? readRaw(reader, source, fromMs, toMs, stop)
      : readBuckets(reader, source, fromMs, toMs, threshold, stop),
  );
  return packColumns(series, limit);
}
