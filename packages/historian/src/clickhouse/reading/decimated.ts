import { emptyPoints, type Points } from '../../embedded/points/points.ts';
import type { PointValue, SeriesKey } from '../../port.ts';
import type { NativeTable } from '../server/native-format.ts';
import { int, listOf, SETTINGS } from './sql.ts';

interface Range {
  keys: readonly SeriesKey[];
  fromMs: number;
  toMs: number;
}

/** What is computed in 64 bits stays below this. */
const MOST_64 = 2 ** 62;

/**
 * What each bucket of each series has to keep: its lowest and highest number, of equal ones the earliest, its first and
 * last text, and its first point for when it has nothing but NaN.
 */
export function decimatedSql(points: string, { keys, fromMs, toMs }: Range, threshold: number): string {
  const span = toMs - fromMs + 1;
  const buckets = Math.min(threshold, span);
  const wide = span * buckets > MOST_64 ? 'toInt128' : 'toInt64';
  // The last bucket that begins at or before the time; bucket b begins at floor(b * span / buckets).
  const bucket = `toInt64(intDiv((${wide}(time) - ${int(fromMs)} + 1) * ${buckets} - 1, ${int(span)}))`;
  const isNumber = 'isNull(text) AND NOT isNaN(value)';
  return `
SELECT key, bucket, n, numbers, texts,
  low.1 AS lowTime, low.2 AS lowValue, high.1 AS highTime, high.2 AS highValue,
  firstText.1 AS firstTextTime, firstText.2 AS firstTextValue, lastText.1 AS lastTextTime, lastText.2 AS lastTextValue,
  first.1 AS firstTime, first.2 AS firstValue
FROM (
  SELECT key, ${bucket} AS bucket,
    count() AS n, countIf(${isNumber}) AS numbers, countIf(isNotNull(text)) AS texts,
    argMinIf((time, value), (value, time), ${isNumber}) AS low,
    argMaxIf((time, value), (value, -time), ${isNumber}) AS high,
    argMinIf((time, assumeNotNull(text)), time, isNotNull(text)) AS firstText,
    argMaxIf((time, assumeNotNull(text)), time, isNotNull(text)) AS lastText,
    argMin((time, value), time) AS first
  FROM ${points} FINAL
  WHERE key IN ${listOf(keys)} AND time >= ${int(fromMs)} AND time <= ${int(toMs)}
  GROUP BY key, bucket
)
ORDER BY key, bucket
${SETTINGS}`;
}

/** Decimated points by series, and which series have so few that each of their points is to be shown. */
export interface Decimated {
  series: Map<SeriesKey, Points>;
  sparse: SeriesKey[];
}

export function decimatedOf(table: NativeTable, threshold: number): Decimated {
  const keys = table.numbers('key');
  const counts = table.numbers('n');
  const decimated: Decimated = { series: new Map(), sparse: [] };
  const kept = keptOf(table);
  for (let from = 0; from < keys.length; ) {
    const key = keys[from] as number;
    const points: [number, PointValue][] = [];
    let count = 0;
    let row = from;
    for (; row < keys.length && keys[row] === key; row++) {
      count += counts[row] as number;
      points.push(...kept(row));
    }
    if (count <= threshold) decimated.sparse.push(key);
    else decimated.series.set(key, toPoints(points));
    from = row;
  }
  return decimated;
}

/** The points that a row says its bucket keeps, in order of time, each once. */
function keptOf(table: NativeTable): (row: number) => [number, PointValue][] {
  const numbers = table.numbers('numbers');
  const texts = table.numbers('texts');
  const timed = (name: string) => {
    const times = table.numbers(`${name}Time`);
    const values = table.numbers(`${name}Value`);
    return (row: number): [number, PointValue] => [times[row] as number, values[row] as number];
  };
  const timedText = (name: string) => {
    const times = table.numbers(`${name}Time`);
    const values = table.texts(`${name}Value`);
    return (row: number): [number, PointValue] => [times[row] as number, values[row] ?? ''];
  };
  const [low, high, first] = [timed('low'), timed('high'), timed('first')];
  const [firstText, lastText] = [timedText('firstText'), timedText('lastText')];
  return (row) => {
    const kept: [number, PointValue][] = [];
    if ((numbers[row] as number) > 0) kept.push(low(row), high(row));
    if ((texts[row] as number) > 0) kept.push(firstText(row), lastText(row));
    if (kept.length === 0) kept.push(first(row));
    kept.sort(([a], [b]) => a - b);
    return kept.filter(([timeMs], i) => i === 0 || timeMs !== kept[i - 1]?.[0]);
  };
}

function toPoints(kept: readonly [number, PointValue][]): Points {
  const points = emptyPoints();
  points.timesMs = Float64Array.from(kept, ([timeMs]) => timeMs);
  points.values = Float64Array.from(kept, ([, value]) => (typeof value === 'number' ? value : 0));
  points.qualities = new Uint8Array(kept.length);
  const hasTexts = kept.some(([, value]) => typeof value === 'string');
  points.texts = hasTexts ? kept.map(([, value]) => (typeof value === 'string' ? value : null)) : null;
  return points;
}
