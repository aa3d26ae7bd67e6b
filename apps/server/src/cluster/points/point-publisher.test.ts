import type { JetStreamClient, PubAck } from '@nats-io/jetstream';
import type { AssetId, DataItemId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { Commit } from '#ingest/commit.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { PointPublisher } from './point-publisher.ts';

/** Answers with these places, one after the other, and keeps the ids under which it was asked. */
function aStream(places: number[]) {
  const ids: (string | undefined)[] = [];
  const publish = async (_subject: string, _frame: Uint8Array, { msgID }: { msgID?: string } = {}) => {
    ids.push(msgID);
    const seq = places.shift() ?? 0;
    return { stream: 'points', domain: '', seq, duplicate: seq === 0 } as PubAck;
  };
  return { jetStream: { publish } as unknown as JetStreamClient, ids };
}

function aCommit(): Commit {
  const assetId = 7 as AssetId;
  const slot = { key: 7 * 2 ** 21 + 1, dataItemId: 1 as DataItemId } as unknown as DataItemSlot;
  const commit = new Commit();
  commit.add(slot, 1_800_000_000_000, 5, 192);
  const device = { assetId } as RegisteredDevice;
  const nothing = { historical: undefined, transient: undefined, received: undefined };
  commit.messages.push({ device, from: 0, to: 1, receivedMs: 1_800_000_000_000, ...nothing });
  return commit;
}

describe('a frame that JetStream knows and has no place for', () => {
  async function sent(places: number[]) {
    const { jetStream, ids } = aStream(places);
    const kept: number[] = [];
    const publisher = new PointPublisher({
      ...{ jetStream, run: 'r', log: createLog('silent') },
      onKept: async (_partition, sequence) => void kept.push(sequence),
    });
    await publisher.store(aCommit());
    return { ids, kept };
  }

  it('is not kept, and is sent again under its id until it has its place', async () => {
    expect(await sent([0, 0, 41])).toEqual({ ids: ['r 0', 'r 0', 'r 0'], kept: [41] });
  });

  it('is sent under another id where it gets none: the leader that heard of it has passed it over', async () => {
    expect(await sent([0, 0, 0, 0, 42])).toEqual({ ids: ['r 0', 'r 0', 'r 0', 'r 0', 'r 1'], kept: [42] });
  });
});
