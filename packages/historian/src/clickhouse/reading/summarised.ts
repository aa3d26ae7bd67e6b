import type { Points } from '../../embedded/points/points.ts';
import type { PointValue, SeriesKey } from '../../port.ts';
import type { NativeTable } from '../server/native-format.ts';
import { SPAN_STATE, type Spans } from '../summaries/spans.ts';
import {
  decimatedSql,
  inOrder,
  type Kept,
  keptOf,
  plainDecimatedSql,
  plainKeptOf,
  type Range,
  toPoints,
} from './decimated.ts';
import { int } from './sql.ts';

interface Question {
  key: SeriesKey;
  fromMs: number;
  toMs: number;
  threshold: number;
}

interface Source {
  select: (sql: string) => Promise<NativeTable>;
  points: string;
  summaries: string;
  spans: Spans;
}

/** Spans from the first to before the second. */
type Run = [from: number, to: number];

type Extreme = [timeMs: number, value: number];

/** So many spans are named in a question at most: those of twenty years. */
const MOST_UNREAD_SPANS = 1_000_000;

/** Whether the buckets of a chart are long enough that most of each is whole spans. */
export function isLongEnough(
  spans: Spans,
  { fromMs, toMs }: Pick<Range, 'fromMs' | 'toMs'>,
  threshold: number,
): boolean {
  return (toMs - fromMs + 1) / threshold >= spans.lengthMs * spans.options.spansOfBucket;
}

/**
 * A decimated series of which what lies within whole spans comes from their summaries, and the rest, at the borders of
 * the buckets and where no summary counts, from its points.
 * @returns null when summaries do not help, or the series has so few points that each is to be shown
 */
export async function summarised(source: Source, question: Question): Promise<Points | null> {
  const { spans } = source;
  const { key, fromMs, toMs, threshold } = question;
  const buckets = new Buckets(fromMs, toMs, threshold);
  const first = spans.of(fromMs);
  const last = spans.of(toMs);
  const within = `key = ${BigInt(key)} AND span >= ${int(first)} AND span <= ${int(last)}`;
  const columns = 'span, n, low_time AS lowTime, low AS lowValue, high_time AS highTime, high AS highValue';
  const sql = `SELECT ${columns} FROM ${source.summaries} FINAL WHERE ${within} AND state = ${SPAN_STATE.summarised} ORDER BY span`;
  const table = await source.select(sql);
  const { rest, count } = addSummaries(table, { spans, first, last, fromMs, toMs }, buckets);
  const unread = rest.reduce((sum, [from, to]) => sum + to - from, 0);
  if (count < spans.options.worthPoints || unread > MOST_UNREAD_SPANS) return null;
  const total = count + (rest.length === 0 ? 0 : await addRest(source, question, rest, buckets));
  return total <= threshold ? null : toPoints(buckets.kept());
}

/** Adds the summaries of the spans that lie within a bucket. @returns how many points that is, and the other spans */
function addSummaries(
  table: NativeTable,
  range: { spans: Spans; first: number; last: number; fromMs: number; toMs: number },
  buckets: Buckets,
): { rest: Run[]; count: number } {
  const { spans, first, last, fromMs, toMs } = range;
  const rest: Run[] = [];
  let next = first;
  let count = 0;
  const [found, counts] = [table.numbers('span'), table.numbers('n')];
  const [lowTimes, lows] = [table.numbers('lowTime'), table.numbers('lowValue')];
  const [highTimes, highs] = [table.numbers('highTime'), table.numbers('highValue')];
  for (let row = 0; row < table.rows; row++) {
    const span = found[row] as number;
    const startMs = spans.startMs(span);
    const endMs = startMs + spans.lengthMs - 1;
    if (startMs < fromMs || endMs > toMs) continue;
    const bucket = buckets.indexOf(startMs);
    if (bucket !== buckets.indexOf(endMs)) continue;
    if (span > next) rest.push([next, span]);
    next = span + 1;
    count += counts[row] as number;
    const low: Extreme = [lowTimes[row] as number, lows[row] as number];
    buckets.addSummary(bucket, low, [highTimes[row] as number, highs[row] as number]);
  }
  if (next <= last) rest.push([next, last + 1]);
  return { rest, count };
}

/** Adds what is read from points. @returns how many points there are */
async function addRest(
  { select, points, spans }: Source,
  { key, fromMs, toMs, threshold }: Question,
  rest: readonly Run[],
  buckets: Buckets,
): Promise<number> {
  const runs = rest.map(([from, to]) => `range(${from}, ${to})`).join(', ');
  const condition = `${spans.sql} IN (SELECT toInt64(arrayJoin(arrayConcat(${runs}))))`;
  const range = { keys: [key], fromMs, toMs, condition };
  let table = await select(plainDecimatedSql(points, range, threshold));
  let kept = plainKeptOf(table);
  if (!kept) {
    table = await select(decimatedSql(points, range, threshold));
    kept = keptOf(table);
  }
  if (table.rows === 0) return 0;
  const counts = table.numbers('n');
  const indices = table.numbers('bucket');
  let total = 0;
  for (let row = 0; row < table.rows; row++) {
    total += counts[row] as number;
    buckets.add(indices[row] as number, kept(row));
  }
  return total;
}

/** What each bucket keeps, put together of parts. */
class Buckets {
  readonly #fromMs: number;
  readonly #spanMs: number;
  readonly #count: number;
  readonly #kept = new Map<number, Kept[]>();
  readonly #lowest = new Map<number, Extreme>();
  readonly #highest = new Map<number, Extreme>();

  constructor(fromMs: number, toMs: number, threshold: number) {
    this.#fromMs = fromMs;
    this.#spanMs = toMs - fromMs + 1;
    this.#count = Math.min(threshold, this.#spanMs);
  }

  #startMs(index: number): number {
    const product = index * this.#spanMs;
    if (Number.isSafeInteger(product)) return this.#fromMs + Math.floor(product / this.#count);
    return this.#fromMs + Number((BigInt(index) * BigInt(this.#spanMs)) / BigInt(this.#count));
  }

  /** The last bucket that begins at or before a time of the range. */
  indexOf(timeMs: number): number {
    let index = Math.min(this.#count - 1, Math.floor(((timeMs - this.#fromMs) / this.#spanMs) * this.#count));
    while (index > 0 && this.#startMs(index) > timeMs) index--;
    while (index + 1 < this.#count && this.#startMs(index + 1) <= timeMs) index++;
    return index;
  }

  /** Of a span that is later than those that were added before. */
  addSummary(index: number, low: Extreme, high: Extreme): void {
    const lowest = this.#lowest.get(index);
    if (!lowest || low[1] < lowest[1]) this.#lowest.set(index, low);
    const highest = this.#highest.get(index);
    if (!highest || high[1] > highest[1]) this.#highest.set(index, high);
  }

  /** What a part of the bucket's points keeps. */
  add(index: number, kept: Kept[]): void {
    this.#kept.set(index, kept);
  }

  kept(): Kept[] {
    const indices = [...new Set([...this.#kept.keys(), ...this.#lowest.keys()])].sort((a, b) => a - b);
    return indices.flatMap((index) => {
      const [lowest, highest] = [this.#lowest.get(index), this.#highest.get(index)];
      const read = this.#kept.get(index) ?? [];
      return lowest && highest ? keptOfBoth(read, [lowest, highest]) : read;
    });
  }
}

const isNumber = ([, value]: Kept): boolean => typeof value === 'number' && !Number.isNaN(value);

/** What is kept of points of which one part keeps this and the other that. */
export function keptOfBoth(a: readonly Kept[], b: readonly Kept[]): Kept[] {
  const all = [...a, ...b].sort(([left], [right]) => left - right);
  const texts = all.filter(([, value]) => typeof value === 'string');
  const numbers = all.filter(isNumber);
  const best = (isBetter: (a: PointValue, b: PointValue) => boolean): Kept[] =>
    numbers
      .slice(0, 1)
      .map((first) => numbers.reduce((kept, point) => (isBetter(point[1], kept[1]) ? point : kept), first));
  const kept = [...best((x, y) => x < y), ...best((x, y) => x > y), ...texts.slice(0, 1), ...texts.slice(-1)];
  return inOrder(kept.length === 0 ? all.slice(0, 1) : kept);
}
