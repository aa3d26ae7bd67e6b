import type { BucketAxis } from '../../aggregation/bucket-axis.ts';
import { LOWEST_USABLE_QUALITY } from '../../aggregation/bucket-part.ts';
import { SeriesAggregator } from '../../aggregation/series-aggregator.ts';
import { type AggregateFunction, type Aggregates, TooManyPointsError } from '../../port.ts';
import type { ChunkReader } from '../chunks/chunk-reader.ts';
import { LATEST_MS } from '../points/time-range.ts';
import type { StopFlag } from './abort.ts';
import { countPoints } from './count-points.ts';
import { type Segment, segments } from './segments.ts';
import { readStateAt, type SeriesSource } from './series-reader.ts';

export interface AggregateTask {
  functions: readonly AggregateFunction[];
  maxGapMs: number;
  /** Points that may be looked at one by one. */
  limit: number;
}

/** Functions over the buckets of several series; `sources` have all pieces of memory, not only those of the range. */
export function readAggregates(
  reader: ChunkReader,
  sources: readonly SeriesSource[],
  axis: BucketAxis,
  task: AggregateTask,
  stop: StopFlag | null,
): Aggregates['series'] {
  let left = task.limit;
  return sources.map((source) => {
    const aggregator = new SeriesAggregator(axis, task.functions, task.maxGapMs);
    if (axis.count === 0) return aggregator.columns();
    const { fromMs } = axis;
    const toMs = axis.endMs - 1;
    leadIn(reader, source, fromMs, aggregator, stop);
    const takes = aggregator.takes.bind(aggregator);
    for (const segment of segments(reader, source, fromMs, toMs, { stop, takes })) {
      if (segment.points) {
        left -= segment.points.timesMs.length;
        if (left < 0) throw new TooManyPointsError(countPoints(reader, sources, fromMs, toMs, stop), task.limit);
        aggregator.add(segment.points);
      } else {
        aggregator.addSummary(segment.summary, segment.startMs, segment.endMs);
      }
    }
    aggregator.held?.finish(Number.isFinite(task.maxGapMs) ? firstAfter(reader, source, toMs, stop) : null);
    return aggregator.columns();
  });
}

/** What came before the range and reaches into it. */
function leadIn(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  { held, counter }: SeriesAggregator,
  stop: StopFlag | null,
): void {
  const last = held && readStateAt(reader, source, fromMs - 1);
  if (last) held.lead(last.timeMs, last.value, last.quality);
  const before = counter && lastUsableBefore(reader, source, fromMs, stop);
  if (before !== null) counter?.lead(before);
}

function lastUsableBefore(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  stop: StopFlag | null,
): number | null {
  const walk = segments(reader, source, -LATEST_MS, fromMs - 1, { stop, backwards: true, takes: () => false });
  for (const { points } of walk) {
    if (!points) continue;
    for (let i = points.timesMs.length - 1; i >= 0; i--) {
      const isText = points.texts !== null && points.texts[i] !== null;
      if ((points.qualities[i] as number) < LOWEST_USABLE_QUALITY || isText) continue;
      if (Number.isFinite(points.values[i])) return points.values[i] as number;
    }
  }
  return null;
}

function firstAfter(reader: ChunkReader, source: SeriesSource, toMs: number, stop: StopFlag | null): number | null {
  const walk = segments(reader, source, toMs + 1, LATEST_MS, { stop, takes: () => true });
  const first: Segment | undefined = walk.next().value;
  if (!first) return null;
  return first.points ? (first.points.timesMs[0] as number) : first.startMs;
}
