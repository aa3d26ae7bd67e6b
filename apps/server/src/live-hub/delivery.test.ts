import { type AssetId, LIVE_BATCH_MS, type LiveBackfill, type LiveUpdate } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSlot, BareLiveHub } from '#testing/bare-live-hub.ts';
import type { LiveClient } from '#testing/live-client.ts';

const slot = aSlot(7 as AssetId, 1);

let nowMs: number;
let bare: BareLiveHub;
let reader: LiveClient;

beforeEach(async () => {
  nowMs = 0;
  bare = await BareLiveHub.start(() => nowMs, []);
  reader = await bare.listen('7/dataitems/#', '7/backfill');
});
afterEach(() => {
  reader.close();
  bare.close();
});

const BATCH = 'telltale/assets/7/dataitems/batch';
const valuesOf = (body: unknown) => (body as LiveUpdate[]).map(({ value }) => value);
const batches = () => reader.messages.flatMap(({ topic, body }) => (topic === BATCH ? [valuesOf(body)] : []));

/** Lets the hub deliver what is due at a time: the value of an asset that was quiet goes at once, and behind it. */
async function deliver(timeMs: number): Promise<void> {
  const witness = aSlot((1_000 + timeMs) as AssetId, 2);
  const topic = `telltale/assets/${witness.assetId}/dataitems`;
  await reader.subscribe(`${topic}/#`);
  nowMs = timeMs;
  bare.publish(witness, timeMs, timeMs);
  await reader.message((message) => message.topic === `${topic}/batch`);
}

describe('values of one asset', () => {
  it('go at once after a quiet time, those of one message together', async () => {
    bare.publish(slot, 1, 1);
    bare.publish(slot, 2, 2);
    await deliver(0);
    expect(batches()).toEqual([[1, 2]]);
  });

  it('go again when exactly 200 ms have passed, every one of them in order, and not before (spec 3 §3)', async () => {
    bare.publish(slot, 1, 1);
    await deliver(0);
    bare.publish(slot, 2, 2);
    await deliver(LIVE_BATCH_MS / 2);
    bare.publish(slot, 3, 3);
    await deliver(LIVE_BATCH_MS - 1);
    expect(batches()).toEqual([[1]]);
    nowMs = LIVE_BATCH_MS;
    await reader.message(({ topic, body }) => topic === BATCH && valuesOf(body).includes(3));
    expect(batches()).toEqual([[1], [2, 3]]);
  });

  it('do not wait for a notice of late points that is not due yet', async () => {
    slot.set(50, 50, 192);
    bare.hub.sinkFor(slot.assetId)?.late(slot, 10);
    await reader.message(({ topic }) => topic.endsWith('/backfill'));
    bare.hub.sinkFor(slot.assetId)?.late(slot, 20);
    bare.publish(slot, 51, 51);
    await deliver(1);
    expect(batches()).toEqual([[51]]);
    nowMs = 1_000;
    const isSecond = ({ topic, body }: { topic: string; body: unknown }) =>
      topic.endsWith('/backfill') && (body as LiveBackfill).from === 20;
    await reader.message(isSecond);
    expect(reader.messages.filter(({ topic }) => topic.endsWith('/backfill'))).toHaveLength(2);
  });
});
