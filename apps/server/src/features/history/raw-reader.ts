import type { Columns, Historian, SeriesKey } from '@telltale/historian';
import { type HttpError, tooLarge } from '#http/errors.ts';

/** The most values (series × times) that one answer may hold (guarantees G11). */
export const MAX_VALUES = 5_000_000;

/** A step is sized to bring about this many values, so that no single read is large. */
const VALUES_PER_STEP = 250_000;
const FIRST_STEP_MS = 3_600_000;

export interface RawQuery {
  keys: readonly SeriesKey[];
  fromMs: number;
  toMs: number;
  signal: AbortSignal;
}

/** Refuses an answer of too many values, with the numbers to make it smaller by. */
export function tooManyValues(found: string, details: Record<string, unknown>): HttpError {
  const limit = MAX_VALUES.toLocaleString('en-US');
  return tooLarge(`${found}; an answer holds at most ${limit}. Ask for a shorter range, fewer series or a threshold.`, {
    ...details,
    limit: MAX_VALUES,
  });
}

/**
 * Reads every point of a range, a step at a time: how much is there is only known by reading, and a range that holds
 * too much is refused after the limit instead of being read whole.
 * @returns the steps that hold points, in order of time
 * @throws HttpError 413
 */
export async function readRawParts(historian: Historian, query: RawQuery): Promise<Columns[]> {
  const { keys, fromMs, toMs, signal } = query;
  const parts: Columns[] = [];
  let values = 0;
  let stepMs = FIRST_STEP_MS;
  let at = fromMs;
  while (at <= toMs) {
    signal.throwIfAborted();
    const end = Math.min(toMs, at + stepMs - 1);
    const part = await historian.readColumns({ keys, fromMs: at, toMs: end, threshold: -1, signal });
    const found = part.timesMs.length * keys.length;
    values += found;
    if (values > MAX_VALUES) {
      const until = new Date(end).toISOString();
      const count = values.toLocaleString('en-US');
      throw tooManyValues(`The range holds ${count} values up to ${until} already`, {
        values,
        until,
        series: keys.length,
      });
    }
    if (found > 0) parts.push(part);
    at = end + 1;
    stepMs *= found === 0 ? 16 : Math.min(16, Math.max(0.25, VALUES_PER_STEP / found));
    stepMs = Math.max(1, Math.ceil(stepMs));
  }
  return parts;
}
