import type { EpochMs } from '@telltale/contract';

/** In so much time one recipient gets so many messages of one thing each; what is more comes together in one. */
export const PACE_MS = 10 * 60_000;
export const MOST_SINGLE = 10;

export type Pace = { kind: 'each' } | { kind: 'together' } | { kind: 'later'; untilMs: EpochMs };

/** Whether what waits for a recipient is told one by one, in one message, or later: a flood is never one of messages. */
export function paceOf(
  waiting: number,
  { count, lastDigestMs }: { count: number; lastDigestMs: EpochMs | undefined },
  nowMs: EpochMs,
): Pace {
  if (waiting + count <= MOST_SINGLE) return { kind: 'each' };
  if (lastDigestMs === undefined || nowMs - lastDigestMs >= PACE_MS) return { kind: 'together' };
  return { kind: 'later', untilMs: lastDigestMs + PACE_MS };
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Who hears a day late of an alarm has heard otherwise. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/**
 * When a message that could not be sent is tried again; undefined: it is given up.
 * @param notBeforeMs what the other side asked for
 */
export function nextAttempt(
  attempts: number,
  createdMs: EpochMs,
  nowMs: EpochMs,
  notBeforeMs = Number.NEGATIVE_INFINITY,
): EpochMs | undefined {
  if (nowMs - createdMs >= GIVEN_UP_AFTER_MS) return undefined;
  const ownMs = nowMs + Math.min(FIRST_WAIT_MS * 3 ** Math.max(0, attempts - 1), LONGEST_WAIT_MS);
  return Math.max(ownMs, notBeforeMs);
}
