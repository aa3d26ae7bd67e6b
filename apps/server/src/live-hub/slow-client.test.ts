import type { AssetId, LiveBackfill, LiveUpdate } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import { aSlot, BareLiveHub } from '#testing/bare-live-hub.ts';
import { LiveClient } from '#testing/live-client.ts';

const assetId = 7 as AssetId;
const BATCH = `telltale/assets/${assetId}/dataitems/batch`;
/** Fills the buffers of the operating system within a few values. */
const LONG = 'x'.repeat(60_000);

let bare: BareLiveHub;
let aheadMs: number;
let slots: DataItemSlot[];

beforeEach(async () => {
  aheadMs = 0;
  slots = Array.from({ length: 20 }, (_, i) => aSlot(assetId, i + 1));
  // Only what a test lets pass: ten seconds are over soon on a machine that is busy with something else.
  bare = await BareLiveHub.start(() => aheadMs, slots);
});
afterEach(() => bare.close());

/** Publishes one value and waits until a reader that keeps up has it, so that each goes in a batch of its own. */
async function publish(reader: LiveClient, timeMs: number): Promise<void> {
  aheadMs += 200;
  for (const slot of slots) bare.publish(slot, timeMs, LONG);
  const isIt = ({ timestamp }: LiveUpdate) => timestamp === timeMs;
  await reader.message(({ topic, body }) => topic === BATCH && (body as LiveUpdate[]).some(isIt));
  reader.messages.length = 0;
}

describe('a browser that stops reading (R19)', () => {
  it('holds up nobody, keeps only the newest values, and is told what it missed when it reads again', async () => {
    const reader = await bare.listen('7/dataitems/#');
    const sleeper = await bare.listen('7/dataitems/#', '7/backfill');
    sleeper.socket.pause();
    for (let i = 1; i <= 40; i++) await publish(reader, i);
    expect(bare.hub.stats().overtaken).toBeGreaterThan(100);
    sleeper.socket.resume();
    const isNewest = ({ timestamp }: LiveUpdate) => timestamp === 40;
    const last = await sleeper.message(({ topic, body }) => topic === BATCH && (body as LiveUpdate[]).some(isNewest));
    expect(last?.body).toMatchObject(slots.map(({ dataItemId }) => ({ dataItemId, timestamp: 40 })));
    const notice = await sleeper.message(({ topic }) => topic.endsWith('/backfill'));
    const missed = notice?.body as LiveBackfill;
    const heard = new Set(
      sleeper.messages
        .flatMap(({ topic, body }) => (topic === BATCH ? (body as LiveUpdate[]) : []))
        .map(({ timestamp }) => timestamp),
    );
    for (let i = 1; i <= 40; i++) expect(heard.has(i) || (i >= missed.from && i <= missed.to)).toBe(true);
    reader.close();
    sleeper.close();
  });

  it('is cut off when it is stuck for more than 10 s', async () => {
    const reader = await bare.listen('7/dataitems/#');
    const sleeper = await bare.listen('7/dataitems/#');
    sleeper.socket.pause();
    for (let i = 1; i <= 30; i++) await publish(reader, i);
    expect(bare.hub.stats().clients).toBe(2);
    aheadMs += 10_100;
    await publish(reader, 31);
    await publish(reader, 32);
    expect(bare.hub.stats().clients).toBe(1);
    reader.close();
    sleeper.socket.resume();
    await sleeper.closed;
  });

  it('is cut off when it says nothing after connecting, or never logs in', async () => {
    const silent = new LiveClient(bare.url);
    expect(await silent.opened).toBeUndefined();
    aheadMs += 10_100;
    await silent.closed;
  });
});

describe('many values at once', () => {
  it('go as one batch of a bounded size, and the rest is fetched from the history', async () => {
    const client = await bare.listen('7/dataitems/#', '7/backfill');
    const [first] = slots as [DataItemSlot];
    for (let i = 1; i <= 5_000; i++) bare.publish(first, i, i);
    const notice = await client.message(({ topic }) => topic.endsWith('/backfill'));
    const values = client.messages.flatMap(({ topic, body }) => (topic === BATCH ? (body as LiveUpdate[]) : []));
    expect(values).toHaveLength(2_001);
    expect(values.at(-1)?.value).toBe(5_000);
    expect(notice?.body).toEqual({ assetId, dataItemIds: [1], from: 2_001, to: 4_999 });
    client.close();
  });
});
