import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmDefinitions, alarms } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

const PATIENCE = { timeout: 30_000, interval: 20 };

let nodes: TwoNodes;
let assetDefinitionId: AssetDefinitionId;
let alarmDefinitionId: AlarmDefinitionId;
const devices: MqttClient[] = [];

beforeAll(async () => {
  nodes = await startTwoNodes();
  await nodes.isSpread();
  assetDefinitionId = await nodes.one.aDefinition('pumps');
  // Its data items are known once one of its assets has sent them.
  const first = await anAsset();
  await send(first, 1);
  const admin = await nodes.one.as('admin');
  const flee = JSON.stringify({ expression: '_Pressure > 90', variables: [] });
  await vi.waitFor(async () => {
    const reply = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
      { assetDefinitionId, flee, name: 'High pressure', severity: 700 },
    ]);
    expect(reply.status).toBe(200);
    alarmDefinitionId = reply.body[0]?.alarmDefinitionId as AlarmDefinitionId;
  }, PATIENCE);
}, 300_000);
afterAll(async () => {
  await Promise.all(devices.map((device) => device.endAsync()));
  await nodes.close();
}, 60_000);

interface Pump {
  assetId: AssetId;
  device: MqttClient;
}

async function anAsset(at: Portal = nodes.one): Promise<Pump> {
  const { assetId, accessToken } = await nodes.one.anAsset({ assetDefinitionId });
  const device = await connectDevice(at, accessToken);
  devices.push(device);
  return { assetId, device };
}

const send = ({ device }: Pump, Pressure: number) =>
  device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Pressure }), { qos: 1 });

const isOwner = ({ context }: Portal, assetId: AssetId) => context.partitions?.owns(assetId) === true;

/** The node that evaluates the alarms of an asset, and the one that does not. */
const placesOf = (assetId: AssetId): [owner: Portal, other: Portal] =>
  isOwner(nodes.one, assetId) ? [nodes.one, nodes.two] : [nodes.two, nodes.one];

/** An asset that is evaluated at one of the nodes, and sends to the other. */
async function pumpOwnedBy(owner: Portal): Promise<Pump> {
  const sendsTo = owner === nodes.one ? nodes.two : nodes.one;
  for (;;) {
    const pump = await anAsset(sendsTo);
    if (isOwner(owner, pump.assetId)) return pump;
  }
}

async function alarmsAt(portal: Portal, assetId: AssetId): Promise<alarms.Alarm[]> {
  const { body } = await (await portal.as('admin')).get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`);
  return body;
}

async function raised(pump: Pump): Promise<void> {
  await send(pump, 95);
  for (const portal of [nodes.one, nodes.two]) {
    await vi.waitFor(async () => expect(await alarmsAt(portal, pump.assetId)).toHaveLength(1), PATIENCE);
  }
}

/** All that ever happened to the alarms of an asset, the oldest first. */
async function transitionsOf(assetId: AssetId): Promise<string[]> {
  const rows = await nodes.one.context.db
    .selectFrom('alarm_transitions')
    .select('kind')
    .where('asset_id', '=', assetId)
    .orderBy('transition_id')
    .execute();
  return rows.map(({ kind }) => kind);
}

describe('an alarm of an asset that sends to one node and is evaluated at the other', () => {
  it('is raised once and told to browsers at both', async () => {
    for (const owner of [nodes.one, nodes.two]) {
      const pump = await pumpOwnedBy(owner);
      const browsers = await Promise.all(
        [nodes.one, nodes.two].map(async (portal) => {
          const client = new LiveClient(portal.url);
          expect(await client.connect((await portal.as('admin')).login?.brokerToken)).toBe(0);
          await client.subscribe(`telltale/assets/${pump.assetId}/alarms/#`);
          return client;
        }),
      );
      await raised(pump);
      for (const browser of browsers) {
        expect(await browser.message(({ body }) => (body as { alarm: unknown }).alarm !== null)).toBeDefined();
        browser.close();
      }
      expect(await transitionsOf(pump.assetId)).toEqual(['raised']);
    }
  }, 60_000);

  it('is acknowledged at either, once, and seen so at both', async () => {
    const path = (assetId: AssetId, act: string) => `/api/assets/${assetId}/alarms/${alarmDefinitionId}/${act}`;
    for (const owner of [nodes.one, nodes.two]) {
      const pump = await pumpOwnedBy(owner);
      const [, other] = placesOf(pump.assetId);
      await raised(pump);
      const admin = await other.as('admin');
      const reply = await admin.get<alarms.Alarm>(path(pump.assetId, 'acknowledge'));
      expect([reply.status, reply.body.alarmStatus]).toEqual([200, 2]);
      // Whoever has done it sees it at once.
      expect((await alarmsAt(other, pump.assetId))[0]).toMatchObject({ alarmStatus: 2 });
      expect((await alarmsAt(owner, pump.assetId))[0]).toMatchObject({ alarmStatus: 2 });
      // A second time, and at the owner, nothing happens any more.
      for (const portal of [owner, other]) {
        await (await portal.as('admin')).get(path(pump.assetId, 'acknowledge'));
      }
      expect(await transitionsOf(pump.assetId)).toEqual(['raised', 'acknowledged']);
    }
  }, 60_000);

  it('is shelved, and closed, at the node that does not evaluate it', async () => {
    const pump = await pumpOwnedBy(nodes.one);
    await raised(pump);
    const admin = await nodes.two.as('admin');
    const alarmsOf = `/api/assets/${pump.assetId}/alarms/${alarmDefinitionId}`;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await admin.put(`${alarmsOf}/shelve`, { until, note: 'known' })).status).toBe(200);
    expect((await alarmsAt(nodes.one, pump.assetId))[0]).toMatchObject({
      shelved: { until, note: 'known', user: 'admin' },
    });
    expect((await admin.get(`${alarmsOf}/close`)).status).toBeLessThan(300);
    for (const portal of [nodes.one, nodes.two]) expect(await alarmsAt(portal, pump.assetId)).toEqual([]);
    expect(await transitionsOf(pump.assetId)).toEqual(['raised', 'shelved', 'closed']);
  }, 60_000);

  it('has its limits in the course that the other node shows', async () => {
    const pump = await pumpOwnedBy(nodes.one);
    await raised(pump);
    const [from, to] = [new Date(Date.now() - 60_000).toISOString(), new Date().toISOString()];
    const admin = await nodes.two.as('admin');
    const path = `/api/ef/assets/${pump.assetId}/alarmcourse?from=${from}&to=${to}`;
    const { body } = await admin.get<{ thresholds: unknown[] }>(path);
    expect(body.thresholds).toMatchObject([{ alarmDefinitionId, value: 90 }]);
  }, 60_000);

  it('is told of by the next number where it was not heard', async () => {
    const pump = await pumpOwnedBy(nodes.one);
    const nats = nodes.one.context.cluster?.connection.nats;
    if (!nats) throw new Error('it is no node');
    const publish = nats.publish.bind(nats);
    const lost = vi.spyOn(nats, 'publish').mockImplementation((subject, payload, options) => {
      if (subject !== 'telltale.told.alarms') publish(subject, payload, options);
    });
    await send(pump, 95);
    await vi.waitFor(async () => expect(await alarmsAt(nodes.one, pump.assetId)).toHaveLength(1), PATIENCE);
    expect(await alarmsAt(nodes.two, pump.assetId)).toEqual([]);
    lost.mockRestore();
    await vi.waitFor(async () => expect(await alarmsAt(nodes.two, pump.assetId)).toHaveLength(1), PATIENCE);
  }, 60_000);
});

describe('an alarm that a value does not come', () => {
  const LIMIT_S = 6;

  it('is not raised while values wait for the history, and is when none comes', async () => {
    const [kind, admin] = [await nodes.one.aDefinition('meters'), await nodes.one.as('admin')];
    const { assetId, accessToken } = await nodes.one.anAsset({ assetDefinitionId: kind });
    const device = await connectDevice(nodes.one, accessToken);
    devices.push(device);
    const pump = { assetId, device };
    await send(pump, 1);
    const flee = JSON.stringify({ expression: `age(_Pressure) > ${LIMIT_S}`, variables: [] });
    await vi.waitFor(async () => {
      const body = [{ assetDefinitionId: kind, flee, name: 'Silent', severity: 1, selfAck: 1 }];
      expect((await admin.put('/api/ef/alarmdefinitions', body)).status).toBe(200);
    }, PATIENCE);
    const away = vi.spyOn(nodes.history, 'append').mockRejectedValue(new Error('no route to host'));
    const sendFor = async (seconds: number) => {
      for (let n = 0; n < seconds * 4; n++) {
        await send(pump, n);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    };
    await sendFor(2 * LIMIT_S);
    expect(await transitionsOf(assetId)).toEqual([]);
    away.mockRestore();
    await sendFor(LIMIT_S);
    expect(await transitionsOf(assetId)).toEqual([]);
    await vi.waitFor(async () => expect(await transitionsOf(assetId)).toEqual(['raised']), PATIENCE);
    await send(pump, 1);
    await vi.waitFor(async () => expect(await transitionsOf(assetId)).toEqual(['raised', 'closed']), PATIENCE);
  }, 90_000);
});
