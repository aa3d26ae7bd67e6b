import { MAX_AHEAD_MS, type measurementImports, type measurements } from '@telltale/contract';
import { badRequest, HttpError } from '#http/errors.ts';

/** When the values of a channel were measured. */
export type ValueTimes =
  | { readonly kind: 'even'; readonly startMs: number; readonly stepMs: number }
  /** Another channel says so: milliseconds since `startMs` after multiplying. */
  | {
      readonly kind: 'channel';
      readonly channel: measurements.Channel;
      readonly startMs: number;
      readonly factor: number;
    };

/** What would be stored of a channel. */
export interface Extent {
  readonly points: number;
  readonly leftOut: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export const NOTHING: Extent = { points: 0, leftOut: 0, fromMs: Number.NaN, toMs: Number.NaN };

const unfit = (message: string) => new HttpError(422, 'no-times', message);

/**
 * When the values of a channel were measured, as was asked for.
 * @throws HttpError 422 where the file does not say, 400 where a start is missing
 */
export function timesOf(
  channel: measurements.Channel,
  times: measurementImports.ImportTimes,
  all: readonly measurements.Channel[],
): ValueTimes {
  if (times.kind === 'typed') {
    return { kind: 'even', startMs: Date.parse(times.start), stepMs: times.increment * 1_000 };
  }
  if (times.kind === 'waveform') {
    const { waveform, name } = channel;
    if (waveform === null) throw unfit(`The file does not say when the values of ${name} were measured.`);
    if (waveform.start === null) throw unfit(`The file has no start for ${name}: no clock was set. Give one.`);
    return { kind: 'even', startMs: Date.parse(waveform.start), stepMs: waveform.increment * 1_000 };
  }
  const of = all.find(({ name }) => name === times.channel);
  if (of === undefined) throw badRequest(`The group has no channel ${times.channel}.`, { field: 'times.channel' });
  if (of.whyUnread !== null) throw unfit(`The channel ${of.name} cannot tell times. ${of.whyUnread}`);
  if (of.type === 'timestamp') return { kind: 'channel', channel: of, startMs: 0, factor: 1 };
  if (times.start === undefined) {
    const text = `${of.name} holds numbers, not times: give the start from which they count in seconds.`;
    throw badRequest(text, { field: 'times.start' });
  }
  return { kind: 'channel', channel: of, startMs: Date.parse(times.start), factor: 1_000 };
}

/** Whether a time can be stored: since 1970, and up to 10 minutes ahead (spec 3 §2). */
export const isStorable = (timeMs: number, nowMs: number) => timeMs >= 0 && timeMs <= nowMs + MAX_AHEAD_MS;

/** A value's time in whole milliseconds. */
export const evenTime = (startMs: number, stepMs: number, place: number) => Math.round(startMs + place * stepMs);

/** What would be stored of so many even values, without looking at one. */
export function evenExtent(startMs: number, stepMs: number, count: number, nowMs: number): Extent {
  const timeOf = (place: number) => evenTime(startMs, stepMs, place);
  const first = firstPlace(count, (place) => timeOf(place) >= 0);
  const last = firstPlace(count, (place) => timeOf(place) > nowMs + MAX_AHEAD_MS) - 1;
  const stored = last - first + 1;
  if (stored <= 0) return { ...NOTHING, leftOut: count };
  const [fromMs, toMs] = [timeOf(first), timeOf(last)];
  // Faster than a kilohertz every millisecond has a value.
  const points = Math.min(stored, toMs - fromMs + 1);
  return { points, leftOut: count - stored, fromMs, toMs };
}

/** The first of so many places of which something holds that holds of all after it; their number: of none. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Counts what would be stored of times that come one after another. */
export class ExtentCount {
  #points = 0;
  #leftOut = 0;
  #fromMs = Number.POSITIVE_INFINITY;
  #toMs = Number.NEGATIVE_INFINITY;
  #lastMs = Number.NaN;
  readonly #nowMs: number;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(timeMs: number): void {
    if (!isStorable(timeMs, this.#nowMs)) {
      this.#leftOut++;
      return;
    }
    if (timeMs !== this.#lastMs) this.#points++;
    this.#lastMs = timeMs;
    this.#fromMs = Math.min(this.#fromMs, timeMs);
    this.#toMs = Math.max(this.#toMs, timeMs);
  }

  extent(): Extent {
    if (this.#points === 0) return { ...NOTHING, leftOut: this.#leftOut };
    return { points: this.#points, leftOut: this.#leftOut, fromMs: this.#fromMs, toMs: this.#toMs };
  }
}
