import { DiscardPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/** What devices sent and was acknowledged, until it is in the history and for some days beyond. */
export const POINT_STREAM = 'telltale-points';

const KEPT_MS = 3 * 24 * 3_600_000;
/** A message that is sent again within this is known by its id. */
const KNOWN_AGAIN_MS = 120_000;

export const subjectOf = (partition: number) => `telltale.points.${partition}`;
/** Of messages that are a place among the others, and nothing else. */
export const TURN_SUBJECT = 'telltale.points.turn';

/** Makes the stream, or sees that it is there. */
export async function openPointStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const settings = {
    subjects: ['telltale.points.*'],
    max_age: nanos(KEPT_MS),
    duplicate_window: nanos(KNOWN_AGAIN_MS),
    // What is there was acknowledged: when there is no more room, new messages are refused.
    discard: DiscardPolicy.New,
    num_replicas: replicas,
  };
  const names = await manager.streams.names('telltale.points.*').next();
  if (names.includes(POINT_STREAM)) {
    await manager.streams.update(POINT_STREAM, settings);
    return;
  }
  await manager.streams.add({
    name: POINT_STREAM,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    ...settings,
  });
}

/** The number of the last message of a partition; 0: there is none. */
export async function lastSequence(manager: JetStreamManager, partition: number): Promise<number> {
  const found = await manager.streams.getMessage(POINT_STREAM, { last_by_subj: subjectOf(partition) });
  return found?.seq ?? 0;
}

const FIRST_STEP = 1_024;

/**
 * A number of the stream that it had at least so long before it came to a place: 1,024 messages back, or twice, four times …
 * as many, until that is so.
 */
export async function sequenceBefore(manager: JetStreamManager, place: number, beforeMs: number): Promise<number> {
  const at = place > 0 ? await manager.streams.getMessage(POINT_STREAM, { seq: place }) : null;
  if (!at) return place + 1;
  for (let step = FIRST_STEP; ; step *= 2) {
    const sequence = place - step;
    if (sequence <= 1) return 1;
    // What is older than the stream keeps is not there.
    const found = await manager.streams.getMessage(POINT_STREAM, { seq: sequence });
    if (!found || at.time.getTime() - found.time.getTime() >= beforeMs) return sequence;
  }
}
