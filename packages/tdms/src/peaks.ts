import type { TdmsChannel, TdmsFile } from './tdms-file.ts';

/** Values of which the smallest and the largest are kept together. */
const STEP = 4_096;

/** The smallest and the largest of each 4,096 values of a channel; NaN where none is a number. */
export interface Peaks {
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export interface Plot extends Peaks {
  /** Index of the first value of each bucket, and after the last one. */
  readonly edges: Float64Array;
}

/** The peaks of a channel, read from its beginning on: as far as was asked for, and what was read is kept. */
export class PeakReading {
  /** Of what was read: the smallest is larger than the largest where nothing was. */
  readonly peaks: Peaks;
  readonly #file: TdmsFile;
  readonly #channel: TdmsChannel;
  readonly #edges: Float64Array;
  #read = 0;

  constructor(file: TdmsFile, channel: TdmsChannel) {
    this.#file = file;
    this.#channel = channel;
    const steps = Math.ceil(channel.count / STEP);
    this.#edges = Float64Array.from({ length: steps + 1 }, (_, n) => Math.min(n * STEP, channel.count));
    this.peaks = noPeaks(steps);
  }

  /** Values that are yet to be read before all up to `until` is known. */
  unread(until: number): number {
    return Math.max(0, this.#endOf(until) - this.#read);
  }

  /**
   * Goes on from where it was left.
   * @param until the index after the last value that is wanted
   * @param options.signal ends it
   * @param options.isEnough whether it is left here for now; asked after each block, so that it always gets on
   */
  async readOn(until: number, { signal, isEnough }: PeakReadingOptions = {}): Promise<void> {
    const end = this.#endOf(until);
    if (this.#read >= end) return;
    for await (const { from, values } of this.#file.numbers(this.#channel, this.#read, end)) {
      signal?.throwIfAborted();
      takeIn(this.peaks, this.#edges, from, values, Math.floor(from / STEP));
      this.#read = from + values.length;
      if (isEnough?.()) return;
    }
  }

  /** Where the 4,096 values end that the last one is among. */
  #endOf(until: number): number {
    return Math.min(this.#channel.count, Math.ceil(until / STEP) * STEP);
  }
}

export interface PeakReadingOptions {
  readonly signal?: AbortSignal | undefined;
  readonly isEnough?: (() => boolean) | undefined;
}

/** Indexes of the first value and after the last, and in how many parts they are wanted. */
export interface PlotPart {
  readonly from: number;
  readonly until: number;
  readonly buckets: number;
}

/** Whether a plot is made from what a `PeakReading` has, rather than from the values. */
export const isCoarse = (from: number, until: number, buckets: number) => (until - from) / buckets >= 2 * STEP;

/**
 * The smallest and the largest value of each bucket: no peak is lost at any zoom.
 * @param from index of the first value
 * @param until index after the last
 * @param options.peaks of the channel, for what `isCoarse`: its buckets begin where 4,096 values do
 */
export async function plot(
  file: TdmsFile,
  channel: TdmsChannel,
  { from, until, buckets }: PlotPart,
  { peaks, signal }: { peaks?: Peaks | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Plot> {
  const [begin, end] = [Math.max(0, from), Math.min(until, channel.count)];
  if (begin >= end) return { edges: new Float64Array(1), min: new Float64Array(), max: new Float64Array() };
  const count = Math.max(1, Math.min(buckets, end - begin));
  if (peaks === undefined || !isCoarse(begin, end, count)) {
    const reading = new PlotReading(file, channel, { from: begin, until: end, buckets: count });
    await reading.readOn({ signal });
    return reading.plot;
  }
  const edges = edgesOf(begin, end, count, { grain: STEP, most: channel.count });
  return { edges, ...coarser(peaks, edges) };
}

/** A plot that is made from the values themselves: as far as was asked for, and what was read is kept. */
export class PlotReading {
  readonly #file: TdmsFile;
  readonly #channel: TdmsChannel;
  readonly #edges: Float64Array;
  readonly #peaks: Peaks;
  readonly #end: number;
  #bucket = 0;
  #read: number;

  /** @param part of a channel, of one value at least */
  constructor(file: TdmsFile, channel: TdmsChannel, { from, until, buckets }: PlotPart) {
    this.#file = file;
    this.#channel = channel;
    const count = Math.max(1, Math.min(buckets, until - from));
    this.#edges = edgesOf(from, until, count, { grain: 1, most: channel.count });
    this.#peaks = noPeaks(count);
    this.#read = from;
    this.#end = until;
  }

  /** Values that are yet to be read before the plot is whole. */
  get unread(): number {
    return this.#end - this.#read;
  }

  /** What is known by now; NaN where nothing was read. */
  get plot(): Plot {
    return { edges: this.#edges, ...noNumberAsNaN({ min: this.#peaks.min.slice(), max: this.#peaks.max.slice() }) };
  }

  /** Goes on from where it was left, as a `PeakReading` does. */
  async readOn({ signal, isEnough }: PeakReadingOptions = {}): Promise<void> {
    if (this.#read >= this.#end) return;
    for await (const { from, values } of this.#file.numbers(this.#channel, this.#read, this.#end)) {
      signal?.throwIfAborted();
      this.#bucket = takeIn(this.#peaks, this.#edges, from, values, this.#bucket);
      this.#read = from + values.length;
      if (isEnough?.()) return;
    }
  }
}

/** The last part ends no earlier than what was asked for. */
function edgesOf(from: number, until: number, count: number, { grain, most }: { grain: number; most: number }) {
  return Float64Array.from({ length: count + 1 }, (_, n) => {
    const at = from + ((until - from) * n) / count;
    return n === count ? Math.min(most, Math.ceil(until / grain) * grain) : Math.floor(at / grain) * grain;
  });
}

const noPeaks = (buckets: number): Peaks => ({
  min: new Float64Array(buckets).fill(Infinity),
  max: new Float64Array(buckets).fill(-Infinity),
});

/**
 * @param from index of the first of the values
 * @param bucket in which the first lies, or one before it
 * @returns in which the last lies
 */
function takeIn({ min, max }: Peaks, edges: Float64Array, from: number, values: Float64Array, bucket: number): number {
  const buckets = edges.length - 1;
  let [at, now] = [0, bucket];
  while (at < values.length) {
    while (now < buckets - 1 && (edges[now + 1] ?? 0) <= from + at) now++;
    const until = Math.min(values.length, (edges[now + 1] ?? 0) - from);
    let [low, high] = [min[now] ?? 0, max[now] ?? 0];
    for (; at < until; at++) {
      const value = values[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    min[now] = low;
    max[now] = high;
  }
  return now;
}

function coarser(peaks: Peaks, edges: Float64Array): Peaks {
  const buckets = edges.length - 1;
  const { min, max } = noPeaks(buckets);
  for (let bucket = 0; bucket < buckets; bucket++) {
    const until = Math.ceil((edges[bucket + 1] ?? 0) / STEP);
    for (let step = (edges[bucket] ?? 0) / STEP; step < until; step++) {
      const [low = Number.NaN, high = Number.NaN] = [peaks.min[step], peaks.max[step]];
      if (low < (min[bucket] ?? 0)) min[bucket] = low;
      if (high > (max[bucket] ?? 0)) max[bucket] = high;
    }
  }
  return noNumberAsNaN({ min, max });
}

function noNumberAsNaN({ min, max }: Peaks): Peaks {
  for (let n = 0; n < min.length; n++) {
    if ((min[n] ?? 0) <= (max[n] ?? 0)) continue;
    min[n] = Number.NaN;
    max[n] = Number.NaN;
  }
  return { min, max };
}
