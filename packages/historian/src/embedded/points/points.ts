import type { PointValue, SeriesPoints } from '../../port.ts';

/**
 * Points of one series in order of time, no time twice. A string stands in `texts` (its slot in `values` is 0);
 * `texts` is null while every value is a number.
 */
export interface Points {
  timesMs: Float64Array;
  values: Float64Array;
  qualities: Uint8Array;
  texts: (string | null)[] | null;
}

export function emptyPoints(): Points {
  return { timesMs: new Float64Array(0), values: new Float64Array(0), qualities: new Uint8Array(0), texts: null };
}

/** Index of the first time at or after `timeMs` among those from index `from` up to, not including, `to`. */
export function lowerBound(timesMs: Float64Array, timeMs: number, from = 0, to = timesMs.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesMs[middle] as number) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Points from index `from` up to, not including, `to`, sharing memory with the given ones. */
export function slicePoints(points: Points, from: number, to: number): Points {
  if (from === 0 && to === points.timesMs.length) return points;
  return {
    timesMs: points.timesMs.subarray(from, to),
    values: points.values.subarray(from, to),
    qualities: points.qualities.subarray(from, to),
    texts: points.texts?.slice(from, to) ?? null,
  };
}

/** The same points in memory of their own. */
export function copyPoints({ timesMs, values, qualities, texts }: Points): Points {
  return {
    timesMs: timesMs.slice(),
    values: values.slice(),
    qualities: qualities.slice(),
    texts: texts?.slice() ?? null,
  };
}

/** Points whose time is within the range, inclusive at both ends. */
export function pointsWithin(points: Points, fromMs: number, toMs: number): Points {
  const from = lowerBound(points.timesMs, fromMs);
  let to = points.timesMs.length;
  if (to > 0 && (points.timesMs[to - 1] as number) > toMs) to = lowerBound(points.timesMs, toMs + 1);
  return slicePoints(points, from, Math.max(from, to));
}

export function valueAt(points: Points, index: number): PointValue {
  return points.texts?.[index] ?? (points.values[index] as number);
}

/** Puts sorted runs that do not overlap, given in order of time, one after the other. */
export function joinPoints(runs: readonly Points[]): Points {
  if (runs.length === 1 && runs[0]) return runs[0];
  let count = 0;
  let hasTexts = false;
  for (const run of runs) {
    count += run.timesMs.length;
    hasTexts ||= run.texts !== null;
  }
  const timesMs = new Float64Array(count);
  const values = new Float64Array(count);
  const qualities = new Uint8Array(count);
  const texts: (string | null)[] | null = hasTexts ? new Array<string | null>(count).fill(null) : null;
  let at = 0;
  for (const run of runs) {
    timesMs.set(run.timesMs, at);
    values.set(run.values, at);
    qualities.set(run.qualities, at);
    if (texts && run.texts) for (let i = 0; i < run.texts.length; i++) texts[at + i] = run.texts[i] ?? null;
    at += run.timesMs.length;
  }
  return { timesMs, values, qualities, texts };
}

/** Two sorted runs made one; at the same time the newer one wins. */
function mergeTwo(older: Points, newer: Points): Points {
  const total = older.timesMs.length + newer.timesMs.length;
  const timesMs = new Float64Array(total);
  const values = new Float64Array(total);
  const qualities = new Uint8Array(total);
  const hasTexts = older.texts !== null || newer.texts !== null;
  const texts: (string | null)[] = [];
  let a = 0;
  let b = 0;
  let count = 0;
  while (a < older.timesMs.length || b < newer.timesMs.length) {
    const olderTime = older.timesMs[a] ?? Number.POSITIVE_INFINITY;
    const newerTime = newer.timesMs[b] ?? Number.POSITIVE_INFINITY;
    const takeNewer = newerTime <= olderTime;
    if (newerTime === olderTime) a++;
    const from = takeNewer ? newer : older;
    const index = takeNewer ? b++ : a++;
    timesMs[count] = from.timesMs[index] as number;
    values[count] = from.values[index] as number;
    qualities[count] = from.qualities[index] as number;
    if (hasTexts) texts.push(from.texts?.[index] ?? null);
    count++;
  }
  return {
    timesMs: timesMs.subarray(0, count),
    values: values.subarray(0, count),
    qualities: qualities.subarray(0, count),
    texts: hasTexts ? texts : null,
  };
}

/** Sorted runs, oldest writing first, made one series: last write wins per time. */
export function mergePoints(runs: readonly Points[]): Points {
  const filled = runs.filter((run) => run.timesMs.length > 0);
  const inOrder = filled.every((run, i) => {
    const before = filled[i - 1];
    return !before || (before.timesMs.at(-1) ?? 0) < (run.timesMs[0] ?? 0);
  });
  if (filled.length === 0) return emptyPoints();
  if (inOrder) return joinPoints(filled);
  // Halves first, so that many small runs cost n log n, not n².
  const half = filled.length >>> 1;
  return mergeTwo(mergePoints(filled.slice(0, half)), mergePoints(filled.slice(half)));
}

/** Points in order of writing, any order of time, made a sorted run: last write wins per time. */
export function sortPoints(
  timesMs: readonly number[],
  values: readonly PointValue[],
  qualities: readonly number[],
): Points {
  // What a log says again at a start is late and in order.
  const order = isAscending(timesMs) ? null : lastWrites(timesMs);
  const count = order?.length ?? timesMs.length;
  const sorted: Points = {
    timesMs: new Float64Array(count),
    values: new Float64Array(count),
    qualities: new Uint8Array(count),
    texts: null,
  };
  for (let i = 0; i < count; i++) {
    const index = order ? (order[i] as number) : i;
    const value = values[index] as PointValue;
    sorted.timesMs[i] = timesMs[index] as number;
    sorted.qualities[i] = qualities[index] as number;
    if (typeof value === 'number') {
      sorted.values[i] = value;
    } else {
      sorted.texts ??= new Array<string | null>(count).fill(null);
      sorted.texts[i] = value;
    }
  }
  return sorted;
}

/** Whether each time is greater than the one before. */
function isAscending(timesMs: readonly number[]): boolean {
  for (let i = 1; i < timesMs.length; i++) {
    if ((timesMs[i] as number) <= (timesMs[i - 1] as number)) return false;
  }
  return true;
}

/** Indices of the last writes per time, in order of time. */
function lastWrites(timesMs: readonly number[]): number[] {
  const order = Array.from(timesMs.keys()).sort((a, b) => (timesMs[a] as number) - (timesMs[b] as number) || a - b);
  return order.filter((index, i) => timesMs[index] !== timesMs[order[i + 1] ?? -1]);
}

/** The form in which the port hands out points. */
export function toSeriesPoints(points: Points): SeriesPoints {
  const { values } = points;
  const texts = points.texts?.some((text) => text !== null) ? points.texts : null;
  return {
    timesMs: points.timesMs,
    values: texts ? texts.map((text, i) => text ?? (values[i] as number)) : values,
    qualities: points.qualities,
  };
}
