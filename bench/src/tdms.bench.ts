/**
 * A measurement file of 4 GB, five channels of 100 million values each: until it is open, the first plot of a channel to
 * 1,200 parts and the second, and what the process holds in memory meanwhile and while a channel is exported. The file is
 * sparse: it takes no room, and no disk is waited for; `--filled` writes it out. What no one has read yet has first to come into memory: the
 * bytes of two channels are read and not looked at, for comparison. `--values=N` takes shorter channels.
 */
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileId, measurements } from '@telltale/contract';
import { createLog } from '@telltale/server/config/log.ts';
import { RecordingExports } from '@telltale/server/features/measurements/exporting/recording-exports.ts';
import { MeasurementReader } from '@telltale/server/features/measurements/reading/measurement-reader.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { makeTdms } from '../../packages/tdms/src/testing/make-tdms.ts';
import { residentBytes } from './historian/process-facts.ts';

const option = process.argv.find((argument) => argument.startsWith('--values='));
const VALUES = Number(option?.split('=')[1] ?? 100e6);
const CHANNELS = 5;
const GROUP = 'run';
const FLOAT64 = { code: 0x0a, bytes: 8 };
/** Of an export; then it is left, as by who cancels the download. */
const EXPORT_BYTES = 1e9;
const LOOK_MS = 20;
/** As the reader reads. */
const READ_BYTES = 4 * 1024 * 1024;
const FILE = 1 as FileId;

/** The description of the file; its values are the hole after it. @returns bytes of the description, and of all */
async function makeFile(path: string): Promise<{ head: number; bytes: number }> {
  const objects = Array.from({ length: CHANNELS }, (_, n) => ({
    path: `/'${GROUP}'/'channel ${n + 1}'`,
    values: { code: FLOAT64.code, count: VALUES },
    properties: { wf_increment: 0.001, unit_string: 'bar' },
  }));
  const [leadIn, valueBytes] = [28, CHANNELS * VALUES * FLOAT64.bytes];
  const head = makeTdms([{ isNewList: true, objects, raw: new Uint8Array(1) }]).subarray(0, -1);
  // How long the segment is, as if its values had been given.
  new DataView(head.buffer).setBigUint64(12, BigInt(head.length - leadIn + valueBytes), true);
  await writeFile(path, head);
  if (process.argv.includes('--filled')) await fill(path, valueBytes);
  else await truncate(path, head.length + valueBytes);
  return { head: head.length, bytes: head.length + valueBytes };
}

async function fill(path: string, bytes: number): Promise<void> {
  const wave = new Uint8Array(Float64Array.from({ length: READ_BYTES / 8 }, (_, n) => Math.sin(n / 99)).buffer);
  const file = await open(path, 'a');
  for (let left = bytes; left > 0; left -= wave.length) await file.write(wave.subarray(0, Math.min(left, wave.length)));
  await file.sync();
  await file.close();
}

/** Reads the bytes of a channel as large as the reader does, and looks at none. */
async function readOnly(path: string, from: number): Promise<void> {
  const file = await open(path, 'r');
  const length = VALUES * FLOAT64.bytes;
  for (let at = 0; at < length; at += READ_BYTES) {
    const bytes = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, length - at));
    await file.read(bytes, 0, bytes.length, from + at);
  }
  await file.close();
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** Works, and looks how far the memory of the process grows meanwhile. */
async function measure<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const before = residentBytes(process.pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentBytes(process.pid));
  };
  const timer = setInterval(look, LOOK_MS);
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  clearInterval(timer);
  look();
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`| ${what} | ${ms.toFixed(0)} ms | ${mebibytes(before)} | ${mebibytes(most - before)} | ${load} |`);
  return result;
}

async function drawWhole(reader: MeasurementReader, path: string, channel: string): Promise<number> {
  const part = { from: 0, until: VALUES, buckets: 1_200, readMs: 2_000 };
  let questions = 1;
  const ask = () => reader.ask(path, { kind: 'plot', group: GROUP, channel, ...part });
  for (let plot = await ask(); plot.unread > 0; plot = await ask()) questions++;
  return questions;
}

async function exportSome(exports: RecordingExports, type: measurements.RecordingExport): Promise<void> {
  const left = new AbortController();
  const of = { fileId: FILE, group: GROUP };
  const { content } = await exports.answer(systemCaller, of, { type, channels: [0] }, left.signal);
  let bytes = 0;
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes >= EXPORT_BYTES) break;
  }
  left.abort();
}

const folder = await mkdtemp(join(tmpdir(), 'telltale-tdms-bench-'));
const path = join(folder, 'run.tdms');
const reader = new MeasurementReader();
try {
  const { head, bytes } = await makeFile(path);
  const beginOf = (channel: number) => head + (channel - 1) * VALUES * FLOAT64.bytes;
  console.log(`${(bytes / 1e9).toFixed(1)} GB, ${CHANNELS} channels of ${VALUES.toLocaleString('en-US')} float64.\n`);
  console.log('| what | took | memory before | growth | load |\n|---|---|---|---|---|');
  await measure('open, and the channels of its group', async () => {
    await reader.ask(path, { kind: 'recording' });
    await reader.ask(path, { kind: 'channels', group: GROUP });
  });
  const questions = await measure('first plot of a channel to 1,200 parts', () => drawWhole(reader, path, 'channel 1'));
  for (const [bare, read] of [
    [2, 3],
    [4, 5],
  ] as const) {
    await measure('the bytes of another, and nothing else', () => readOnly(path, beginOf(bare)));
    await measure('first plot of another', () => drawWhole(reader, path, `channel ${read}`));
  }
  await measure('the same again', () => drawWhole(reader, path, 'channel 1'));
  const another = new MeasurementReader();
  await another.ask(path, { kind: 'recording' });
  await measure('first plot by a reader that has not seen it', () => drawWhole(another, path, 'channel 1'));
  await another.close();
  const exports = new RecordingExports({
    reader,
    find: async () => ({ path, filename: 'run.tdms' }),
    scratch: () => ({ path: join(folder, 'scratch'), remove: () => rm(join(folder, 'scratch'), { force: true }) }),
    diskFault: () => undefined,
    log: createLog('error'),
  });
  await measure('a channel as CSV, the first gigabyte', () => exportSome(exports, 'csv'));
  await measure('a channel as an Arrow stream, the first gigabyte', () => exportSome(exports, 'arrow'));
  console.log(`\nThe first plot took ${questions} question(s).`);
} finally {
  await reader.close();
  await rm(folder, { recursive: true });
}
