import { MAX_AHEAD_MS } from '@telltale/contract';

/** 2001-01-01 and 2100-01-01 in seconds since 1970: a 'millisecond' time between them was most likely meant in seconds. */
const SECONDS_FROM = 978_307_200;
const SECONDS_TO = 4_102_444_800;

/**
 * Whether a device's time can be stored (spec 3 §2): any past since 1970, and up to 10 minutes ahead of the server.
 * Answers the reason for setting it aside, or undefined.
 */
export function reasonAgainstTime(timeMs: number, nowMs: number): string | undefined {
  if (timeMs < 0) return 'time before 1970';
  if (timeMs > nowMs + MAX_AHEAD_MS) return 'time more than 10 minutes ahead';
  return undefined;
}

/** True when a time reads as January 1970 but makes sense in seconds. It is stored as sent; the log tells about it. */
export function looksLikeSeconds(timeMs: number): boolean {
  return timeMs >= SECONDS_FROM && timeMs < SECONDS_TO;
}

/**
 * The newest time wins for the current value; of two at the same time, the later to arrive. A current value from
 * further ahead than a device may be (the server's clock was set back) gives way to anything.
 */
export function isCurrent(timeMs: number, currentTimeMs: number, nowMs: number): boolean {
  return timeMs >= currentTimeMs || currentTimeMs > nowMs + MAX_AHEAD_MS;
}
