import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type assets, type devices, QUALITY_UNCERTAIN } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import sparkplug from 'sparkplug-client';
import { get as getSparkplug } from 'sparkplug-payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';

const codec = getSparkplug('spBv1.0');
if (!codec) throw new Error('sparkplug-payload speaks spBv1.0');
const { encodePayload, decodePayload } = codec;
type UPayload = Parameters<typeof encodePayload>[0];

let portal: Portal;
let admin: PortalClient;
let gateway: { gatewayId: number; accessToken: string };
let edge: MqttClient;
let seq = 0;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
  gateway = (await admin.post<typeof gateway>('/api/gateways', { name: 'Edge gateway' })).body;
  edge = await connectDevice(portal, gateway.accessToken);
});
afterAll(async () => {
  await edge.endAsync();
  await portal.close();
});

type Metric = NonNullable<UPayload['metrics']>[number];

function publish(
  type: string,
  device: string | undefined,
  metrics: Metric[],
  options: { seq?: number; name?: string } = {},
) {
  const { name = 'E1' } = options;
  if (type === 'NBIRTH') seq = 0;
  const payload: UPayload = { timestamp: Date.now(), metrics, seq: options.seq ?? seq };
  seq = ((options.seq ?? seq) + 1) % 256;
  const topic = `spBv1.0/Plant/${type}/${name}${device === undefined ? '' : `/${device}`}`;
  return edge.publishAsync(topic, Buffer.from(encodePayload(payload)), { qos: 1 });
}

async function assetBySerial(serialNumber: string): Promise<assets.Asset | undefined> {
  const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
  return body.find((asset) => asset.serialNumber === serialNumber);
}

async function valuesOf(serialNumber: string): Promise<Record<string, assets.CurrentValue>> {
  const asset = await assetBySerial(serialNumber);
  const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${asset?.assetId}/dataitems`);
  return Object.fromEntries(body.map((value) => [value.label, value]));
}

async function historyOf(serialNumber: string, label: string): Promise<unknown[][]> {
  const asset = await assetBySerial(serialNumber);
  const item = (await valuesOf(serialNumber))[label];
  const range = 'startTime=1970-01-01T00:00:00Z&endTime=2101-01-01T00:00:00Z';
  const query = `columnar=true&threshold=-1&dataItems=${asset?.assetId}-${item?.dataItemId}&${range}`;
  return (await admin.get<unknown[][]>(`/api/historicaldata?${query}`)).body;
}

const double = (name: string, value: number, more: Partial<Metric> = {}): Metric => ({
  name,
  type: 'Double',
  value,
  ...more,
});

/** At whichever node the edges are. */
const gapsOf = () => portal.contexts.reduce((sum, { sparkplug }) => sum + sparkplug.gaps, 0);

describe('Sparkplug B', () => {
  it('is dropped and counted without a gateway token', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync('spBv1.0/Plant/NDATA/E1', Buffer.from(encodePayload({ seq: 0 })), { qos: 1 });
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries.map(({ reason }) => reason)).toEqual(['topic not served: spBv1.0/Plant/NDATA/E1']);
    await device.endAsync();
  });

  it('makes assets of the names in births, and keeps the meaning of aliases for the data that follows', async () => {
    await publish('NBIRTH', undefined, [
      { name: 'bdSeq', type: 'UInt64', value: 1 },
      double('Cabinet temperature', 30, { alias: 1 }),
    ]);
    await publish('DBIRTH', 'pump-1', [
      double('Flow', 10, { alias: 1 }),
      { name: 'Count', type: 'Int32', value: -5, alias: 2 },
      { name: 'Running', type: 'Boolean', value: true, alias: 3 },
      { name: 'Mode', type: 'String', value: 'auto', alias: 4 },
      { name: 'Total', type: 'Int64', value: 2 ** 40, alias: 5 },
      { name: 'Device Control/Reboot', type: 'Boolean', value: false },
    ]);
    await publish('DDATA', 'pump-1', [{ alias: 1, type: 'Double', value: 11.5 }]);
    const values = await valuesOf('pump-1');
    expect(Object.keys(values).sort()).toEqual(['Count', 'Flow', 'Mode', 'Running', 'Total']);
    expect(values.Flow?.value).toBe(11.5);
    expect(values.Count?.value).toBe(-5);
    expect(values.Running?.value).toBe(1);
    expect(values.Mode?.stringValue).toBe('auto');
    expect(values.Total?.value).toBe(2 ** 40);
    expect((await valuesOf('E1'))['Cabinet temperature']?.value).toBe(30);
    expect((await assetBySerial('pump-1'))?.assetDefinition.assetDefinitionName).toBe('Sparkplug device');
  });

  it('gives new assets the definition named like the group, where there is one', async () => {
    await portal.aDefinition('Plant');
    await publish('DBIRTH', 'pump-2', [double('Flow', 1)]);
    expect((await assetBySerial('pump-2'))?.assetDefinition.assetDefinitionName).toBe('Plant');
  });

  it('stores is_historical and never shows it, and shows is_transient and never stores it', async () => {
    const now = Date.now();
    await publish('DBIRTH', 'pump-3', [double('Level', 1, { timestamp: now - 10_000 })]);
    await publish('DDATA', 'pump-3', [double('Level', 2, { timestamp: now - 5_000, isHistorical: true })]);
    expect((await valuesOf('pump-3')).Level?.value).toBe(1);
    await publish('DDATA', 'pump-3', [double('Level', 3, { timestamp: now - 1_000, isTransient: true })]);
    expect((await valuesOf('pump-3')).Level?.value).toBe(3);
    expect((await historyOf('pump-3', 'Level'))[1]).toEqual([1, 2]);
  });

  it('takes the quality, 500 stale being uncertain', async () => {
    const quality = (value: number) => ({ properties: { Quality: { type: 'Int32' as const, value } } });
    await publish('DBIRTH', 'pump-4', [
      double('Level', 1, quality(500)),
      double('Flow', 1, quality(0)),
      double('Speed', 1, quality(192)),
    ]);
    const values = await valuesOf('pump-4');
    expect(values.Level?.quality).toBe(QUALITY_UNCERTAIN);
    expect(values.Flow?.quality).toBe(0);
    expect(values.Speed?.quality).toBe(192);
  });

  it('shows a not-a-number as no value', async () => {
    await publish('DBIRTH', 'pump-5', [double('Level', Number.NaN), { name: 'Empty', type: 'Double', value: null }]);
    const values = await valuesOf('pump-5');
    expect(values.Level).toMatchObject({ value: null, quality: 0 });
    expect(values.Empty).toBeUndefined();
  });

  it('asks for a rebirth at a gap in the sequence and at an alias that it does not know, and keeps what it can', async () => {
    const asked = new Promise<UPayload>((resolve) => {
      edge.once('message', (topic, payload) => {
        expect(topic).toBe('spBv1.0/Plant/NCMD/E9');
        resolve(decodePayload(payload));
      });
    });
    await edge.subscribeAsync('spBv1.0/Plant/NCMD/E9/#');
    await publish('NBIRTH', undefined, [{ name: 'bdSeq', type: 'UInt64', value: 1 }], { name: 'E9' });
    await publish('DBIRTH', 'pump-9', [double('Level', 1, { alias: 7 })], { name: 'E9' });
    const gaps = gapsOf();
    await publish(
      'DDATA',
      'pump-9',
      [
        { alias: 7, type: 'Double', value: 2 },
        { alias: 8, type: 'Double', value: 3 },
      ],
      { name: 'E9', seq: 5 },
    );
    expect((await asked).metrics?.[0]).toMatchObject({ name: 'Node Control/Rebirth', value: true });
    expect(gapsOf()).toBe(gaps + 1);
    expect((await valuesOf('pump-9')).Level?.value).toBe(2);
    const asset = await assetBySerial('pump-9');
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${asset?.assetId}/quarantine`);
    expect(body.entries[0]).toMatchObject({ reason: 'alias without a birth', excerpt: 'alias 8' });
  });

  it('marks assets offline at their death, at the death of their edge, and when the connection is gone', async () => {
    const isConnected = async (serial: string) => (await assetBySerial(serial))?.connection.connected;
    await publish('NBIRTH', undefined, [{ name: 'bdSeq', type: 'UInt64', value: 4 }], { name: 'E5' });
    for (const device of ['d-1', 'd-2']) await publish('DBIRTH', device, [double('Level', 1)], { name: 'E5' });
    await publish('DDEATH', 'd-1', [], { name: 'E5' });
    expect(await isConnected('d-1')).toBe(false);
    expect(await isConnected('d-2')).toBe(true);
    await publish('NDEATH', undefined, [{ name: 'bdSeq', type: 'UInt64', value: 3 }], { name: 'E5' });
    expect(await isConnected('d-2')).toBe(true);
    await publish('NDEATH', undefined, [{ name: 'bdSeq', type: 'UInt64', value: 4 }], { name: 'E5' });
    expect(await isConnected('d-2')).toBe(false);

    const other = await connectDevice(portal, gateway.accessToken);
    const birth = Buffer.from(encodePayload({ timestamp: Date.now(), seq: 0, metrics: [double('Level', 1)] }));
    await other.publishAsync('spBv1.0/Plant/DBIRTH/E6/d-3', birth, { qos: 1 });
    expect(await isConnected('d-3')).toBe(true);
    const left = new Promise<void>((resolve) => {
      const stop = portal.context.connections.onChange(({ connected }) => {
        if (connected) return;
        stop();
        resolve();
      });
    });
    other.stream.destroy();
    await left;
    expect(await isConnected('d-3')).toBe(false);
    await other.endAsync(true);
  });

  it('knows aliases after a restart, without a rebirth', async () => {
    const own = await startPortal();
    const root = await own.as('admin');
    const { body } = await root.post<{ accessToken: string }>('/api/gateways', { name: 'G' });
    const first = await connectDevice(own, body.accessToken);
    const encode = (payload: UPayload) => Buffer.from(encodePayload(payload));
    await first.publishAsync('spBv1.0/P/NBIRTH/E', encode({ seq: 0, metrics: [] }), { qos: 1 });
    await first.publishAsync('spBv1.0/P/DBIRTH/E/d', encode({ seq: 1, metrics: [double('Level', 1, { alias: 3 })] }), {
      qos: 1,
    });
    await first.endAsync();
    await own.restart();
    const second = await connectDevice(own, body.accessToken);
    await second.publishAsync(
      'spBv1.0/P/DDATA/E/d',
      encode({ seq: 2, metrics: [{ alias: 3, type: 'Double', value: 2 }] }),
      { qos: 1 },
    );
    const device = await own.context.registry.findBySerialNumber('d');
    expect(own.context.currentValues.list(device?.assetId ?? (0 as never))).toMatchObject([{ value: 2 }]);
    await second.endAsync();
    await own.close();
  });

  it('that is none is set aside with the gateway, whose connection goes on', async () => {
    await edge.publishAsync('spBv1.0/Plant/NDATA/E1', Buffer.from([0xff, 0xff, 0xff]), { qos: 1 });
    const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gateway.gatewayId}/quarantine`);
    expect(body.entries[0]?.reason).toBe('not a Sparkplug B payload');
    expect(edge.connected).toBe(true);
  });

  it('works with the sparkplug-client library, compressed too', async () => {
    const client = sparkplug.newClient({
      serverUrl: `mqtt://127.0.0.1:${portal.mqttPort}`,
      username: gateway.accessToken,
      password: '',
      groupId: 'Library',
      edgeNode: 'LE',
      clientId: 'library',
      version: 'spBv1.0',
    });
    await once(client, 'birth');
    client.publishNodeBirth({ timestamp: Date.now(), metrics: [double('Uptime', 1)] });
    client.publishDeviceBirth('lib-1', { timestamp: Date.now(), metrics: [double('Flow', 1)] });
    client.publishDeviceData('lib-1', { timestamp: Date.now(), metrics: [double('Flow', 42)] }, { compress: true });
    await expect.poll(async () => (await valuesOf('lib-1')).Flow?.value).toBe(42);
    client.stop();
  });
});

const data = findTestData();
if (data === undefined) console.warn(`no Sparkplug recording is played: ${NO_TEST_DATA}`);

describe.skipIf(data === undefined)('Sparkplug recordings', () => {
  const read = (file: string) => readFileSync(join(data ?? '', 'iot-payloads/sparkplug', file), 'utf8');

  it('the session of a pump is stored value for value', async () => {
    const lines = read('pump_session.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { topic, base64 } of lines) await edge.publishAsync(topic, Buffer.from(base64, 'base64'), { qos: 1 });
    const names = new Map<number, string>();
    const expected = new Map<string, [number, number | string][]>();
    for (const { decoded } of lines.slice(1)) {
      for (const { name, alias, value, timestamp } of decoded.metrics) {
        if (name !== undefined && alias !== undefined) names.set(alias, name);
        const label = name ?? names.get(alias);
        if (label === 'bdSeq') continue;
        expected.set(label, [
          ...(expected.get(label) ?? []),
          [timestamp / 1_000, Number.isNaN(Number(value)) ? value : Number(value)],
        ]);
      }
    }
    expect(expected.get('Accelerometer1RMS')?.[1]).toEqual([1_583_748_874, 0.0261697]);
    for (const [label, points] of expected) {
      const [times, values] = await historyOf('pump1', label);
      expect(
        times?.map((time, i) => [time, values?.[i]]),
        label,
      ).toEqual(points);
    }
    expect((await assetBySerial('pump1'))?.connection.connected).toBe(false);
  });

  it('the vectors of another implementation are read as it meant them', async () => {
    const vectors = JSON.parse(read('vectors_umh.json')) as { name: string; messageType: string; base64: string }[];
    for (const { messageType, base64 } of vectors.slice(0, 2)) {
      await edge.publishAsync(`spBv1.0/UMH/${messageType}/umh-edge`, Buffer.from(base64, 'base64'), { qos: 1 });
    }
    expect((await historyOf('umh-edge', 'Temperature'))[1]).toEqual([22.5]);
    expect((await valuesOf('umh-edge')).Temperature).toMatchObject({ value: 22.5, timestamp: 1_750_855_643_474 });
  });

  it('the sequence of a plant has the gaps that were counted in it', async () => {
    const rows = read('production_traffic_pattern.csv')
      .split(/\r?\n/)
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(','))
      .filter((row) => row[5] === '702' && row[7] !== '');
    const before = gapsOf();
    for (const [, , topic, , , , , number, time] of rows) {
      const metrics = [double('Signal', Number(number), { timestamp: Number(time) })];
      const payload = encodePayload({ timestamp: Number(time), seq: Number(number), metrics });
      await edge.publishAsync((topic ?? '').replace('org_A', 'Pattern'), Buffer.from(payload), { qos: 1 });
    }
    expect(gapsOf() - before).toBe(16);
  });
});
