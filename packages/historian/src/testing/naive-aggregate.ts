import type { AggregateFunction, AggregateQuery, Aggregates, PointValue, SeriesKey } from '../port.ts';

export interface StoredPoint {
  timeMs: number;
  value: PointValue;
  quality: number;
}

interface Span {
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** What the port says of aggregates, word by word, bucket by bucket: what faster ways are held against. */
export function naiveAggregate(query: AggregateQuery, pointsOf: (key: SeriesKey) => StoredPoint[]): Aggregates {
  const spans = bucketsOf(query);
  const series = query.keys.map((key) => {
    const points = pointsOf(key);
    const columns: Aggregates['series'][number] = {};
    for (const name of query.functions) columns[name] = spans.map((span) => answer(name, points, span, query));
    return columns;
  });
  return { startsMs: Float64Array.from(spans, ({ startMs }) => startMs), series };
}

function bucketsOf({ fromMs, toMs, bucketMs, buckets = 1 }: AggregateQuery): Span[] {
  const spans: Span[] = [];
  const span = toMs - fromMs + 1;
  if (span <= 0) return [];
  if (bucketMs === undefined) {
    const count = Math.min(buckets, span);
    const edge = (bucket: number): number => fromMs + Math.floor((bucket * span) / count);
    for (let bucket = 0; bucket < count; bucket++) spans.push({ startMs: edge(bucket), endMs: edge(bucket + 1) });
  } else {
    for (let startMs = Math.floor(fromMs / bucketMs) * bucketMs; startMs <= toMs; startMs += bucketMs) {
      spans.push({ startMs, endMs: startMs + bucketMs });
    }
  }
  return spans;
}

const isUsable = ({ value, quality }: StoredPoint): boolean => quality >= 64 && !Number.isNaN(value);

function answer(
  name: AggregateFunction,
  points: readonly StoredPoint[],
  bucket: Span,
  query: AggregateQuery,
): PointValue | null {
  const { fromMs, toMs } = query;
  const startMs = Math.max(bucket.startMs, fromMs);
  const endMs = Math.min(bucket.endMs, toMs + 1);
  const inside = points.filter(({ timeMs }) => timeMs >= startMs && timeMs < endMs).filter(isUsable);
  const numbers = inside.map(({ value }) => value).filter((value) => typeof value === 'number');
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (name === 'count') return inside.length;
  if (name === 'first') return inside[0]?.value ?? null;
  if (name === 'last') return inside.at(-1)?.value ?? null;
  if (name === 'delta') return delta(points, startMs, endMs);
  if (name === 'twa') return timeWeighted(points, startMs, endMs, query);
  if (numbers.length === 0) return null;
  if (name === 'min') return numbers.reduce((a, b) => Math.min(a, b));
  if (name === 'max') return numbers.reduce((a, b) => Math.max(a, b));
  return name === 'sum' ? sum : sum / numbers.length;
}

function delta(points: readonly StoredPoint[], startMs: number, endMs: number): number | null {
  const counters = points.filter((point) => isUsable(point) && Number.isFinite(point.value));
  let total: number | null = null;
  for (const [i, { timeMs, value }] of counters.entries()) {
    const before = counters[i - 1];
    if (!before || timeMs < startMs || timeMs >= endMs) continue;
    const step = value >= before.value ? Number(value) - Number(before.value) : Math.max(0, Number(value));
    total = (total ?? 0) + step;
  }
  return total;
}

function timeWeighted(
  points: readonly StoredPoint[],
  startMs: number,
  endMs: number,
  { toMs, maxGapMs = Number.POSITIVE_INFINITY }: AggregateQuery,
): number | null {
  let integral = 0;
  let heldMs = 0;
  for (const [i, point] of points.entries()) {
    const nextMs = points[i + 1]?.timeMs ?? Math.max(point.timeMs, toMs + 1);
    if (!isUsable(point) || typeof point.value === 'string' || nextMs - point.timeMs > maxGapMs) continue;
    const ms = Math.min(nextMs, endMs) - Math.max(point.timeMs, startMs);
    if (ms <= 0) continue;
    integral += point.value * ms;
    heldMs += ms;
  }
  return heldMs === 0 ? null : integral / heldMs;
}
