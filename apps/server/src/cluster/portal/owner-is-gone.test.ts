import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmDefinitions, alarms } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { PARTITIONS } from '../partitions/partition-of.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const PUMPS = 4;

let nodes: TwoNodes;
let assetDefinitionId: AssetDefinitionId;
let alarmDefinitionId: AlarmDefinitionId;
const devices: MqttClient[] = [];

/** An asset that sends to the first node. */
class Pump {
  readonly assetId: AssetId;
  readonly device: MqttClient;
  /** What was acknowledged, by its time. */
  readonly kept = new Map<number, number>();
  #timeMs = Date.now() - 3_600_000;

  constructor(assetId: AssetId, device: MqttClient) {
    this.assetId = assetId;
    this.device = device;
  }

  async send(values: { Pressure?: number; Count?: number }): Promise<void> {
    const ts = ++this.#timeMs;
    await this.device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values }), { qos: 1 });
    if (values.Count !== undefined) this.kept.set(ts, values.Count);
  }
}

async function aPump(): Promise<Pump> {
  const { assetId, accessToken } = await nodes.one.anAsset({ assetDefinitionId });
  const device = await connectDevice(nodes.one, accessToken);
  devices.push(device);
  return new Pump(assetId, device);
}

/** One that is stored and evaluated at the second node. */
async function aPumpOfTwo(): Promise<Pump> {
  for (;;) {
    const pump = await aPump();
    if (nodes.two.context.partitions?.owns(pump.assetId)) return pump;
  }
}

beforeAll(async () => {
  nodes = await startTwoNodes();
  await nodes.isSpread();
  assetDefinitionId = await nodes.one.aDefinition('pumps');
  const first = await aPump();
  await first.send({ Pressure: 1 });
  const admin = await nodes.one.as('admin');
  const flee = JSON.stringify({ expression: '_Pressure > 90', variables: [] });
  const reply = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
    { assetDefinitionId, flee, name: 'High pressure', severity: 700 },
  ]);
  expect(reply.status).toBe(200);
  alarmDefinitionId = reply.body[0]?.alarmDefinitionId as AlarmDefinitionId;
}, 300_000);
afterAll(async () => {
  await Promise.all(devices.map((device) => device.endAsync()));
  // It has no way left to say that it leaves.
  await expect(nodes.two.close()).rejects.toThrow('closed connection');
  await nodes.close();
}, 120_000);

async function openAlarms(assetId: AssetId): Promise<alarms.Alarm[]> {
  return (await (await nodes.one.as('admin')).get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`)).body;
}

const isRaised = ({ assetId }: Pump) =>
  vi.waitFor(async () => expect(await openAlarms(assetId)).toHaveLength(1), PATIENCE);

async function transitionsOf({ assetId }: Pump): Promise<string[]> {
  const rows = await nodes.one.context.db
    .selectFrom('alarm_transitions')
    .select('kind')
    .where('asset_id', '=', assetId)
    .orderBy('transition_id')
    .execute();
  return rows.map(({ kind }) => kind);
}

it('takes over what a node had that is gone: no point and no alarm is lost or doubled', async () => {
  const pumps: Pump[] = [];
  for (let n = 0; n < PUMPS; n++) pumps.push(await aPumpOfTwo());
  const quiet = await aPumpOfTwo();
  await quiet.send({ Pressure: 50 });
  for (const pump of pumps) await pump.send({ Pressure: 95 });
  for (const pump of pumps) await isRaised(pump);

  let isOver = false;
  const sending = pumps.map(async (pump) => {
    for (let Count = 0; !isOver; Count++) {
      await pump.send({ Count, Pressure: 96 });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await vi.waitFor(() => expect(Math.min(...pumps.map(({ kept }) => kept.size))).toBeGreaterThan(20), PATIENCE);
  // Nobody hears it any more, and it does not end by itself: the other one sees to that.
  await nodes.two.context.cluster?.connection.nats.close();
  await vi.waitFor(() => expect(nodes.one.context.partitions?.liveCount).toBe(PARTITIONS), PATIENCE);
  const reached = pumps.map(({ kept }) => kept.size);
  await vi.waitFor(() => {
    for (const [n, { kept }] of pumps.entries()) expect(kept.size).toBeGreaterThan((reached[n] as number) + 10);
  }, PATIENCE);
  isOver = true;
  await Promise.all(sending);

  for (const pump of pumps) {
    const key = nodes.one.context.registry.find(pump.assetId)?.slotOf('Count')?.key as number;
    await vi.waitFor(async () => {
      const { timesMs, values } = await nodes.history.readSeries(key, 0, Number.MAX_SAFE_INTEGER);
      expect(new Map([...timesMs].map((timeMs, n) => [timeMs, values[n]]))).toEqual(pump.kept);
    }, PATIENCE);
    expect(await openAlarms(pump.assetId)).toMatchObject([{ alarmDefinitionId, alarmStatus: 1, count: 1 }]);
    expect(await transitionsOf(pump)).toEqual(['raised']);
  }
  // It evaluates them now, and people may change them.
  await quiet.send({ Pressure: 97 });
  await isRaised(quiet);
  const admin = await nodes.one.as('admin');
  const path = `/api/assets/${quiet.assetId}/alarms/${alarmDefinitionId}/acknowledge`;
  expect((await admin.get<alarms.Alarm>(path)).body.alarmStatus).toBe(2);
  expect(await transitionsOf(quiet)).toEqual(['raised', 'acknowledged']);
}, 240_000);
