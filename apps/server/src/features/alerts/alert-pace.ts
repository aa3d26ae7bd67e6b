import type { EpochMs } from '@telltale/contract';

/** In so much time one recipient gets so many messages of one thing each; what is more comes together in one. */
export const PACE_MS = 10 * 60_000;
export const MOST_SINGLE = 10;

export type Pace = { kind: 'each' } | { kind: 'together' } | { kind: 'later'; untilMs: EpochMs };

/** What a recipient was told of late. */
export interface ToldSince {
  /** Messages in the last ten minutes. */
  readonly count: number;
  /** When the last of them was made that told several things. */
  readonly lastDigestMs: EpochMs | undefined;
  /** When the last of them was made. */
  readonly lastMs: EpochMs | undefined;
}

/**
 * Whether what waits for a recipient is told one by one, in one message, or later: a flood is never one of messages.
 * @param oldestMs since when the first of it waits: messages of what breaks through put nothing off for longer than ten minutes
 */
export function paceOf(
  { waiting, oldestMs }: { waiting: number; oldestMs: EpochMs },
  { count, lastDigestMs }: Pick<ToldSince, 'count' | 'lastDigestMs'>,
  nowMs: EpochMs,
): Pace {
  if (waiting + count <= MOST_SINGLE) return { kind: 'each' };
  if (lastDigestMs === undefined) return { kind: 'together' };
  const untilMs = Math.min(lastDigestMs, oldestMs) + PACE_MS;
  return nowMs >= untilMs ? { kind: 'together' } : { kind: 'later', untilMs };
}

/** Where so many messages went in ten minutes, also what breaks through comes together: in one message a minute. */
export const MOST_URGENT = 20;
export const URGENT_PACE_MS = 60_000;

/** The same for what breaks through: it does not wait for what comes together of a flood. */
export function urgentPaceOf(
  waiting: number,
  { count, lastMs }: Pick<ToldSince, 'count' | 'lastMs'>,
  nowMs: EpochMs,
): Pace {
  if (waiting + count <= MOST_URGENT) return { kind: 'each' };
  if (lastMs === undefined || nowMs - lastMs >= URGENT_PACE_MS) return { kind: 'together' };
  return { kind: 'later', untilMs: lastMs + URGENT_PACE_MS };
}
