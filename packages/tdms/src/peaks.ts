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

/**
 * Reads a channel once. What lies behind any longer part of it is known from then on.
 * @param signal ends it
 */
export async function readPeaks(file: TdmsFile, channel: TdmsChannel, signal?: AbortSignal): Promise<Peaks> {
  const buckets = Math.ceil(channel.count / STEP);
  const edges = Float64Array.from({ length: buckets + 1 }, (_, n) => Math.min(n * STEP, channel.count));
  return reduce(file, channel, edges, signal);
}

/** Whether a plot is made from what `readPeaks` gives, rather than from the values. */
export const isCoarse = (from: number, until: number, buckets: number) => (until - from) / buckets >= 2 * STEP;

/**
 * The smallest and the largest value of each bucket: no peak is lost at any zoom.
 * @param from index of the first value
 * @param until index after the last
 * @param options.peaks of the whole channel, for what `isCoarse`: its buckets begin where 4,096 values do
 */
export async function plot(
  file: TdmsFile,
  channel: TdmsChannel,
  { from, until, buckets }: { from: number; until: number; buckets: number },
  { peaks, signal }: { peaks?: Peaks | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Plot> {
  const [begin, end] = [Math.max(0, from), Math.min(until, channel.count)];
  if (begin >= end) return { edges: new Float64Array(1), min: new Float64Array(), max: new Float64Array() };
  const count = Math.max(1, Math.min(buckets, end - begin));
  const isFromPeaks = peaks !== undefined && isCoarse(begin, end, count);
  const grain = isFromPeaks ? STEP : 1;
  const edges = Float64Array.from({ length: count + 1 }, (_, n) => {
    const at = begin + ((end - begin) * n) / count;
    // The last part ends no earlier than what was asked for.
    return n === count ? Math.min(channel.count, Math.ceil(end / grain) * grain) : Math.floor(at / grain) * grain;
  });
  if (isFromPeaks) return { edges, ...coarser(peaks, edges) };
  return { edges, ...(await reduce(file, channel, edges, signal)) };
}

async function reduce(file: TdmsFile, channel: TdmsChannel, edges: Float64Array, signal?: AbortSignal): Promise<Peaks> {
  const buckets = edges.length - 1;
  const [min, max] = [new Float64Array(buckets).fill(Infinity), new Float64Array(buckets).fill(-Infinity)];
  let bucket = 0;
  for await (const { from, values } of file.numbers(channel, edges[0] ?? 0, edges[buckets] ?? 0)) {
    signal?.throwIfAborted();
    let at = 0;
    while (at < values.length) {
      while (bucket < buckets - 1 && (edges[bucket + 1] ?? 0) <= from + at) bucket++;
      const until = Math.min(values.length, (edges[bucket + 1] ?? 0) - from);
      let [low, high] = [min[bucket] ?? 0, max[bucket] ?? 0];
      for (; at < until; at++) {
        const value = values[at] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      min[bucket] = low;
      max[bucket] = high;
    }
  }
  return noNumberAsNaN({ min, max });
}

function coarser(peaks: Peaks, edges: Float64Array): Peaks {
  const buckets = edges.length - 1;
  const [min, max] = [new Float64Array(buckets).fill(Infinity), new Float64Array(buckets).fill(-Infinity)];
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
