import { MAX_AHEAD_MS } from '@telltale/contract';
import type { DataItemSlot } from '../data-item-slot.ts';
import type { IncomingPoint } from '../incoming.ts';
import type { RegisteredDevice } from '../registered-device.ts';

/** So far ahead of the clock may the times of an asset's messages run to keep the messages apart, ms. */
export const APART_MS = 1_000;

/** The milliseconds that may be given: those that leave this remainder. Nodes with ticks of their own never give the same one. */
export interface ArrivalTicks {
  readonly every: number;
  readonly remainder: number;
}

/**
 * The time of the values of a message that came without one: that of its arrival, or the first millisecond after it
 * at which none of their series has a point yet and no other message of the asset has its time (spec 3 §14). All of
 * them get the same, so that they take effect together.
 * @param receivedMs the server's clock
 * @param ticks undefined: every millisecond
 */
export function arrivalTime(
  device: RegisteredDevice,
  points: readonly IncomingPoint[],
  receivedMs: number,
  ticks?: ArrivalTicks,
): number {
  let timeMs = tickFrom(receivedMs, ticks);
  // Of an asset that sends more than a thousand messages a second, only the values of one series are kept apart.
  if (device.arrivalMs < receivedMs + APART_MS) timeMs = Math.max(timeMs, tickFrom(device.arrivalMs + 1, ticks));
  for (const point of points) {
    if (point.timeMs !== undefined) continue;
    const slot = device.slotOf(point.label);
    if (slot !== undefined) timeMs = freeTime(slot, timeMs, receivedMs, ticks);
  }
  device.arrivalMs = timeMs;
  return timeMs;
}

/** The time, or the first one after it at which the series has no point. */
export function freeTime(slot: DataItemSlot, timeMs: number, receivedMs: number, ticks?: ArrivalTicks): number {
  // A newest point from further ahead than may be is left from before the server's clock was set back.
  const isFree = slot.newestMs < timeMs || slot.newestMs > receivedMs + MAX_AHEAD_MS;
  return isFree ? timeMs : tickFrom(slot.newestMs + 1, ticks);
}

/** The time, or the first tick after it. */
function tickFrom(timeMs: number, ticks: ArrivalTicks | undefined): number {
  // Before the first message of an asset its latest time is none.
  if (ticks === undefined || timeMs === Number.NEGATIVE_INFINITY) return timeMs;
  const { every, remainder } = ticks;
  return timeMs + ((((remainder - timeMs) % every) + every) % every);
}
