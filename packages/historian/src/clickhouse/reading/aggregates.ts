import { axisOf, type BucketAxis } from '../../aggregation/bucket-axis.ts';
import { LOWEST_USABLE_QUALITY } from '../../aggregation/bucket-part.ts';
import { SeriesAggregator } from '../../aggregation/series-aggregator.ts';
import { wholeRange } from '../../embedded/points/time-range.ts';
import {
  AGGREGATE_ALLOWANCE,
  type AggregateQuery,
  type Aggregates,
  type SeriesKey,
  TooManyPointsError,
} from '../../port.ts';
import type { ServerReader } from './server-reader.ts';

/** Functions over buckets, computed from the points as they stream by: by the same arithmetic as every engine's. */
export async function aggregate(reader: ServerReader, query: AggregateQuery, mostPoints: number): Promise<Aggregates> {
  const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
  const axis = axisOf(query, fromMs, toMs, mostPoints);
  const { keys, signal } = query;
  signal?.throwIfAborted();
  const limit = mostPoints * AGGREGATE_ALLOWANCE;
  const points = await reader.countPoints({ keys, fromMs, toMs, ...(signal ? { signal } : {}) });
  if (points > limit) throw new TooManyPointsError(points, limit);
  const series: Aggregates['series'] = [];
  for (const key of keys) series.push(await aggregateSeries(reader, key, axis, query));
  return { startsMs: axis.startsMs(), series };
}

async function aggregateSeries(
  reader: ServerReader,
  key: SeriesKey,
  axis: BucketAxis,
  { functions, maxGapMs = Number.POSITIVE_INFINITY, signal }: AggregateQuery,
): Promise<Aggregates['series'][number]> {
  const aggregator = new SeriesAggregator(axis, functions, maxGapMs);
  if (axis.count === 0) return aggregator.columns();
  const { fromMs } = axis;
  const toMs = axis.endMs - 1;
  const { held, counter } = aggregator;
  const [last] = held ? await reader.lastOf([key], fromMs - 1, '1', signal) : [];
  if (last) held?.lead(last.timeMs, last.value, last.quality);
  const isCounted = `isNull(text) AND quality >= ${LOWEST_USABLE_QUALITY} AND isFinite(value)`;
  const [before] = counter ? await reader.lastOf([key], fromMs - 1, isCounted, signal) : [];
  if (before) counter?.lead(before.value as number);
  for await (const page of reader.scanPoints({ key, fromMs, toMs, ...(signal ? { signal } : {}) }))
    aggregator.add(page);
  const next = held && Number.isFinite(maxGapMs) ? await reader.firstOf(key, toMs + 1, '1', signal) : null;
  held?.finish(next?.timeMs ?? null);
  return aggregator.columns();
}
