/** Reads measurement files, on a thread of its own: what a file makes of it ends with the thread. */
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { measurements } from '@telltale/contract';
import {
  type ByteSource,
  isCoarse,
  type Peaks,
  type Properties,
  plot,
  readPeaks,
  type TdmsChannel,
  TdmsError,
  TdmsFile,
} from '@telltale/tdms';
import type { Answered, Asked, Question } from './messages.ts';

/** Files that stay open: who looks at one asks for more of it. */
const MOST_OPEN = 8;
/** A waveform without a clock begins at the beginning of time as its writer had it. */
const NO_CLOCK = '1904-01-01T00:00:00.000000Z';

interface OpenFile {
  readonly handle: FileHandle;
  readonly file: TdmsFile;
  readonly peaks: Map<TdmsChannel, Peaks>;
}

class Missing extends Error {}

const opened = new Map<string, OpenFile>();

async function openFile(path: string): Promise<OpenFile> {
  const known = opened.get(path);
  opened.delete(path);
  const one = known ?? (await readFile(path));
  opened.set(path, one);
  const [oldest] = opened;
  if (opened.size > MOST_OPEN && oldest !== undefined) {
    opened.delete(oldest[0]);
    await oldest[1].handle.close();
  }
  return one;
}

async function readFile(path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  try {
    return { handle, file: await TdmsFile.open(await sourceOf(handle)), peaks: new Map() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    read: async (position, length) => {
      const wanted = Math.max(0, Math.min(length, size - position));
      const bytes = new Uint8Array(wanted);
      let got = 0;
      while (got < wanted) {
        const { bytesRead } = await handle.read(bytes, got, wanted - got, position + got);
        if (bytesRead === 0) break;
        got += bytesRead;
      }
      return bytes.subarray(0, got);
    },
  };
}

async function answer(path: string, question: Question): Promise<unknown> {
  const { file, peaks } = await openFile(path);
  if (question.kind === 'recording') return describe(file);
  const group = file.group(question.group);
  if (group === undefined) throw new Missing('The group');
  if (question.kind === 'channels') return group.channels.map((channel) => describeChannel(file, channel));
  const channel = group.channels.find(({ name }) => name === question.channel);
  if (channel === undefined) throw new Missing('The channel');
  return plotOf(file, channel, question, peaks);
}

async function plotOf(
  file: TdmsFile,
  channel: TdmsChannel,
  { from, until, buckets }: Extract<Question, { kind: 'plot' }>,
  known: Map<TdmsChannel, Peaks>,
): Promise<measurements.ChannelPlot> {
  const part = { from, until: Math.min(until, channel.count), buckets };
  let peaks = known.get(channel);
  if (peaks === undefined && isCoarse(part.from, part.until, buckets)) {
    peaks = await readPeaks(file, channel);
    known.set(channel, peaks);
  }
  const { edges, min, max } = await plot(file, channel, part, peaks);
  return { edges: [...edges], min: numbers(min), max: numbers(max) };
}

const numbers = (values: Float64Array) => Array.from(values, (value) => (Number.isFinite(value) ? value : null));

function describe(file: TdmsFile): measurements.Recording {
  return {
    version: file.version,
    properties: listed(file.properties),
    groups: file.groups.map(({ name, channels }) => ({ name, channels: channels.length })),
    faults: [...file.faults],
  };
}

function describeChannel(file: TdmsFile, channel: TdmsChannel): measurements.Channel {
  const { name, type = null, count, properties } = channel;
  const unit = properties.get('unit_string') ?? '';
  const whyUnread = file.whyUnread(channel) ?? null;
  return {
    name,
    type,
    count,
    unit: String(unit),
    waveform: waveformOf(properties),
    properties: listed(properties),
    whyUnread,
  };
}

/** Of the properties that a waveform carries: `wf_start_time`, `wf_start_offset`, `wf_increment`. */
function waveformOf(properties: Properties): measurements.Channel['waveform'] {
  const increment = Number(properties.get('wf_increment') ?? 0);
  if (!(increment > 0) || !Number.isFinite(increment)) return null;
  const start = String(properties.get('wf_start_time') ?? NO_CLOCK);
  const offset = Number(properties.get('wf_start_offset') ?? 0);
  const startMs = start === NO_CLOCK ? Number.NaN : Date.parse(start) + (Number.isFinite(offset) ? offset * 1_000 : 0);
  return { start: Number.isNaN(new Date(startMs).getTime()) ? null : new Date(startMs).toISOString(), increment };
}

const listed = (properties: Properties) => [...properties].map(([name, value]) => ({ name, value: String(value) }));

async function answered({ path, question }: Asked): Promise<Answered> {
  try {
    return { kind: 'answer', answer: await answer(path, question) };
  } catch (error) {
    if (error instanceof Missing) return { kind: 'missing', message: error.message };
    const kind = error instanceof TdmsError ? 'refused' : 'failed';
    return { kind, message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await answered(asked)));
