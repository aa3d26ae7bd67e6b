import type { measurementImports, measurements } from '@telltale/contract';
import { isoOfClock } from '#ui/form/clock-value.ts';

/** When the values were measured, as it is being typed. */
export interface TimesDraft {
  kind: measurementImports.ImportTimes['kind'];
  /** Of another channel. */
  channel: string;
  /** Of a `MomentField`. */
  start: string;
  /** Seconds. */
  increment: string;
}

/** Channels that can say when the values of others were measured. */
export const clocks = (channels: readonly measurements.Channel[]) =>
  channels.filter(({ count, whyUnread }) => count > 0 && whyUnread === null);

/** By a waveform with a clock where there is one, else by a channel of times, else typed. */
export function firstTimes(channels: readonly measurements.Channel[]): TimesDraft {
  const hasClock = channels.some(({ waveform }) => waveform?.start != null);
  const clock = channels.find(({ type, count }) => type === 'timestamp' && count > 0);
  const increment = channels.find(({ waveform }) => waveform !== null)?.waveform?.increment ?? 1;
  return {
    kind: hasClock ? 'waveform' : clock === undefined ? 'typed' : 'channel',
    channel: clock?.name ?? clocks(channels)[0]?.name ?? '',
    start: '',
    increment: String(increment),
  };
}

/** Whether a start has to be typed. */
export const needsStart = ({ kind, channel }: TimesDraft, channels: readonly measurements.Channel[]) =>
  kind === 'typed' || (kind === 'channel' && channels.find(({ name }) => name === channel)?.type !== 'timestamp');

/** What the portal is asked; undefined while something is missing. */
export function timesOf(
  draft: TimesDraft,
  channels: readonly measurements.Channel[],
  zone: string,
): measurementImports.ImportTimes | undefined {
  const { kind, channel } = draft;
  const start = isoOfClock(draft.start, zone);
  if (kind === 'waveform') return { kind };
  if (needsStart(draft, channels) && start === null) return undefined;
  if (kind === 'channel') {
    if (channel === '') return undefined;
    return needsStart(draft, channels) && start !== null ? { kind, channel, start } : { kind, channel };
  }
  const increment = Number(draft.increment);
  return start !== null && increment > 0 && Number.isFinite(increment) ? { kind, start, increment } : undefined;
}
