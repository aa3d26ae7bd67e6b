import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchEngine } from './bench-engine.ts';
import { processorSeconds, residentBytes, writtenBytes } from './process-facts.ts';
import {
  commits,
  generatedValues,
  realColumns,
  realValues,
  type SeriesValues,
  START_MS,
  seededRandom,
} from './workload.ts';

/** What one process measures on one engine. */
export interface Task {
  kind: 'day' | 'real' | 'many';
  seriesCount: number;
  seconds: number;
  /** Points that are written in commits of 1,000 before the rest goes in commits of 20,000. */
  smallCommitPoints: number;
  realData: string | null;
}

/** Names are the rows of the table; a missing one was not measured. */
export type Facts = Record<string, number>;

/**
 * The shorter a query, the oftener it is asked, of every engine: a compiler that warms up must not decide. Node compiles
 * what reads an hour within the first 300 or so (0.20 ms each; 0.11 ms from then on).
 */
const SHORT_QUERIES = 3_000;
const QUERIES = 300;
const LONG_QUERIES = 40;

export async function measure(open: (folder: string) => Promise<BenchEngine>, task: Task): Promise<Facts> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  const series = valuesOf(task);
  const residentBefore = residentBytes(process.pid);
  const engine = await open(folder);
  const writtenBefore = writtenBytes(engine.pid);
  try {
    const facts: Facts = {};
    const ingested = await ingest(engine, series, task, facts);
    if (task.kind === 'many') {
      globalThis.gc?.();
      facts.residentBytes = residentBytes(engine.pid) - (engine.pid === process.pid ? residentBefore : 0);
      return facts;
    }
    facts.bytesPerPoint = (await engine.settle()) / ingested;
    facts.writtenPerPoint = (writtenBytes(engine.pid) - writtenBefore) / ingested;
    facts.processorPerPoint = (processorSeconds(engine.pid) / ingested) * 1e9;
    if (task.kind === 'day') await query(engine, series, task, facts);
    return facts;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function valuesOf({ kind, seriesCount, seconds, realData }: Task): SeriesValues[] {
  // Many series share few arrays, so that the driver's own memory does not drown what is measured.
  const distinct = kind === 'many' ? 50 : seriesCount;
  const columns = kind === 'real' && realData ? realColumns(realData) : null;
  const arrays = Array.from({ length: distinct }, (_, i) =>
    columns ? realValues(columns, i, seconds) : generatedValues(i, seconds),
  );
  return Array.from({ length: seriesCount }, (_, i) => arrays[i % distinct] ?? new Float64Array(seconds));
}

/** Writes everything, each commit acknowledged before the next is sent; only the commits are timed. */
async function ingest(engine: BenchEngine, series: SeriesValues[], task: Task, facts: Facts): Promise<number> {
  const smallSeconds = Math.floor(task.smallCommitPoints / series.length);
  const phases: [name: string, from: number, to: number, commitPoints: number][] = [
    ['ingest1000', 0, smallSeconds, 1000],
    ['ingest20000', smallSeconds, task.seconds, 20_000],
  ];
  for (const [name, from, to, commitPoints] of phases) {
    let points = 0;
    let elapsedMs = 0;
    const part = series.map((values) => values.subarray(from, to));
    for (const rows of commits(part, to - from, commitPoints)) {
      for (let i = 0; i < rows.timesMs.length; i++) rows.timesMs[i] = (rows.timesMs[i] ?? 0) + from * 1000;
      const commit = engine.prepare(rows);
      const start = performance.now();
      await commit();
      elapsedMs += performance.now() - start;
      points += rows.series.length;
    }
    if (points > 0) facts[name] = (points / elapsedMs) * 1000;
  }
  return series.length * task.seconds;
}

/** Runs a query on series and times of a fixed choice; answers its times in ms, ascending. */
export async function timed(
  run: (random: () => number) => Promise<number>,
  expected: (found: number) => boolean,
  queries = QUERIES,
): Promise<number[]> {
  const random = seededRandom(99);
  const times: number[] = [];
  for (let i = 0; i < queries + 3; i++) {
    const start = performance.now();
    const found = await run(random);
    const elapsed = performance.now() - start;
    if (!expected(found)) throw new Error(`a query found ${found}, which is not what was written`);
    // The first ones warm caches and compilers up.
    if (i >= 3) times.push(elapsed);
  }
  return times.sort((a, b) => a - b);
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function query(engine: BenchEngine, series: SeriesValues[], task: Task, facts: Facts): Promise<void> {
  const endMs = START_MS + task.seconds * 1000 - 1;
  const pick = (random: () => number): number => Math.floor(random() * series.length);
  const hours = Math.floor(task.seconds / 3600);
  const q1 = await timed(
    (random) => {
      const fromMs = START_MS + Math.floor(random() * hours) * 3_600_000;
      return engine.readRaw(pick(random), fromMs, fromMs + 3_599_999);
    },
    (found) => found === 3600,
    SHORT_QUERIES,
  );
  facts.rawHour = quantile(q1, 0.5);
  const minMaxDay = (random: () => number): Promise<number> => engine.readMinMax(pick(random), START_MS, endMs, 600);
  facts.minMaxDay = quantile(await timed(minMaxDay, (found) => found >= 500), 0.5);
  const many = await timed(
    (random) => {
      const first = Math.min(series.length - 8, pick(random) & ~7);
      return engine.readMany(
        [0, 1, 2, 3, 4, 5, 6, 7].map((i) => first + i),
        START_MS,
        endMs,
      );
    },
    (found) => found >= 8 * task.seconds,
    LONG_QUERIES,
  );
  facts.eightDays = quantile(many, 0.5);
  facts.minMaxDayBusy = await busyMinMax(engine, series, task, minMaxDay);
}

/** The min-max query while commits of 1,000 points go in without a pause. */
async function busyMinMax(
  engine: BenchEngine,
  series: SeriesValues[],
  task: Task,
  minMaxDay: (random: () => number) => Promise<number>,
): Promise<number> {
  const state = { isOver: false };
  const writing = (async () => {
    let second = task.seconds;
    while (!state.isOver) {
      const part = series.map((values) => values.subarray(second % task.seconds, (second % task.seconds) + 100));
      for (const rows of commits(part, 100, 1000)) {
        if (state.isOver) return;
        for (let i = 0; i < rows.timesMs.length; i++) rows.timesMs[i] = (rows.timesMs[i] ?? 0) + second * 1000;
        await engine.prepare(rows)();
      }
      second += 100;
    }
  })();
  const times = await timed(minMaxDay, (found) => found >= 500);
  state.isOver = true;
  await writing;
  return quantile(times, 0.95);
}
