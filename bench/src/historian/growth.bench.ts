/**
 * How the embedded history store grows: 1,000 series at 1 Hz with ten, a hundred and a thousand million points, one
 * store that is asked at each of these sizes. `--most=100` ends at a hundred million points (some 2 minutes); the whole
 * takes a quarter of an hour and 2 GB in the folder for temporary files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Historian, openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { quantile } from './measure.ts';
import { folderBytes, residentBytes } from './process-facts.ts';
import { generatedValues, START_MS, seededRandom } from './workload.ts';

const SERIES = 1000;
const SIZES = [10, 100, 1000];
const HOUR_MS = 3_600_000;
/** Seconds of all series in one commit. */
const COMMIT_SECONDS = 20;
const QUESTIONS = 300;

const most = Number(process.argv.find((argument) => argument.startsWith('--most='))?.slice('--most='.length) ?? 1000);
const sizes = SIZES.filter((millions) => millions <= most);
const longest = (Math.max(...sizes) * 1e6) / SERIES;
const shapes = Array.from({ length: 10 }, (_, kind) => generatedValues(kind, longest));
const keys = Array.from({ length: SERIES }, (_, i) => seriesKey(1 + Math.floor(i / 10), 200 + (i % 10)));

/** Points a second of what is added up to a number of seconds. */
async function fill(historian: Historian, fromSecond: number, toSecond: number): Promise<number> {
  let busyMs = 0;
  for (let at = fromSecond; at < toSecond; at += COMMIT_SECONDS) {
    const batch = new PointBatch(SERIES * COMMIT_SECONDS);
    for (let second = at; second < at + COMMIT_SECONDS; second++) {
      for (let i = 0; i < SERIES; i++) {
        batch.add(keys[i] ?? 0, START_MS + second * 1000, shapes[i % 10]?.[second] ?? 0, 192);
      }
    }
    const start = performance.now();
    await historian.append(batch);
    busyMs += performance.now() - start;
  }
  return ((toSecond - fromSecond) * SERIES * 1000) / busyMs;
}

/** Milliseconds of each of many questions in ascending order; the first of them only warm the compiler. */
async function times(ask: (random: () => number) => Promise<unknown>, count = QUESTIONS): Promise<number[]> {
  const random = seededRandom(11);
  const taken: number[] = [];
  for (let i = 0; i < count * 1.5; i++) {
    const start = performance.now();
    await ask(random);
    if (i >= count / 2) taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b);
}

const folder = mkdtempSync(join(tmpdir(), 'telltale-growth-'));
let historian = await openEmbeddedHistorian({ folder });
console.log(
  '| points | ingest, M/s | bytes a point | whole range of a series to 600 buckets, p50 / p95 ms | of 20 series, p50 / p95 ms | raw hour of a series, p50 / p95 ms | resident |',
);
console.log('|---|---|---|---|---|---|---|');
try {
  let seconds = 0;
  for (const millions of sizes) {
    const until = (millions * 1e6) / SERIES;
    const rate = await fill(historian, seconds, until);
    seconds = until;
    await historian.close();
    historian = await openEmbeddedHistorian({ folder });
    const toMs = START_MS + seconds * 1000 - 1;
    const anyKey = (random: () => number) => keys[Math.floor(random() * SERIES)] ?? 0;
    const overview = (count: number) => (random: () => number) =>
      historian.readColumns({
        keys: Array.from({ length: count }, () => anyKey(random)),
        fromMs: START_MS,
        toMs,
        threshold: 600,
      });
    const one = await times(overview(1));
    const twenty = await times(overview(20), 60);
    const hour = await times((random) => {
      const fromMs = START_MS + Math.floor(random() * (seconds * 1000 - HOUR_MS));
      return historian.readSeries(anyKey(random), fromMs, fromMs + HOUR_MS - 1);
    });
    const both = (all: number[]) => `${quantile(all, 0.5).toFixed(2)} / ${quantile(all, 0.95).toFixed(2)}`;
    const bytes = folderBytes(folder) / (millions * 1e6);
    const row = [`${millions} M`, (rate / 1e6).toFixed(2), bytes.toFixed(2), both(one), both(twenty), both(hour)];
    console.log(`| ${row.join(' | ')} | ${Math.round(residentBytes(process.pid) / 1e6)} MB |`);
  }
} finally {
  await historian.close();
  rmSync(folder, { recursive: true, force: true });
}
