/**
 * A large history as files: how fast each format is written, what memory it takes, how soon the first byte comes, how soon
 * a cancelled one is gone, and how long devices wait meanwhile. `BENCH_POINTS` is how many points there are (100 million).
 * `BENCH_FOLDER` keeps them for the next run, `BENCH_PARTS` (`formats,cancel,devices`) says what is measured, and
 * `BENCH_FORMATS` of which formats, by a part of their names. Devices are measured beside exports without a pause, and beside nothing before each.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calmDisk } from './exports/calm-disk.ts';
import { ExportCaller, type Wanted } from './exports/export-caller.ts';
import { processorSeconds, residentBytes, threadSeconds, waitedForCore } from './historian/process-facts.ts';
import type { LoadReport } from './ingest/device-load.ts';
import type { LoopLag, YearOfHistory } from './ingest/device-portal.ts';
import { PortalUnderTest, runLoad } from './path/processes.ts';

const POINTS = Number(process.env.BENCH_POINTS ?? 100e6);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const DEVICES = 100;
const LOAD = { devices: DEVICES, messagesPerSecond: 1_000, window: 100, seconds: SECONDS };
const MEBIBYTE = 2 ** 20;
const CORES = 2;
const POLL_MS = 100;

const ALL_FORMATS: readonly [string, Wanted][] = [
  ['CSV, wide, 10 columns', { Format: { Type: 'csv' }, Compress: false }],
  ['CSV, wide, 2 columns', { Format: { Type: 'csv' }, Compress: false, series: 2 }],
  ['CSV, wide, 10 columns, compressed', { Format: { Type: 'csv' }, Compress: true }],
  ['CSV, long', { Format: { Type: 'csv', Layout: 'long' }, Compress: false }],
  ['SQLite', { Format: { Type: 'sqlite' }, Compress: false }],
  ['Parquet, wide, 10 columns', { Format: { Type: 'parquet' }, Compress: true }],
  ['Parquet, long', { Format: { Type: 'parquet', Layout: 'long' }, Compress: true }],
  ['Arrow, wide, 10 columns', { Format: { Type: 'arrow' }, Compress: false }],
];

const asked = (name: string) => (process.env[name] ?? '').split(',').filter((text) => text !== '');
const named = asked('BENCH_FORMATS').map((text) => text.toLowerCase());
const FORMATS = ALL_FORMATS.filter(
  ([name]) => named.length === 0 || named.some((text) => name.toLowerCase().includes(text)),
);
const parts = asked('BENCH_PARTS');
const isWanted = (part: 'formats' | 'cancel' | 'devices') => parts.length === 0 || parts.includes(part);

const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const head = (cells: readonly string[]) => {
  row(cells);
  row(cells.map(() => '---'));
};
const millions = (perSecond: number) => `${(perSecond / 1e6).toFixed(2)} M/s`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const kept = process.env.BENCH_FOLDER;
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'telltale-bench-exports-')));
const history = await historyIn(folder);
// What was written left its mark on the memory of the process that wrote it.
const portal = await PortalUnderTest.start(DEVICES, folder);
const { pid } = portal.facts;
const caller = await ExportCaller.logIn(portal.facts, history);

/** What the folder holds; a new one is filled once. */
async function historyIn(path: string): Promise<YearOfHistory> {
  const facts = join(path, `history-${POINTS}.json`);
  if (existsSync(facts)) return JSON.parse(await readFile(facts, 'utf8')) as YearOfHistory;
  await mkdir(path, { recursive: true });
  const maker = await PortalUnderTest.start(DEVICES, path);
  const made = await maker.ask<YearOfHistory>({ points: POINTS });
  await maker.stop();
  await writeFile(facts, JSON.stringify(made));
  return made;
}

/** Rows of a wide file have a value of each column. */
function rowsOf(points: number, { Format, series = history.dataItemIds.length }: Wanted): number {
  return Format.Type === 'sqlite' || Format.Layout === 'long' ? points : points / series;
}

async function measure(name: string, wanted: Wanted): Promise<void> {
  const baseBytes = residentBytes(pid);
  const cpu = processorSeconds(pid);
  const threads = threadSeconds(pid);
  const startMs = performance.now();
  const jobId = await caller.ask(wanted);
  let peak = 0;
  let last = new Map<string, number>();
  let job = await caller.jobOf(jobId);
  for (; job.state === 'queued' || job.state === 'running'; job = await caller.jobOf(jobId)) {
    peak = Math.max(peak, residentBytes(pid));
    last = new Map([...last, ...threadSeconds(pid)]);
    await pause(POLL_MS);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  if (job.state !== 'ready') throw new Error(`${name}: ${job.state} ${job.message ?? ''}`);
  const used = processorSeconds(pid) - cpu;
  const usedBy = new Map([...last].map(([id, after]) => [id, after - (threads.get(id) ?? 0)]));
  const busiest = Math.max(...usedBy.values());
  await caller.drop(jobId);
  const rows = rowsOf(job.rows, wanted);
  row([
    name,
    millions(rows / seconds),
    millions(job.rows / seconds),
    `${used.toFixed(1)} s`,
    `${busiest.toFixed(1)} s`,
    `${(usedBy.get(String(pid)) ?? 0).toFixed(2)} s`,
    millions(rows / Math.max(busiest, used / CORES)),
    `${Math.round(((job.file.length ?? 0) / job.rows) * 10) / 10}`,
    `${Math.round((peak - baseBytes) / MEBIBYTE)} MiB`,
    `${Math.round(residentBytes(pid) / MEBIBYTE)} MiB`,
  ]);
}

const threadCount = () => threadSeconds(pid).size;

/** How long a cancelled export is still there: its thread and its file. */
async function measureCancel(name: string, wanted: Wanted): Promise<void> {
  const before = threadCount();
  const jobId = await caller.ask(wanted);
  while ((await caller.jobOf(jobId)).rows < POINTS / 10) await pause(POLL_MS);
  const startMs = performance.now();
  await caller.drop(jobId);
  while (threadCount() > before || (await readdir(join(folder, 'data/exports'))).length > 0) await pause(5);
  const freedMs = performance.now() - startMs;
  await caller.drop(jobId);
  const firstMs = await caller.firstByte(wanted);
  row([name, `${Math.round(firstMs)} ms`, `${Math.round(freedMs)} ms`]);
}

interface Waited {
  load: LoadReport;
  /** Of the load's time, what the thread that answers devices was ready and had no core. */
  withoutCoreMs: number;
  lag: LoopLag;
  exports: number;
}

/** Devices alone, or beside exports of one format without a pause. */
async function besides(wanted: Wanted | undefined): Promise<Waited> {
  await portal.ask<LoopLag>('lag');
  const before = waitedForCore(pid);
  let isOver = false;
  const running = runLoad(portal, LOAD).finally(() => {
    isOver = true;
  });
  let exports = 0;
  while (wanted !== undefined && !isOver) {
    const jobId = await caller.ask(wanted);
    for (let state = 'queued'; !isOver && (state === 'queued' || state === 'running'); await pause(POLL_MS)) {
      ({ state } = await caller.jobOf(jobId));
      if (state === 'ready') exports++;
    }
    // The first ends it, the second removes its entry.
    await caller.drop(jobId);
    await caller.drop(jobId);
  }
  const load = await running;
  return { load, withoutCoreMs: waitedForCore(pid) - before, lag: await portal.ask<LoopLag>('lag'), exports };
}

/** Each format in turn with nothing, both with a disk that has nothing left to do of what came before. */
async function measureDevices(): Promise<void> {
  await runLoad(portal, { ...LOAD, seconds: 3 });
  head([
    `${DEVICES} devices, 10,000 points/s`,
    'exports',
    'PUBACK p50',
    'p99',
    'max',
    'beside nothing: p50',
    'p99',
    'max',
    'p99, ratio',
    'no core for the devices’ thread',
    'beside nothing',
    'event loop p99',
    'beside nothing',
    'disk',
  ]);
  for (const [name, wanted] of FORMATS) {
    const isCalm = [await calmDisk()];
    const alone = await besides(undefined);
    isCalm.push(await calmDisk());
    const beside = await besides(wanted);
    const times = ({ load }: Waited) => [`${load.p50Ms} ms`, `${load.p99Ms} ms`, `${Math.round(load.maxMs)} ms`];
    row([
      name,
      String(beside.exports),
      ...times(beside),
      ...times(alone),
      `${(beside.load.p99Ms / Math.max(1, alone.load.p99Ms)).toFixed(1)} ×`,
      ...[beside, alone].map(({ withoutCoreMs }) => `${Math.round(withoutCoreMs)} ms`),
      ...[beside, alone].map(({ lag }) => `${lag.p99Ms.toFixed(1)} ms`),
      isCalm.every(Boolean) ? 'calm' : 'at work for others',
    ]);
  }
}

try {
  const base = residentBytes(pid);
  console.log(
    `${POINTS.toLocaleString('en')} points in 10 series, one a second. Memory before: ${Math.round(base / MEBIBYTE)} MiB.\n`,
  );
  if (isWanted('formats')) {
    head([
      'format',
      'rows',
      'values',
      'processor',
      'busiest thread',
      'thread that answers devices',
      'rows, two cores to itself',
      'bytes a value',
      'memory grew by',
      'memory after',
    ]);
    for (const [name, wanted] of FORMATS) await measure(name, wanted);
  }
  if (isWanted('cancel')) {
    console.log('');
    head(['format', 'first byte', 'cancelled: thread and file gone']);
    for (const [name, wanted] of FORMATS.filter(([, { Format }]) => Format.Type !== 'sqlite'))
      await measureCancel(name, wanted);
  }
  if (isWanted('devices')) {
    console.log('');
    await measureDevices();
  }
} finally {
  await portal.stop();
  if (kept === undefined) await rm(folder, { recursive: true, force: true });
}
