import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssetId, DataItemId, LiveBackfill, LiveUpdate } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { systemCaller } from '#http/system-caller.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { LiveClient } from '#testing/live-client.ts';
import { LiveHub } from './live-hub.ts';
import { serveLiveHub } from './serve-live-hub.ts';

const assetId = 7 as AssetId;
const BATCH = `telltale/assets/${assetId}/dataitems/batch`;
/** Fills the buffers of the operating system within a few values. */
const LONG = 'x'.repeat(60_000);

let server: Server;
let hub: LiveHub;
let aheadMs: number;
let slots: DataItemSlot[];

beforeEach(async () => {
  aheadMs = 0;
  slots = Array.from({ length: 20 }, (_, i) => i + 1).map(
    (id) => new DataItemSlot(assetId, id as DataItemId, `item ${id}`),
  );
  hub = new LiveHub({
    host: 'telltale',
    callerFor: async (token) => (token === 'good' ? systemCaller : undefined),
    stateOf: () => ({ connected: true, lastContactMs: 1 }),
    slotsOf: () => slots,
    log: createLog('silent'),
    steadyNow: () => performance.now() + aheadMs,
  });
  server = createServer();
  serveLiveHub(server, hub, { publicUrl: undefined, host: '127.0.0.1' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  hub.close();
  server.close();
});

async function aClient(...filters: string[]): Promise<LiveClient> {
  const client = new LiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await client.connect('good')).toBe(0);
  await client.subscribe(...filters.map((filter) => `telltale/assets/${assetId}/${filter}`));
  return client;
}

/** Publishes one value and waits until a reader that keeps up has it, so that each goes in a batch of its own. */
async function publish(reader: LiveClient, timeMs: number): Promise<void> {
  aheadMs += 200;
  for (const slot of slots) {
    slot.set(timeMs, LONG, 192);
    hub.sinkFor(assetId)?.current(slot);
  }
  const isIt = ({ timestamp }: LiveUpdate) => timestamp === timeMs;
  await reader.message(({ topic, body }) => topic === BATCH && (body as LiveUpdate[]).some(isIt));
  reader.messages.length = 0;
}

describe('a browser that stops reading (R19)', () => {
  it('holds up nobody, keeps only the newest values, and is told what it missed when it reads again', async () => {
    const reader = await aClient('dataitems/#');
    const sleeper = await aClient('dataitems/#', 'backfill');
    sleeper.socket.pause();
    for (let i = 1; i <= 40; i++) await publish(reader, i);
    expect(hub.stats().overtaken).toBeGreaterThan(100);
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
    const reader = await aClient('dataitems/#');
    const sleeper = await aClient('dataitems/#');
    sleeper.socket.pause();
    for (let i = 1; i <= 30; i++) await publish(reader, i);
    expect(hub.stats().clients).toBe(2);
    aheadMs += 10_100;
    await publish(reader, 31);
    await publish(reader, 32);
    expect(hub.stats().clients).toBe(1);
    reader.close();
    sleeper.socket.resume();
    await sleeper.closed;
  });

  it('is cut off when it says nothing after connecting, or never logs in', async () => {
    const silent = new LiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await silent.opened).toBeUndefined();
    aheadMs += 10_100;
    await silent.closed;
  });
});

describe('many values at once', () => {
  it('go as one batch of a bounded size, and the rest is fetched from the history', async () => {
    const client = await aClient('dataitems/#', 'backfill');
    const [first] = slots as [DataItemSlot];
    for (let i = 1; i <= 5_000; i++) {
      first.set(i, i, 192);
      hub.sinkFor(assetId)?.current(first);
    }
    const notice = await client.message(({ topic }) => topic.endsWith('/backfill'));
    const values = client.messages.flatMap(({ topic, body }) => (topic === BATCH ? (body as LiveUpdate[]) : []));
    expect(values).toHaveLength(2_001);
    expect(values.at(-1)?.value).toBe(5_000);
    expect(notice?.body).toEqual({ assetId, dataItemIds: [1], from: 2_001, to: 4_999 });
    client.close();
  });
});
