import type { Commit, CommittedMessage, TransientPoint } from '#ingest/commit.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { CarriedMessage } from './point-frame.ts';

/** Puts a carried message into a commit, with what is calculated of it where that is done here. */
export function addCarried(
  commit: Commit,
  device: RegisteredDevice,
  message: CarriedMessage,
  { isCalculated }: { isCalculated: boolean },
): CommittedMessage {
  const from = commit.slots.length;
  let historical: Set<number> | undefined;
  let transient: TransientPoint[] | undefined;
  for (const { dataItemId, timeMs, value, quality, keeping } of message.points) {
    const slot = device.slotOfId(dataItemId);
    // Its data item was deleted while it was under way.
    if (slot === undefined) continue;
    slot.newestMs = Math.max(slot.newestMs, timeMs);
    if (keeping === 'transient') {
      transient ??= [];
      transient.push({ slot, timeMs, value, quality });
      continue;
    }
    if (keeping === 'historical') historical = (historical ?? new Set()).add(commit.slots.length);
    commit.add(slot, timeMs, value, quality);
  }
  const { receivedMs, origin } = message;
  if (isCalculated) device.calculations?.take(commit, from, historical, receivedMs);
  const received = origin && { ...origin, receivedMs };
  const added = { device, from, to: commit.slots.length, historical, transient, receivedMs, received };
  commit.messages.push(added);
  return added;
}
