import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchEngine, Rows } from './bench-engine.ts';
import type { Facts } from './measure.ts';
import { quantile, timed } from './measure.ts';
import { residentBytes } from './process-facts.ts';
import { openTelltale } from './telltale-engine.ts';
import { commits, generatedValues, START_MS, seededRandom } from './workload.ts';

/** What is measured on our engine alone: there is a limit for it, but nothing to compare it with. */
export type OwnTask = { kind: 'year' } | { kind: 'late' } | { kind: 'wide'; seriesCount: number; seconds: number };

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const COMMIT_POINTS = 20_000;
const LATE_SERIES = 10;
/** Some six in a hundred of the points that are there. */
const LATE_POINTS = 50_000;

export async function measureOwn(task: OwnTask): Promise<Facts> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  const residentBefore = residentBytes(process.pid);
  const engine = await openTelltale(folder);
  try {
    if (task.kind === 'year') return await measureYear(engine);
    if (task.kind === 'late') return await measureLate(engine);
    return await measureWide(engine, task, residentBefore);
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeDays(engine: BenchEngine, series: readonly Float64Array[], seconds: number): Promise<void> {
  for (const rows of commits(series, seconds, COMMIT_POINTS)) await engine.prepare(rows)();
}

/** One series at 1 Hz for a year. */
async function measureYear(engine: BenchEngine): Promise<Facts> {
  await writeDays(engine, [generatedValues(2, YEAR_SECONDS)], YEAR_SECONDS);
  await engine.settle();
  const times = await timed(
    () => engine.readMinMax(0, START_MS, START_MS + YEAR_SECONDS * 1000 - 1, 600),
    (found) => found >= 600,
  );
  return { minMaxYear: quantile(times, 0.5), minMaxYearP95: quantile(times, 0.95) };
}

/** Many series, each with points in memory. */
async function measureWide(
  engine: BenchEngine,
  { seriesCount, seconds }: Extract<OwnTask, { kind: 'wide' }>,
  residentBefore: number,
): Promise<Facts> {
  const shapes = Array.from({ length: 50 }, (_, i) => generatedValues(i, seconds));
  const series = Array.from({ length: seriesCount }, (_, i) => shapes[i % shapes.length] ?? new Float64Array(seconds));
  await writeDays(engine, series, seconds);
  globalThis.gc?.();
  return {
    residentWide: residentBytes(process.pid) - residentBefore,
    headPerSeries: process.memoryUsage().arrayBuffers / seriesCount,
  };
}

/** Points between those that are there, all over a day, in no order of time. */
async function measureLate(engine: BenchEngine): Promise<Facts> {
  const series = Array.from({ length: LATE_SERIES * 2 }, (_, i) => generatedValues(i % LATE_SERIES, DAY_SECONDS));
  await writeDays(engine, series, DAY_SECONDS);
  await engine.settle();
  const minMax = (number: number): Promise<number> =>
    engine.readMinMax(number, START_MS, START_MS + DAY_SECONDS * 1000 - 1, 600);
  const p50 = async (first: number): Promise<number> => {
    const pick = (random: () => number): number => first + Math.floor(random() * LATE_SERIES);
    return quantile(
      await timed(
        (random) => minMax(pick(random)),
        (found) => found >= 500,
      ),
      0.5,
    );
  };
  const random = seededRandom(7);
  let elapsedMs = 0;
  for (let written = 0; written < LATE_POINTS; written += 1000) {
    const commit = engine.prepare(latePoints(random));
    const start = performance.now();
    await commit();
    elapsedMs += performance.now() - start;
  }
  // At first they are in memory, later in the chunks.
  const fresh = await p50(0);
  await engine.settle();
  return {
    late: (LATE_POINTS / elapsedMs) * 1000,
    minMaxClean: await p50(LATE_SERIES),
    minMaxLateFresh: fresh,
    minMaxLate: await p50(0),
  };
}

function latePoints(random: () => number): Rows {
  const rows: Rows = {
    series: new Int32Array(1000),
    timesMs: new Float64Array(1000),
    values: new Float64Array(1000),
  };
  for (let i = 0; i < 1000; i++) {
    rows.series[i] = Math.floor(random() * LATE_SERIES);
    rows.timesMs[i] = START_MS + Math.floor(random() * DAY_SECONDS) * 1000 + 500;
    rows.values[i] = Math.round(random() * 10_000) / 100;
  }
  return rows;
}
