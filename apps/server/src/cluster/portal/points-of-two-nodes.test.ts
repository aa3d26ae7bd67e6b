import type { AssetId, assets as assetCalls, LiveUpdate } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import type { Cluster } from '../open-cluster.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

const PATIENCE = { timeout: 20_000, interval: 20 };
const ASSETS = 6;

let nodes: TwoNodes;
let assets: { assetId: AssetId; accessToken: string }[];
const devices: MqttClient[] = [];

beforeAll(async () => {
  nodes = await startTwoNodes();
  await nodes.isSpread();
  assets = [];
  for (let n = 0; n < ASSETS; n++) assets.push(await nodes.one.anAsset());
}, 300_000);
afterAll(async () => {
  await Promise.all(devices.map((device) => device.endAsync()));
  await nodes.close();
}, 60_000);

async function deviceAt(portal: Portal, { accessToken }: { accessToken: string }): Promise<MqttClient> {
  const device = await connectDevice(portal, accessToken);
  devices.push(device);
  return device;
}

const send = (device: MqttClient, body: unknown) =>
  device.publishAsync('v1/devices/me/telemetry', JSON.stringify(body), { qos: 1 });

async function browserAt(portal: Portal, ...filters: string[]): Promise<LiveClient> {
  const client = new LiveClient(portal.url);
  expect(await client.connect((await portal.as('admin')).login?.brokerToken)).toBe(0);
  await client.subscribe(...filters);
  return client;
}

/** What a node answers as the current values of an asset, by their labels. */
async function valuesAt(portal: Portal, assetId: AssetId): Promise<Record<string, unknown>> {
  const admin = await portal.as('admin');
  const { body } = await admin.get<assetCalls.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  return Object.fromEntries(body.map(({ label, value, stringValue }) => [label, stringValue ?? value]));
}

const keyOf = (assetId: AssetId, label: string) => {
  const slot = nodes.one.context.registry.find(assetId)?.slotOf(label);
  if (!slot) throw new Error(`the asset ${assetId} has no ${label}`);
  return slot.key;
};

describe('what devices send to one of two nodes', () => {
  it('is seen by browsers at both', async () => {
    for (const asset of assets) {
      const device = await deviceAt(nodes.one, asset);
      const topic = `telltale/assets/${asset.assetId}/dataitems/#`;
      const browsers = await Promise.all([nodes.one, nodes.two].map((portal) => browserAt(portal, topic)));
      await send(device, { Flow: asset.assetId + 0.5 });
      for (const browser of browsers) {
        const isTold = ({ body }: { body: unknown }) =>
          (body as LiveUpdate[]).some(({ value }) => value === asset.assetId + 0.5);
        expect(await browser.message(isTold)).toBeDefined();
        browser.close();
      }
    }
  }, 60_000);

  it('is answered as the current values at both, and is in the history once', async () => {
    const at = [nodes.one, nodes.two];
    for (const [n, asset] of assets.entries()) {
      const device = await deviceAt(at[n % 2] as Portal, asset);
      const ts = Date.now() - 60_000;
      for (let value = 0; value < 5; value++) {
        await send(device, { ts: ts + value, values: { Level: value, Mode: `mode ${value}` } });
      }
      for (const portal of at) {
        await vi.waitFor(
          async () => expect(await valuesAt(portal, asset.assetId)).toMatchObject({ Level: 4, Mode: 'mode 4' }),
          PATIENCE,
        );
      }
      const { timesMs, values } = await nodes.history.readSeries(keyOf(asset.assetId, 'Level'), ts, ts + 10);
      expect([...timesMs]).toEqual([0, 1, 2, 3, 4].map((place) => ts + place));
      expect([...values]).toEqual([0, 1, 2, 3, 4]);
    }
  }, 60_000);

  it('gives values without a time a time of their own at each node', async () => {
    const [asset] = assets as [(typeof assets)[number]];
    const senders = await Promise.all([deviceAt(nodes.one, asset), deviceAt(nodes.two, asset)]);
    await Promise.all(Array.from({ length: 40 }, (_, n) => send(senders[n % 2] as MqttClient, { Count: n })));
    await vi.waitFor(async () => {
      const { values } = await nodes.history.readSeries(keyOf(asset.assetId, 'Count'), 0, Number.MAX_SAFE_INTEGER);
      expect([...values].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, n) => n));
    }, PATIENCE);
  }, 60_000);

  it('is taken over from the history where it was not heard', async () => {
    const [asset] = assets as [(typeof assets)[number]];
    const device = await deviceAt(nodes.one, asset);
    await send(device, { Late: 1 });
    await vi.waitFor(async () => expect(await valuesAt(nodes.two, asset.assetId)).toMatchObject({ Late: 1 }), PATIENCE);
    const isOwner = ({ context }: Portal) => context.partitions?.owns(asset.assetId) === true;
    const [owner, other] = isOwner(nodes.one) ? [nodes.one, nodes.two] : [nodes.two, nodes.one];
    // Core NATS may lose what it carries: the number that the owner repeats tells of it.
    const nats = (owner.context.cluster as Cluster).connection.nats;
    const publish = nats.publish.bind(nats);
    const lost = vi.spyOn(nats, 'publish').mockImplementation((subject, payload, options) => {
      if (subject !== 'telltale.told.points') publish(subject, payload, options);
    });
    await send(device, { Late: 2 });
    await vi.waitFor(async () => expect(await valuesAt(owner, asset.assetId)).toMatchObject({ Late: 2 }), PATIENCE);
    expect(await valuesAt(other, asset.assetId)).toMatchObject({ Late: 1 });
    lost.mockRestore();
    await vi.waitFor(async () => expect(await valuesAt(other, asset.assetId)).toMatchObject({ Late: 2 }), PATIENCE);
  }, 60_000);
});
