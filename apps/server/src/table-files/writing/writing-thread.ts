import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import { buffersOf, type ExportPlan, isGzipped } from '../export-plan.ts';
import { convertPage } from './convert-page.ts';
import type { FormatWriter } from './format-writer.ts';
import { GzipSink } from './gzip-sink.ts';
import { type FromWriter, saysFull, type ToWriter, type WritingTask } from './messages.ts';
import { FileSink, type Sink } from './sink.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a worker thread only');
/** A tenth of what the thread gets that answers devices, where both want the processor; it is woken after it, too. */
const NICENESS = 10;

// Linux gives each thread a priority of its own. Elsewhere it would be that of the whole portal.
if (process.platform === 'linux') setPriority(NICENESS);
const tell = (message: FromWriter, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

let taken: (() => void) | undefined;

/** Sends each piece to the portal's thread, and waits until it was taken from there. */
const back: Sink = {
  async write(bytes) {
    const { promise, resolve } = Promise.withResolvers<void>();
    taken = resolve;
    const copy = new Uint8Array(bytes);
    tell({ kind: 'bytes', bytes: copy }, [copy.buffer]);
    await promise;
  },
  end: () => Promise.resolve(),
};

async function writerFor(plan: ExportPlan, sink: Sink, scratchPath: string): Promise<FormatWriter> {
  if (plan.type === 'csv') return new (await import('./csv-writer.ts')).CsvWriter(plan, sink, breath);
  if (plan.type === 'sqlite' && plan.table !== undefined) {
    return new (await import('./sqlite-table-writer.ts')).SqliteTableWriter(
      plan,
      plan.table,
      sink,
      scratchPath,
      breath,
    );
  }
  if (plan.type === 'sqlite')
    return new (await import('./sqlite-writer.ts')).SqliteWriter(plan, sink, scratchPath, breath);
  if (plan.type === 'parquet') return new (await import('./parquet-writer.ts')).ParquetWriter(plan, sink, breath);
  return new (await import('./arrow-writer.ts')).ArrowWriter(plan, sink);
}

const { plan, path, scratchPath } = workerData as WritingTask;

/** Needed while devices send. */
const breath = new Breath(true);

async function open(): Promise<FormatWriter> {
  const target = path === null ? back : new FileSink(path);
  return writerFor(plan, isGzipped(plan) ? new GzipSink(target, breath) : target, scratchPath);
}

function fail(error: unknown): void {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isFull: saysFull(error) });
}

const writer = open();
let last: Promise<unknown> = writer;
last.catch(fail);

async function handle(message: Exclude<ToWriter, { kind: 'taken' }>): Promise<void> {
  const formats = await writer;
  if (message.kind === 'page') {
    breath.isNeeded = !message.hasCores;
    convertPage(message.page, plan.columns);
    await formats.page(message.page);
    // Nobody else has it: it would lie about until a collection that the page itself does not bring near.
    for (const buffer of buffersOf(message.page)) buffer.transfer(0);
    tell({ kind: 'written', points: message.page.points });
    return;
  }
  await formats.end();
  tell({ kind: 'done', leftOut: formats.leftOut });
  port?.close();
}

port.on('message', (message: ToWriter) => {
  if (message.kind === 'taken') {
    taken?.();
    return;
  }
  last = last.then(() => handle(message));
  last.catch(fail);
});
