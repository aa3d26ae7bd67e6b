import type { measurements } from '@telltale/contract';

/** What is looked at, in seconds since the first value, or in values where a channel has no timing. */
export interface ViewRange {
  readonly from: number;
  readonly to: number;
}

/** From one value to the next. */
export const stepOf = ({ waveform }: Pick<measurements.Channel, 'waveform'>) => waveform?.increment ?? 1;

/** All of the longest channel. */
export function wholeOf(channels: readonly Pick<measurements.Channel, 'count' | 'waveform'>[]): ViewRange {
  return { from: 0, to: Math.max(1, ...channels.map((channel) => channel.count * stepOf(channel))) };
}

/** The values of a channel that lie in the range; one at least, where the channel goes so far. */
export function valuesIn({ from, to }: ViewRange, channel: Pick<measurements.Channel, 'count' | 'waveform'>) {
  const step = stepOf(channel);
  const first = Math.min(channel.count, Math.max(0, Math.floor(from / step)));
  const end = Math.min(channel.count, Math.max(first + 1, Math.ceil(to / step)));
  return { first, end };
}

/** The range drawn nearer to its middle, or further away, or moved by a share of itself; within the whole. */
export function changed(
  { from, to }: ViewRange,
  whole: ViewRange,
  change: { zoom?: number; move?: number },
): ViewRange {
  const { zoom = 1, move = 0 } = change;
  const length = Math.min((to - from) * zoom, whole.to - whole.from);
  const middle = (from + to) / 2 + move * (to - from);
  const begin = Math.min(Math.max(middle - length / 2, whole.from), whole.to - length);
  return { from: begin, to: begin + length };
}

/** Two points a part, its smallest and its largest value: the line goes through every peak. Gaps are null. */
export function pointsOf({ edges, min, max }: measurements.ChannelPlot, step: number): [number[], (number | null)[]] {
  const xs: number[] = [];
  const ys: (number | null)[] = [];
  for (const [n, low] of min.entries()) {
    const [first = 0, end = 0] = [edges[n], edges[n + 1]];
    const high = max[n] ?? null;
    xs.push(first * step);
    ys.push(low);
    if (end - first <= 1) continue;
    xs.push(((first + end) / 2) * step);
    ys.push(high);
  }
  return [xs, ys];
}
