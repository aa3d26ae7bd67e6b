import { setImmediate as othersFirst } from 'node:timers/promises';
import { type Aggregates, type Historian, type SeriesKey, TooManyPointsError } from '@telltale/historian';
import { type ExportPage, type ExportPlan, isLong, type WideColumn } from '#table-files/export-plan.ts';
import { BEHIND_OTHERS, keysOf } from './export-pages.ts';
import { type IntervalRun, intervalRuns, longestOf, partOf } from './interval-runs.ts';

const VALUES_OF_PAGE = 100_000;
/** The first span of those in which a point is looked for, where nothing tells how far apart they are. */
const FIRST_LOOK_MS = 86_400_000;
/** A run with a row in fewer than one of so many intervals: the next one is looked for, and looked at, where its points are. */
const SPARSE = 64;
/** Each span is so many times as long as the one before it. */
const WIDENING = 4;

/** The functions of each interval; one without any point is left out. Time without points is passed over, not read. */
export async function* intervalPages(
  historian: Historian,
  plan: ExportPlan,
  signal: AbortSignal,
  valuesOfPage = VALUES_OF_PAGE,
): AsyncGenerator<ExportPage> {
  const { bucketMs, zone, functions } = plan;
  const keys = keysOf(plan);
  const filled = await filledRange(historian, plan, keys, signal);
  if (bucketMs === null || filled === undefined) return;
  const most = Math.max(1, Math.floor(valuesOfPage / plan.columns.length));
  let pointMs = filled.fromMs;
  let isSparse = true;
  for (const run of intervalRuns({ ...filled, bucketMs, zone, emptyUntilMs: () => pointMs }, most)) {
    // Days without a point are passed over on this thread: decades of them would let nobody else have a turn.
    await othersFirst();
    signal.throwIfAborted();
    if (run.endMs <= pointMs) continue;
    const asked = isSparse ? partOf(run, bucketMs, pointMs, await lastPointMs(historian, keys, run.endMs - 1)) : run;
    let rows = 0;
    for await (const { startMs, buckets, series } of answersOf(historian, plan, keys, asked, signal)) {
      const starts = Float64Array.from({ length: buckets }, (_, i) => startMs + i * bucketMs);
      const counts = series.map(({ count }) => count ?? []);
      const filledRows = [...starts.keys()].filter((row) => counts.some((count) => Number(count[row]) > 0));
      if (filledRows.length === 0) continue;
      rows += filledRows.length;
      const columns = series.flatMap((answers) => functions.map((name) => answers[name] ?? []));
      yield* pagesOf(plan, starts, columns, counts);
    }
    isSparse = rows * SPARSE < run.buckets;
    if (!isSparse) continue;
    const range = { keys, fromMs: run.endMs, toMs: filled.endMs - 1, signal };
    const nextMs = await nextPointMs(historian, range, run.endMs - run.fromMs);
    if (nextMs === null) return;
    pointMs = nextMs;
  }
}

/** The range without the time before the first and after the last point, in which there may be millions of intervals. */
async function filledRange(
  historian: Historian,
  { fromMs, toMs, bucketMs }: ExportPlan,
  keys: readonly SeriesKey[],
  signal: AbortSignal,
): Promise<{ fromMs: number; endMs: number } | undefined> {
  const lastMs = await lastPointMs(historian, keys, toMs);
  if (lastMs < fromMs) return undefined;
  const endMs = Math.min(toMs + 1, lastMs + longestOf(bucketMs ?? 0));
  const firstMs = await nextPointMs(historian, { keys, fromMs, toMs, signal }, FIRST_LOOK_MS);
  if (firstMs === null) return undefined;
  // From the beginning of its interval: what was in force before it counts in a mean over time.
  return { fromMs: Math.max(fromMs, firstMs - longestOf(bucketMs ?? 0)), endMs };
}

async function lastPointMs(historian: Historian, keys: readonly SeriesKey[], toMs: number): Promise<number> {
  const newest = await historian.stateAt(keys, toMs);
  return newest.reduce((latest, { timeMs }) => Math.max(latest, timeMs), Number.NEGATIVE_INFINITY);
}

/**
 * When the next point is, of whichever series, or null. It is looked for in spans that become longer: a server of history
 * reads all of a span for its first point.
 */
async function nextPointMs(
  historian: Historian,
  { keys, fromMs, toMs, signal }: { keys: readonly SeriesKey[]; fromMs: number; toMs: number; signal: AbortSignal },
  firstSpanMs: number,
): Promise<number | null> {
  for (let beginMs = fromMs, spanMs = firstSpanMs; beginMs <= toMs; spanMs *= WIDENING) {
    const endMs = Math.min(toMs, beginMs + spanMs - 1);
    const query = { keys, fromMs: beginMs, toMs: endMs, pageValues: keys.length, signal, ...BEHIND_OTHERS };
    for await (const { timesMs } of historian.scan(query)) return timesMs[0] ?? null;
    beginMs = endMs + 1;
  }
  return null;
}

interface Answer {
  startMs: number;
  buckets: number;
  series: Aggregates['series'];
}

/** A run whose points are too many to be looked at in one go is halved, and then the series are. */
async function* answersOf(
  historian: Historian,
  plan: ExportPlan,
  keys: readonly SeriesKey[],
  run: IntervalRun,
  signal: AbortSignal,
): AsyncGenerator<Answer> {
  try {
    yield { ...run, series: await aggregate(historian, plan, keys, run, signal) };
  } catch (error) {
    if (!(error instanceof TooManyPointsError)) throw error;
    if (run.buckets > 1) {
      for (const half of halvesOf(run, plan.bucketMs ?? 0)) yield* answersOf(historian, plan, keys, half, signal);
      return;
    }
    if (keys.length === 1) throw error;
    const series: Aggregates['series'] = [];
    for (const key of keys) series.push(...(await aggregate(historian, plan, [key], run, signal)));
    yield { ...run, series };
  }
}

async function aggregate(
  historian: Historian,
  { functions }: ExportPlan,
  keys: readonly SeriesKey[],
  { fromMs, endMs, buckets }: IntervalRun,
  signal: AbortSignal,
): Promise<Aggregates['series']> {
  const asked = [...new Set([...functions, 'count' as const])];
  const query = { keys, fromMs, toMs: endMs - 1, buckets, functions: asked, signal };
  return (await historian.aggregate(query)).series;
}

function halvesOf({ fromMs, endMs, buckets, startMs }: IntervalRun, bucketMs: number): IntervalRun[] {
  const first = Math.floor(buckets / 2);
  const middleMs = startMs + first * bucketMs;
  return [
    { fromMs, endMs: middleMs, buckets: first, startMs },
    { fromMs: middleMs, endMs, buckets: buckets - first, startMs: middleMs },
  ];
}

function* pagesOf(
  plan: ExportPlan,
  starts: Float64Array<ArrayBuffer>,
  columns: readonly (readonly unknown[])[],
  counts: readonly (readonly unknown[])[],
): Generator<ExportPage> {
  const { length: functions } = plan.functions;
  const hasPoints = (column: number, row: number) => Number(counts[Math.floor(column / functions)]?.[row] ?? 0) > 0;
  if (isLong(plan)) {
    for (const [column, values] of columns.entries()) {
      const rows = [...starts.keys()].filter((row) => hasPoints(column, row) && typeof values[row] === 'number');
      if (rows.length === 0) continue;
      yield {
        kind: 'long',
        column,
        timesMs: Float64Array.from(rows, (row) => starts[row] as number),
        values: Float64Array.from(rows, (row) => values[row] as number),
        texts: null,
        qualities: null,
        points: rows.length,
      };
    }
    return;
  }
  const rows = [...starts.keys()].filter((row) => columns.some((_, column) => hasPoints(column, row)));
  if (rows.length === 0) return;
  const packed = columns.map((values, column): WideColumn => {
    const isThere = (row: number) => hasPoints(column, row) && typeof values[row] === 'number';
    return {
      values: Float64Array.from(rows, (row) => (isThere(row) ? (values[row] as number) : 0)),
      present: Uint8Array.from(rows, (row) => (isThere(row) ? 1 : 0)),
      texts: null,
    };
  });
  const points = rows.length * columns.length;
  yield { kind: 'wide', timesMs: Float64Array.from(rows, (row) => starts[row] as number), columns: packed, points };
}
