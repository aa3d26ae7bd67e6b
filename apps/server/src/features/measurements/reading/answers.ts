import type { measurements } from '@telltale/contract';
import { isCoarse, PeakReading, type Plot, PlotReading, plot, type TdmsChannel, type TdmsFile } from '@telltale/tdms';
import { describe, describeChannel } from './describe.ts';
import type { Answers, Question } from './messages.ts';
import type { OpenFile } from './open-files.ts';
import { readRows } from './rows.ts';

/** There is no such group or channel. */
export class Missing extends Error {}

interface Found {
  readonly answer: Answers[keyof Answers];
  /** What of the answer is handed over rather than copied. */
  readonly transfer: ArrayBuffer[];
}

export async function answerTo(opened: OpenFile, question: Question, signal: AbortSignal): Promise<Found> {
  const { file } = opened;
  if (question.kind === 'recording') return { answer: describe(file), transfer: [] };
  const group = file.group(question.group);
  if (group === undefined) throw new Missing('The group');
  if (question.kind === 'channels') {
    return { answer: group.channels.map((channel) => describeChannel(file, channel)), transfer: [] };
  }
  const channelOf = (name: string) => {
    const channel = group.channels.find((one) => one.name === name);
    if (channel === undefined) throw new Missing('The channel');
    return channel;
  };
  if (question.kind === 'rows') {
    const page = await readRows(file, question.channels.map(channelOf), question, signal);
    const arrays = page.columns.flatMap(({ values, present }) => [values, present]);
    const transfer = [page.timesMs, ...arrays].flatMap((array) => (array === null ? [] : [array.buffer]));
    return { answer: page, transfer };
  }
  const channel = channelOf(question.channel);
  if (question.kind === 'plot') return { answer: await plotOf(opened, channel, question, signal), transfer: [] };
  const values = await valuesOf(file, channel, question, signal);
  return { answer: values, transfer: Array.isArray(values) ? [] : [values.buffer] };
}

/** Plots from near that are kept until they are whole. */
const MOST_PLOTS = 16;

/** What takes long is read by one question after another, and each says what is known by then. */
async function plotOf(
  { file, peaks, plots }: OpenFile,
  channel: TdmsChannel,
  { from, until, buckets, readMs }: Extract<Question, { kind: 'plot' }>,
  signal: AbortSignal,
): Promise<measurements.ChannelPlot> {
  const part = { from, until: Math.min(until, channel.count), buckets };
  const enoughAt = performance.now() + readMs;
  const options = { signal, isEnough: () => performance.now() >= enoughAt };
  if (!isCoarse(part.from, part.until, buckets)) {
    if (part.from >= part.until) return { ...listed(await plot(file, channel, part)), unread: 0 };
    const key = JSON.stringify([channel.group, channel.name, part.from, part.until, buckets]);
    const near = plots.get(key) ?? new PlotReading(file, channel, part);
    plots.delete(key);
    plots.set(key, near);
    const [oldest] = plots.keys();
    if (plots.size > MOST_PLOTS && oldest !== undefined) plots.delete(oldest);
    await near.readOn(options);
    if (near.unread === 0) plots.delete(key);
    return { ...listed(near.plot), unread: near.unread };
  }
  const reading = peaks.get(channel) ?? new PeakReading(file, channel);
  peaks.set(channel, reading);
  await reading.readOn(part.until, options);
  const far = await plot(file, channel, part, { peaks: reading.peaks });
  return { ...listed(far), unread: reading.unread(part.until) };
}

function listed({ edges, min, max }: Plot): Omit<measurements.ChannelPlot, 'unread'> {
  return { edges: [...edges], min: numbers(min), max: numbers(max) };
}

const numbers = (values: Float64Array) => Array.from(values, (value) => (Number.isFinite(value) ? value : null));

async function valuesOf(
  file: TdmsFile,
  channel: TdmsChannel,
  { from, until }: Extract<Question, { kind: 'values' }>,
  signal: AbortSignal,
): Promise<Answers['values']> {
  const end = Math.min(until, channel.count);
  if (channel.type === 'string') {
    const texts: string[] = [];
    for await (const block of file.texts(channel, from, end)) {
      signal.throwIfAborted();
      texts.push(...block.values);
    }
    return texts;
  }
  const values = new Float64Array(Math.max(0, end - from));
  for await (const block of file.numbers(channel, from, end)) {
    signal.throwIfAborted();
    values.set(block.values, block.from - from);
  }
  return values;
}
