import type { Commit, CommittedMessage, TransientPoint } from './commit.ts';
import type { DataItemSlot } from './data-item-slot.ts';
import type { LiveSink } from './live-feed.ts';
import { isCurrent } from './time/time-rules.ts';

/** Points of a message in the order in which they take effect: places in the batch, and below zero -1 - place of a transient one. */
type Order = readonly number[];

/**
 * Makes a stored message's values current and tells of them: one moment after the other, and all values of one moment
 * together, however the message orders them. Of several values of one series at one time the last one counts.
 * @returns how many did not become current
 */
export function tellMessage(commit: Commit, message: CommittedMessage, sinks: readonly LiveSink[]): number {
  const { from, to, transient } = message;
  const { timesMs } = commit.batch;
  const order = orderOf(timesMs, message);
  const end = to - from + (transient?.length ?? 0);
  const placeAt = (n: number) => (order === undefined ? from + n : (order[n] as number));
  const timeAt = (n: number) => timeOf(placeAt(n), timesMs, transient);
  let late = 0;
  for (let first = 0; first < end; ) {
    const timeMs = timeAt(first);
    let next = first;
    while (next < end && timeAt(next) === timeMs) if (!take(commit, message, placeAt(next++), timeMs, sinks)) late++;
    if (sinks.length > 0) {
      for (let n = first; n < next; n++) tellOnce(slotAt(commit, message, placeAt(n)), sinks);
      for (const sink of sinks) sink.settled(timeMs);
    }
    first = next;
  }
  return late;
}

/** Undefined: as the batch has them. */
function orderOf(timesMs: Float64Array, { from, to, transient }: CommittedMessage): Order | undefined {
  let isInOrder = transient === undefined;
  for (let i = from + 1; i < to && isInOrder; i++) isInOrder = (timesMs[i - 1] as number) <= (timesMs[i] as number);
  if (isInOrder) return undefined;
  const order = Array.from({ length: to - from }, (_, n) => from + n);
  for (let n = 0; n < (transient?.length ?? 0); n++) order.push(-1 - n);
  return order.sort((a, b) => timeOf(a, timesMs, transient) - timeOf(b, timesMs, transient));
}

function timeOf(place: number, timesMs: Float64Array, transient: readonly TransientPoint[] | undefined): number {
  return (place < 0 ? transient?.[-1 - place]?.timeMs : timesMs[place]) as number;
}

function slotAt(commit: Commit, { transient }: CommittedMessage, place: number): DataItemSlot {
  return (place < 0 ? transient?.[-1 - place]?.slot : commit.slots[place]) as DataItemSlot;
}

/** @returns false when the point did not become the current value */
function take(
  commit: Commit,
  message: CommittedMessage,
  place: number,
  timeMs: number,
  sinks: readonly LiveSink[],
): boolean {
  const slot = slotAt(commit, message, place);
  if (!message.historical?.has(place) && isCurrent(timeMs, slot.timeMs, message.receivedMs)) {
    const shown = message.transient?.[-1 - place];
    if (shown) slot.set(timeMs, shown.value, shown.quality);
    else slot.set(timeMs, commit.batch.valueAt(place), commit.batch.qualities[place] as number);
    slot.received = message.received;
    slot.isFresh = sinks.length > 0;
    return true;
  }
  if (place >= 0) for (const sink of sinks) sink.late(slot, timeMs);
  return place < 0;
}

function tellOnce(slot: DataItemSlot, sinks: readonly LiveSink[]): void {
  if (!slot.isFresh) return;
  slot.isFresh = false;
  for (const sink of sinks) sink.current(slot);
}
