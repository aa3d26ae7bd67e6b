import type { measurements } from '@telltale/contract';
import { convert, type Line } from '@telltale/domain/units/conversion.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { evenTime, isStorable, type ValueTimes } from './value-times.ts';

/** A channel that goes into a data item. */
export interface Mapped {
  readonly channel: measurements.Channel;
  /** Of the data item. */
  readonly label: string;
  /** What brings its values into the data item's unit; undefined: they are. */
  readonly line: Line | undefined;
  readonly times: ValueTimes;
}

export interface Recording {
  readonly path: string;
  readonly group: string;
}

/** Some values of a channel in their order, with times in whole milliseconds. */
export interface PointPage {
  readonly timesMs: number[];
  readonly values: (number | string)[];
  /** Values of the channel that were read for it, those without a time among them. */
  readonly read: number;
}

/** What of a channel can be stored, a page after another: of values in the same millisecond the last. */
export async function* channelPoints(
  reader: MeasurementReader,
  { path, group }: Recording,
  { channel, line, times }: Mapped,
  { rows, nowMs, signal }: { rows: number; nowMs: number; signal: AbortSignal },
): AsyncGenerator<PointPage> {
  const ask = (name: string, from: number, until: number) =>
    reader.ask(path, { kind: 'values', group, channel: name, from, until }, signal);
  for (let from = 0; from < channel.count; from += rows) {
    const until = Math.min(channel.count, from + rows);
    const raw = await ask(channel.name, from, until);
    const clock = times.kind === 'channel' ? await ask(times.channel.name, from, until) : undefined;
    const page: PointPage = { timesMs: [], values: [], read: until - from };
    for (const [n, value] of raw.entries()) {
      const timeMs = times.kind === 'even' ? evenTime(times.startMs, times.stepMs, from + n) : told(times, clock?.[n]);
      if (!isStorable(timeMs, nowMs)) continue;
      if (page.timesMs.at(-1) === timeMs) {
        page.timesMs.pop();
        page.values.pop();
      }
      page.timesMs.push(timeMs);
      page.values.push(line === undefined || typeof value === 'string' ? value : convert(line, value));
    }
    yield page;
  }
}

/** A time as a channel tells it; NaN where it has ended, or tells none. */
export function told(
  { startMs, factor }: Extract<ValueTimes, { kind: 'channel' }>,
  value: number | string | undefined,
): number {
  return typeof value === 'number' ? Math.round(startMs + value * factor) : Number.NaN;
}
