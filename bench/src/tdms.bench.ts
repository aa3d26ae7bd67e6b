/**
 * A measurement file of 4 GB, five channels of 100 million values each: until it is open, the first plot of a channel to
 * 1,200 parts and the second, and what the process holds in memory meanwhile and while a channel is exported. The file is
 * sparse: it takes no room, and no disk is waited for. `--values=N` takes shorter channels.
 */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
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
const FILE = 1 as FileId;

/** The description of the file; its values are the hole after it. */
async function makeFile(path: string): Promise<number> {
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
  await truncate(path, head.length + valueBytes);
  return head.length + valueBytes;
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
  const bytes = await makeFile(path);
  console.log(`${(bytes / 1e9).toFixed(1)} GB, ${CHANNELS} channels of ${VALUES.toLocaleString('en-US')} float64.\n`);
  console.log('| what | took | memory before | growth | load |\n|---|---|---|---|---|');
  await measure('open, and the channels of its group', async () => {
    await reader.ask(path, { kind: 'recording' });
    await reader.ask(path, { kind: 'channels', group: GROUP });
  });
  const questions = await measure('first plot of a channel to 1,200 parts', () => drawWhole(reader, path, 'channel 1'));
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
