import { type AssetId, type assets, type DataItemId, type playback, QUALITY_GOOD } from '@telltale/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const START_MS = Date.UTC(2026, 0, 1);
const iso = (timeMs: number) => new Date(timeMs).toISOString();

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('admin');
});
afterAll(() => portal.close());

async function stateAt(assetId: AssetId, timeMs: number): Promise<assets.AssetState> {
  const reply = await root.get<assets.AssetState>(`/api/ef/assets/${assetId}/state?at=${iso(timeMs)}`);
  expect(reply.status).toBe(200);
  return reply.body;
}

function recordingPath(assetId: AssetId, fromMs: number, toMs: number, stepMs: number): string {
  return `/api/ef/assets/${assetId}/recording?from=${iso(fromMs)}&to=${iso(toMs)}&step=${stepMs}`;
}

async function record(assetId: AssetId, fromMs: number, toMs: number, stepMs: number): Promise<playback.Recording> {
  const reply = await root.get<playback.Recording>(recordingPath(assetId, fromMs, toMs, stepMs));
  expect(reply.status).toBe(200);
  return reply.body;
}

/** The state at a moment as somebody who plays the recording has it. */
function playedTo({ start, points, changes }: playback.Recording, timeMs: number): assets.AssetState {
  const { at: _at, ...records } = changes.findLast(({ at }) => at <= timeMs) ?? { ...start, at: 0 };
  const latest = new Map<DataItemId, { value: number | string | null; timestamp: number; quality: number }>();
  for (const { dataItemId, times, values, qualities } of points) {
    const index = times.findLastIndex((time) => time <= timeMs);
    if (index < 0) continue;
    latest.set(dataItemId, {
      value: values[index] ?? null,
      timestamp: times[index] ?? 0,
      quality: qualities[index] ?? QUALITY_GOOD,
    });
  }
  const dataItems = start.dataItems.map((item) => {
    const point = latest.get(item.dataItemId);
    if (point === undefined) return item;
    const isString = typeof point.value === 'string';
    return {
      ...item,
      ...point,
      isString,
      value: typeof point.value === 'number' ? point.value : null,
      stringValue: typeof point.value === 'string' ? point.value : null,
    };
  });
  return { ...records, dataItems };
}

describe('a recording', () => {
  it('is at each of its steps what the state at that time is', async () => {
    const point = fc.record({
      label: fc.constantFrom('pressure', 'flow', 'mode'),
      at: fc.integer({ min: -120_000, max: 400_000 }),
      value: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom('on', 'off'), fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(point, { maxLength: 40 }),
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1_000, max: 40_000 }),
        async (points, offset, stepMs) => {
          const { assetId, accessToken } = await portal.anAsset({ assetDefinitionId: world.definition });
          for (const { label, at, value } of points) {
            const body = { ts: START_MS + at, values: { [label]: value } };
            expect((await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, body)).status).toBe(200);
          }
          const fromMs = START_MS + offset;
          const recording = await record(assetId, fromMs, fromMs + 8 * stepMs, stepMs);
          expect(recording.to).toBe(fromMs + 8 * stepMs);
          for (let step = 0; step <= 8; step++) {
            const at = fromMs + step * stepMs;
            expect(playedTo(recording, at)).toEqual(await stateAt(assetId, at));
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('follows attributes, position and connection, and ends before the names of items change', async () => {
    portal.clock.stop();
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const path = `/api/assets/${assetId}`;
    const fromMs = portal.clock.now();
    const stepMs = 5_000;
    const attribute = async (attributeName: string, attributeValue: string) => {
      await root.put(`${path}/attributes`, { attributeName, attributeValue });
    };
    const connection = (connected: boolean) =>
      portal.context.journal.append({
        kind: 'connection',
        assetId,
        what: connected ? 'came online' : 'went offline',
        after: { connected, at: iso(portal.clock.now()) },
        by: { name: 'telltale' },
      });
    portal.clock.advance(7_000);
    await attribute('site', 'Pad 3');
    await connection(true);
    portal.clock.advance(4_000);
    await attribute('site', 'Pad 4');
    await attribute('pingrate', '9000');
    await root.post(`${path}/coordinates`, { latitude: 1, longitude: 2 });
    portal.clock.advance(10_000);
    await connection(false);
    portal.clock.advance(20_000);
    await connection(true);
    portal.clock.advance(20_000);
    await attribute('aliasMap', '{"148":"Job"}');
    portal.clock.advance(20_000);

    const recording = await record(assetId, fromMs, portal.clock.now(), stepMs);
    expect(recording.to).toBeLessThanOrEqual(fromMs + 60_000);
    expect(recording.to).toBeGreaterThan(fromMs + 50_000);
    const seen: string[] = [];
    for (let at = fromMs; at <= recording.to; at += stepMs) {
      const state = playedTo(recording, at);
      expect(state).toEqual(await stateAt(assetId, at));
      const site = state.attributes.find(({ attributeName }) => attributeName === 'site')?.attributeValue;
      const text = `${site} ${state.coordinates?.latitude} ${state.connected}`;
      if (seen.at(-1) !== text) seen.push(text);
    }
    expect(seen).toEqual([
      'undefined undefined false',
      'Pad 3 undefined true',
      'Pad 4 1 true',
      'Pad 4 1 false',
      'Pad 4 1 true',
    ]);
    const next = await record(assetId, recording.to + stepMs, portal.clock.now(), stepMs);
    expect(next.start.attributes.some(({ attributeName }) => attributeName === 'aliasMap')).toBe(true);
  });

  it('shows history from before the asset was made with its first attributes and position', async () => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const madeMs = portal.clock.now();
    const path = `/api/assets/${assetId}`;
    portal.clock.advance(2_000);
    await root.put(`${path}/attributes`, { attributeName: 'site', attributeValue: 'Pad 1' });
    await root.put(`${path}/attributes`, { attributeName: 'crew', attributeValue: 'B' });
    await root.post(`${path}/coordinates`, { latitude: 1, longitude: 2 });
    portal.clock.advance(60_000);
    await root.put(`${path}/attributes`, { attributeName: 'site', attributeValue: 'Pad 2' });
    await root.delete(`${path}/attributes/crew`);
    await root.post(`${path}/coordinates`, { latitude: 3, longitude: 4 });

    const fromMs = madeMs - 4_000;
    const recording = await record(assetId, fromMs, madeMs + 90_000, 2_000);
    const seen: string[] = [];
    for (let at = fromMs; at <= recording.to; at += 2_000) {
      const state = playedTo(recording, at);
      expect(state).toEqual(await stateAt(assetId, at));
      const text = `${state.attributes.map((one) => one.attributeValue)} ${state.coordinates?.latitude}`;
      if (seen.at(-1) !== text) seen.push(text);
    }
    expect(seen).toEqual(['B,Pad 1 1', ' undefined', 'B,Pad 1 1', 'Pad 2 3']);
  });

  it('is refused outside the scope, without the permission, and for stretches that are none', async () => {
    const opA = await portal.as('opA');
    await portal.aUser({
      username: 'no-history',
      permissions: OPERATOR_PERMISSIONS.filter((id) => id !== 34),
      assetGroups: [world.groupA],
    });
    const path = (fromMs: number, toMs: number, stepMs: number) =>
      recordingPath(world.a1.assetId, fromMs, toMs, stepMs);
    const good = path(START_MS, START_MS + 1_000, 100);
    expect((await opA.get(recordingPath(world.b1.assetId, START_MS, START_MS, 100))).status).toBe(404);
    expect((await (await portal.as('no-history')).get(good)).status).toBe(403);
    expect((await opA.get(good)).status).toBe(200);
    expect((await opA.get(path(START_MS, START_MS - 1, 100))).status).toBe(400);
    expect((await opA.get(path(START_MS, START_MS + 30_100, 100))).status).toBe(400);
    expect((await opA.get(path(START_MS, START_MS + 86_400_001, 86_400_000))).status).toBe(400);
    expect((await opA.get(path(START_MS, START_MS, 0))).status).toBe(400);
  });
});
