import type { AssetId, DataItemId } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const SERIES = 50;
const CLIENTS = 20;
/** More than a million values an answer: far above what needs a turn, and below the limit of one answer. */
const POINTS = 25_000;
const SECOND_MS = 1_000;
const START_MS = Date.UTC(2026, 0, 1);

let portal: Portal;
let admin: PortalClient;
let assetId: number;
let accessToken: string;
let query: string;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
  ({ assetId, accessToken } = await portal.anAsset());
  const device = await connectDevice(portal, accessToken);
  const labels = Array.from({ length: SERIES }, (_, series) => `series ${series}`);
  await device.publishAsync(
    'v1/devices/me/telemetry',
    JSON.stringify({ ts: START_MS, values: Object.fromEntries(labels.map((label) => [label, 0])) }),
    { qos: 1 },
  );
  await device.endAsync();
  const ids = [...(portal.context.registry.find(assetId as AssetId)?.slots() ?? [])].map(
    ({ dataItemId }) => dataItemId,
  );
  for (let from = 0; from < POINTS; from += 2_000)
    await portal.context.historian.append(aBatch(ids, from, from + 2_000));
  query = `columnar=true&threshold=-1&startTime=${new Date(START_MS).toISOString()}&endTime=${new Date(START_MS + POINTS * SECOND_MS).toISOString()}&dataItems=${ids.map((id) => `${assetId}-${id}`).join()}`;
  countScans();
}, 120_000);
afterAll(() => portal.close());

function aBatch(ids: readonly DataItemId[], from: number, to: number): PointBatch {
  const batch = new PointBatch();
  for (const id of ids) {
    const key = seriesKey(assetId, id);
    for (let i = from; i < to; i++) batch.add(key, START_MS + i * SECOND_MS, ((i * 7919) % 10_007) / 100, 192);
  }
  return batch;
}

/** What the store reads for the portal: pages so far, and reads that are not over. */
const scans = { pages: 0, open: 0 };

/** Counts, and lets the store do what it does. */
function countScans(): void {
  const { historian } = portal.context;
  const scan = historian.scan.bind(historian);
  vi.spyOn(historian, 'scan').mockImplementation(async function* (query) {
    scans.open++;
    try {
      for await (const part of scan(query)) {
        scans.pages++;
        yield part;
      }
    } finally {
      scans.open--;
    }
  });
}

async function read(signal: AbortSignal): Promise<number> {
  const headers = { 'X-Requested-With': 'Telltale', Cookie: admin.cookie ?? '' };
  const reply = await fetch(`${portal.url}/api/historicaldata?${query}`, { headers, signal });
  return (await reply.arrayBuffer()).byteLength;
}

it(`reads for ${CLIENTS} clients that leave stop, and devices go on meanwhile (R24)`, async () => {
  expect(await read(AbortSignal.timeout(60_000))).toBeGreaterThan(4_000_000);
  await expect.poll(() => scans.open).toBe(0);
  const pagesOfOne = scans.pages;
  expect(pagesOfOne).toBeGreaterThan(4);

  const device = await connectDevice(portal, accessToken);
  const leaving = new AbortController();
  const reads = Promise.allSettled(Array.from({ length: CLIENTS }, () => read(leaving.signal)));
  for (let n = 0; n < 3; n++) {
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ 'series 0': n }), { qos: 1 });
  }
  leaving.abort();
  const outcomes = await reads;
  await expect.poll(() => scans.open, { timeout: 60_000 }).toBe(0);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(CLIENTS / 2);
  // The work not done tells, on a machine that others use too: all of it would be CLIENTS times that of one.
  expect(scans.pages - pagesOfOne).toBeLessThan((pagesOfOne * CLIENTS) / 2);
  await device.endAsync();
}, 120_000);

it('large reads of several clients take turns: each gets the whole answer, and small ones do not wait for them', async () => {
  const reads = [1, 2, 3].map(() => read(AbortSignal.timeout(100_000)));
  const small = query.replace(
    /startTime=[^&]*/,
    `startTime=${new Date(START_MS + (POINTS - 60) * SECOND_MS).toISOString()}`,
  );
  let isOver = false;
  const all = Promise.all(reads).finally(() => {
    isOver = true;
  });
  let smallReads = 0;
  while (!isOver) {
    expect((await admin.get(`/api/historicaldata?${small}`)).status).toBe(200);
    smallReads++;
  }
  expect(new Set(await all).size).toBe(1);
  expect(smallReads).toBeGreaterThan(3);
}, 120_000);
