import { type TdmsChannel, type TdmsFile, timeText } from '@telltale/tdms';
import type { WideColumn } from '#table-files/export-plan.ts';
import type { Answers, Question, RowTiming } from './messages.ts';

/** Values of channels side by side, by their place; where a channel has ended there is nothing. */
export async function readRows(
  file: TdmsFile,
  channels: readonly TdmsChannel[],
  { from, until, timing }: Extract<Question, { kind: 'rows' }>,
  signal: AbortSignal,
): Promise<Answers['rows']> {
  const columns: WideColumn[] = [];
  let points = 0;
  for (const channel of channels) {
    const end = Math.max(from, Math.min(until, channel.count));
    columns.push(await columnOf(file, channel, { from, end, until }, signal));
    points += end - from;
  }
  const { axis, more } = timed(timing, from, until - from);
  return { kind: 'wide', timesMs: axis, columns: [...more, ...columns], points };
}

async function columnOf(
  file: TdmsFile,
  channel: TdmsChannel,
  { from, end, until }: { from: number; end: number; until: number },
  signal: AbortSignal,
): Promise<WideColumn> {
  const length = until - from;
  const values = new Float64Array(length);
  const present = end === until ? null : new Uint8Array(length).fill(1, 0, end - from);
  if (channel.type === 'string') {
    const texts = new Array<string | null>(length).fill(null);
    for await (const block of file.texts(channel, from, end)) {
      signal.throwIfAborted();
      for (const [n, text] of block.values.entries()) texts[block.from - from + n] = text;
    }
    return { values, present, texts };
  }
  for await (const block of file.numbers(channel, from, end)) {
    signal.throwIfAborted();
    values.set(block.values, block.from - from);
  }
  if (channel.type !== 'timestamp') return { values, present, texts: null };
  return { values, present, texts: Array.from(values, (ms, n) => (n < end - from ? timeText(ms) : null)) };
}

/** A product that is a short number but for its rounding is that number: 12.3456, not 12.345600000000001. */
const ROUNDING = 1e-15;
const SHORT_DIGITS = 6;

/** What the rows begin with: times and seconds, seconds, or places. */
function timed({ startMs, increment }: RowTiming, from: number, length: number) {
  const axis = new Float64Array(length);
  if (increment === null) {
    for (let n = 0; n < length; n++) axis[n] = from + n;
    return { axis, more: [] };
  }
  const seconds = startMs === null ? axis : new Float64Array(length);
  const grain = 10 ** (Math.ceil(-Math.log10(increment)) + SHORT_DIGITS);
  for (let n = 0; n < length; n++) {
    const exact = (from + n) * increment;
    const short = Math.round(exact * grain) / grain;
    seconds[n] = Math.abs(short - exact) <= exact * ROUNDING ? short : exact;
  }
  if (startMs === null) return { axis, more: [] };
  // Whole microseconds: a sum that falls short of a millisecond by its rounding is not the one before.
  for (let n = 0; n < length; n++) axis[n] = startMs + Math.round((seconds[n] as number) * 1e6) / 1e3;
  return { axis, more: [{ values: seconds, present: null, texts: null }] };
}
