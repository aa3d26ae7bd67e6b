import { emptyPoints, type Points } from '../../embedded/points/points.ts';
import { LATEST_MS } from '../../point-batch.ts';
import type { PointValue, SeriesKey } from '../../port.ts';
import type { NativeTable } from '../server/native-format.ts';
import { int, listOf, SETTINGS } from './sql.ts';

export interface Range {
  keys: readonly SeriesKey[];
  fromMs: number;
  toMs: number;
  /** A further condition on the points. */
  condition?: string;
}

/** What is computed in 64 bits stays below this. */
const MOST_64 = 2 ** 62;

function bucketSql({ fromMs, toMs }: Range, threshold: number): string {
  const span = toMs - fromMs + 1;
  const buckets = Math.min(threshold, span);
  const wide = span * buckets > MOST_64 ? 'toInt128' : 'toInt64';
  // The last bucket that begins at or before the time; bucket b begins at floor(b * span / buckets).
  return `toInt64(intDiv((${wide}(time) - ${int(fromMs)} + 1) * ${buckets} - 1, ${int(span)}))`;
}

const whereSql = ({ keys, fromMs, toMs, condition = '1' }: Range): string =>
  `WHERE key IN ${listOf(keys)} AND time >= ${int(fromMs)} AND time <= ${int(toMs)} AND ${condition}`;

/**
 * What each bucket of each series has to keep: its lowest and highest number, of equal ones the earliest, its first and
 * last text, and its first point for when it has nothing but NaN.
 */
export function decimatedSql(points: string, range: Range, threshold: number): string {
  const isNumber = 'isNull(text) AND NOT isNaN(value)';
  return `
SELECT key, bucket, n, numbers, texts,
  low.1 AS lowTime, low.2 AS lowValue, high.1 AS highTime, high.2 AS highValue,
  firstText.1 AS firstTextTime, firstText.2 AS firstTextValue, lastText.1 AS lastTextTime, lastText.2 AS lastTextValue,
  first.1 AS firstTime, first.2 AS firstValue
FROM (
  SELECT key, ${bucketSql(range, threshold)} AS bucket,
    count() AS n, countIf(${isNumber}) AS numbers, countIf(isNotNull(text)) AS texts,
    argMinIf((time, value), (value, time), ${isNumber}) AS low,
    argMaxIf((time, value), (value, -time), ${isNumber}) AS high,
    argMinIf((time, assumeNotNull(text)), time, isNotNull(text)) AS firstText,
    argMaxIf((time, assumeNotNull(text)), time, isNotNull(text)) AS lastText,
    argMin((time, value), time) AS first
  FROM ${points} FINAL
  ${whereSql(range)}
  GROUP BY key, bucket
)
ORDER BY key, bucket
${SETTINGS}`;
}

const SIGN = '9223372036854775808';
const ALL_BITS = '18446744073709551615';

/**
 * The same for series of plain numbers, in a third of the time: a number whose order is that of the values stands before
 * the time in one wide number, of which the least and the greatest are looked for. `others` counts what that cannot tell
 * of: texts, NaN and -0.
 */
export function plainDecimatedSql(points: string, range: Range, threshold: number): string {
  return extremesSql(points, whereSql(range), bucketSql(range, threshold));
}

/** Of the points that a condition holds for: how many each bucket of each series has, the lowest and the highest. */
export function extremesSql(points: string, where: string, bucket: string): string {
  const ordered = `bitXor(bits, if(bits >= ${SIGN}, ${ALL_BITS}, ${SIGN}))`;
  const numberOf = (wide: string): string => {
    const high = `toUInt64(bitShiftRight(${wide}, 64))`;
    return `reinterpretAsFloat64(if(${high} >= ${SIGN}, bitXor(${high}, ${SIGN}), bitXor(${high}, ${ALL_BITS})))`;
  };
  const timeOf = (wide: string): string => `toInt64(toUInt64(bitAnd(${wide}, ${ALL_BITS}))) - ${LATEST_MS + 1}`;
  return `
SELECT key, bucket, n, others,
  ${timeOf('low')} AS lowTime, ${numberOf('low')} AS lowValue,
  -(${timeOf('high')}) AS highTime, ${numberOf('high')} AS highValue
FROM (
  SELECT key, bucket, count() AS n, countIf(isOther) AS others,
    min(place + toUInt64(time + ${LATEST_MS + 1})) AS low, max(place + toUInt64(${LATEST_MS + 1} - time)) AS high
  FROM (
    SELECT key, time, ${bucket} AS bucket, reinterpretAsUInt64(value) AS bits,
      bitShiftLeft(toUInt128(${ordered}), 64) AS place, NOT text.null OR isNaN(value) OR bits = ${SIGN} AS isOther
    FROM ${points} FINAL
    ${where}
  )
  GROUP BY key, bucket
)
ORDER BY key, bucket
${SETTINGS}`;
}

/** @returns null when a series has something else than plain numbers */
export function plainDecimatedOf(table: NativeTable, threshold: number): Decimated | null {
  const kept = plainKeptOf(table);
  return kept && decimate(table, threshold, kept);
}

/** The points that a row of plain numbers says its bucket keeps; null when there is something else. */
export function plainKeptOf(table: NativeTable): KeptOfRow | null {
  if (table.rows > 0 && table.numbers('others').some((others) => others > 0)) return null;
  const [low, high] = [timedOf(table, 'low'), timedOf(table, 'high')];
  return (row) => inOrder([low(row), high(row)]);
}

/** Decimated points by series, and which series have so few that each of their points is to be shown. */
export interface Decimated {
  series: Map<SeriesKey, Points>;
  sparse: SeriesKey[];
  /** How many points each series has in the range, if it has some. */
  counts: Map<SeriesKey, number>;
}

export function decimatedOf(table: NativeTable, threshold: number): Decimated {
  return decimate(table, threshold, keptOf(table));
}

export type Kept = [timeMs: number, value: PointValue];
export type KeptOfRow = (row: number) => Kept[];

function decimate(table: NativeTable, threshold: number, kept: KeptOfRow): Decimated {
  const keys = table.numbers('key');
  const counts = table.numbers('n');
  const decimated: Decimated = { series: new Map(), sparse: [], counts: new Map() };
  for (let from = 0; from < keys.length; ) {
    const key = keys[from] as number;
    const points: Kept[] = [];
    let count = 0;
    let row = from;
    for (; row < keys.length && keys[row] === key; row++) {
      count += counts[row] as number;
      points.push(...kept(row));
    }
    decimated.counts.set(key, count);
    if (count <= threshold) decimated.sparse.push(key);
    else decimated.series.set(key, toPoints(points));
    from = row;
  }
  return decimated;
}

export function timedOf(table: NativeTable, name: string): (row: number) => Kept {
  const times = table.numbers(`${name}Time`);
  const values = table.numbers(`${name}Value`);
  return (row) => [times[row] as number, values[row] as number];
}

function timedTextOf(table: NativeTable, name: string): (row: number) => Kept {
  const times = table.numbers(`${name}Time`);
  const values = table.texts(`${name}Value`);
  return (row) => [times[row] as number, values[row] ?? ''];
}

/** In order of time, each once. */
export function inOrder(kept: Kept[]): Kept[] {
  kept.sort(([a], [b]) => a - b);
  return kept.filter(([timeMs], i) => i === 0 || timeMs !== kept[i - 1]?.[0]);
}

/** The points that a row says its bucket keeps. */
export function keptOf(table: NativeTable): KeptOfRow {
  const numbers = table.numbers('numbers');
  const texts = table.numbers('texts');
  const [low, high, first] = [timedOf(table, 'low'), timedOf(table, 'high'), timedOf(table, 'first')];
  const [firstText, lastText] = [timedTextOf(table, 'firstText'), timedTextOf(table, 'lastText')];
  return (row) => {
    const kept: Kept[] = [];
    if ((numbers[row] as number) > 0) kept.push(low(row), high(row));
    if ((texts[row] as number) > 0) kept.push(firstText(row), lastText(row));
    if (kept.length === 0) kept.push(first(row));
    return inOrder(kept);
  };
}

export function toPoints(kept: readonly [number, PointValue][]): Points {
  const points = emptyPoints();
  points.timesMs = Float64Array.from(kept, ([timeMs]) => timeMs);
  points.values = Float64Array.from(kept, ([, value]) => (typeof value === 'number' ? value : 0));
  points.qualities = new Uint8Array(kept.length);
  const hasTexts = kept.some(([, value]) => typeof value === 'string');
  points.texts = hasTexts ? kept.map(([, value]) => (typeof value === 'string' ? value : null)) : null;
  return points;
}
