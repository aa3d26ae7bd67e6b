import { type assets, type devices, QUALITY_BAD } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

let portal: Portal;
let admin: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

async function valuesOf(assetId: number): Promise<Record<string, assets.CurrentValue>> {
  const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  return Object.fromEntries(body.map((value) => [value.label, value]));
}

async function historyOf(assetId: number, label: string): Promise<(number | string | null)[][]> {
  const { dataItemId } = (await valuesOf(assetId))[label] as assets.CurrentValue;
  const query = `columnar=true&threshold=-1&dataItems=${assetId}-${dataItemId}&startTime=1970-01-01T00:00:00Z&endTime=2101-01-01T00:00:00Z`;
  const { body } = await admin.get<(number | string | null)[][]>(`/api/historicaldata?${query}`);
  return body;
}

async function quarantineOf(assetId: number): Promise<devices.QuarantineReply> {
  return (await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`)).body;
}

describe('telemetry over MQTT', () => {
  it('is refused without a known token, with CONNACK 5 or 4', async () => {
    await expect(connectDevice(portal, '')).rejects.toMatchObject({ code: 5 });
    await expect(connectDevice(portal, 'not-a-token')).rejects.toMatchObject({ code: 4 });
  });

  it('is on disk, current and queryable once it is acknowledged', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync(
      'v1/devices/me/telemetry',
      JSON.stringify({ ts: 1_700_000_000_000, values: { flow: 12.5 } }),
      { qos: 1 },
    );
    expect((await valuesOf(assetId)).flow).toMatchObject({
      value: 12.5,
      timestamp: 1_700_000_000_000,
      isString: false,
    });
    expect(await historyOf(assetId, 'flow')).toEqual([[1_700_000_000], [12.5]]);
    await device.endAsync();
  });

  it('stores booleans as 1 and 0, strings as text, objects as JSON text, and skips null', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    const values = { on: true, off: false, state: 'Drill', position: { x: 1, y: [2] }, nothing: null, odd: -0 };
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
    const current = await valuesOf(assetId);
    expect(current.on?.value).toBe(1);
    expect(current.off?.value).toBe(0);
    expect(current.state).toMatchObject({ isString: true, stringValue: 'Drill', value: null });
    expect(current.position?.stringValue).toBe('{"x":1,"y":[2]}');
    expect(current.nothing).toBeUndefined();
    await device.endAsync();
  });

  it('keeps a number that is none as a bad value, so that the screen shows no old one', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"level": 1e400}', { qos: 1 });
    expect((await valuesOf(assetId)).level).toMatchObject({ value: null, quality: QUALITY_BAD });
    await device.endAsync();
  });

  it('takes labels that are names of the language as plain data (G6)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"__proto__": 1, "constructor": 2, "_proto__": 3}', {
      qos: 1,
    });
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    expect(new Map(body.map(({ label, value }) => [label, value]))).toEqual(
      new Map([
        ['__proto__', 1],
        ['constructor', 2],
        ['_proto__', 3],
      ]),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    await device.endAsync();
  });

  it('knows a data item by its label whatever its case, on every asset', async () => {
    const first = await portal.anAsset();
    const second = await portal.anAsset();
    for (const [asset, label] of [
      [first, 'Casing Pressure'],
      [second, 'CASING pressure'],
    ] as const) {
      const device = await connectDevice(portal, asset.accessToken);
      await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [label]: 5 }), { qos: 1 });
      await device.endAsync();
    }
    const a = (await valuesOf(first.assetId))['Casing Pressure'];
    const b = (await valuesOf(second.assetId))['Casing Pressure'];
    expect(a?.dataItemId).toBe(b?.dataItemId);
  });
});

describe('poison messages (R18)', () => {
  it('are set aside with a reason and counted, and the device goes on', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    const poison = [
      '{"a":',
      '',
      '42',
      '[1, {"ok": 1}]',
      `{"deep": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      JSON.stringify({ long: 'x'.repeat(900_000) }),
      '{"": 1}',
      JSON.stringify({ ['L'.repeat(300)]: 1 }),
      '{"ts": "yesterday", "values": {"a": 1}}',
    ];
    for (const message of poison) await device.publishAsync('v1/devices/me/telemetry', message, { qos: 1 });
    expect(device.connected).toBe(true);
    const { countSinceStart, entries } = await quarantineOf(assetId);
    expect(countSinceStart).toBe(poison.length);
    expect(entries.map(({ reason }) => reason).reverse()).toEqual([
      'not valid JSON',
      'empty message',
      'telemetry must be an object or an array of objects',
      'an element of telemetry must be an object',
      'nested deeper than 64 levels',
      'longer than 65536 characters',
      'empty label',
      'label longer than 255 characters',
      'ts is not a time in milliseconds since 1970',
    ]);
    expect((await valuesOf(assetId)).ok?.value).toBe(1);
    await device.endAsync();
  });

  it('keeps the last 1,000 of a device, and they survive a restart', async () => {
    const own = await startPortal();
    const { assetId, accessToken } = await own.anAsset();
    const device = await connectDevice(own, accessToken);
    const sent = Array.from({ length: 1_200 }, (_, i) =>
      device.publishAsync('v1/devices/me/telemetry', `{"broken ${i}`, { qos: 1 }),
    );
    await Promise.all(sent);
    await device.endAsync();
    await own.restart();
    const caller = await own.as('admin');
    const { body } = await caller.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries).toHaveLength(1_000);
    expect(body.entries[0]?.excerpt).toBe('{"broken 1199');
    await own.close();
  });
});

describe('device clocks (R15, R16, R17)', () => {
  it('stores up to 10 minutes ahead, and sets further ahead aside without moving the current value', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    const send = (ts: number, level: number) =>
      device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { level } }), { qos: 1 });
    const now = Date.now();
    await send(now + 9 * 60_000, 1);
    await send(now + 3 * 86_400_000, 2);
    await send(Date.UTC(2100, 0, 1), 3);
    expect((await valuesOf(assetId)).level).toMatchObject({ value: 1, timestamp: now + 9 * 60_000 });
    const { entries } = await quarantineOf(assetId);
    expect(entries.map(({ reason, timestamp }) => [reason, timestamp])).toEqual([
      ['time more than 10 minutes ahead', Date.UTC(2100, 0, 1)],
      ['time more than 10 minutes ahead', now + 3 * 86_400_000],
    ]);
    await device.endAsync();
  });

  it('stores 1970 and late data where they belong, and keeps the newer current value', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    const send = (ts: number, level: number) =>
      device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { level } }), { qos: 1 });
    await send(1_700_000_000_000, 10);
    await send(1_600_000_000_000, 20);
    await send(1_700_000_000, 30);
    expect((await valuesOf(assetId)).level).toMatchObject({ value: 10, timestamp: 1_700_000_000_000 });
    expect(await historyOf(assetId, 'level')).toEqual([
      [1_700_000, 1_600_000_000, 1_700_000_000],
      [30, 20, 10],
    ]);
    await device.endAsync();
  });

  it('keeps one row per data item and time, the last one written', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const [one, two] = await Promise.all([
      connectDevice(portal, accessToken, { clientId: 'one' }),
      connectDevice(portal, accessToken, { clientId: 'two' }),
    ]);
    const message = (level: number) => JSON.stringify({ ts: 1_700_000_000_000, values: { level } });
    for (const device of [one, two, one]) await device.publishAsync('v1/devices/me/telemetry', message(1), { qos: 1 });
    await two.publishAsync('v1/devices/me/telemetry', message(2), { qos: 1, dup: true });
    expect(await historyOf(assetId, 'level')).toEqual([[1_700_000_000], [2]]);
    await Promise.all([one.endAsync(), two.endAsync()]);
  });
});

describe('the limit of data items', () => {
  it('takes 1,000 labels and refuses, counts and names what is beyond', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    const labels = (from: number, to: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`item ${from + i}`, i])));
    await device.publishAsync('v1/devices/me/telemetry', labels(0, 995), { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', labels(990, 1_010), { qos: 1 });
    expect(Object.keys(await valuesOf(assetId))).toHaveLength(1_000);
    const { countSinceStart, entries } = await quarantineOf(assetId);
    expect(countSinceStart).toBe(10);
    expect(entries[0]?.reason).toBe('the asset has 1000 data items already');
    await device.endAsync();
  });
});

describe('what a device may not do', () => {
  it('a message for another asset, a command, $SYS or another root is acknowledged, dropped, counted and shown (C8)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const victim = await portal.anAsset();
    const topics = [
      `telltale/assets/${victim.assetId}/dataitems/5`,
      'v1/devices/me/nothing',
      '$SYS/x',
      'other/assets/1/state',
      'v1/gateway/telemetry',
      'spBv1.0/g/NDATA/e',
    ];
    const device = await connectDevice(portal, accessToken);
    for (const topic of topics) await device.publishAsync(topic, '{"a":1}', { qos: 1 });
    expect(device.connected).toBe(true);
    const { countSinceStart, entries } = await quarantineOf(assetId);
    expect(countSinceStart).toBe(topics.length);
    expect(entries.map(({ reason }) => reason).reverse()).toEqual(topics.map((topic) => `topic not served: ${topic}`));
    expect(entries[0]?.excerpt).toBe('{"a":1}');
    expect(await valuesOf(assetId)).toEqual({});
    expect(await valuesOf(victim.assetId)).toEqual({});
    await device.endAsync();
  });

  it('a message that is to be retained is taken like any other, and retained for nobody (C4, C19)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1, retain: true });
    expect((await valuesOf(assetId)).a?.value).toBe(1);
    await device.publishAsync('v1/devices/me/attributes', '{"b":1}', { qos: 1, retain: true });
    const heard: string[] = [];
    device.on('message', (topic) => heard.push(topic));
    await device.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', '{"a":2}', { qos: 1 });
    expect(heard).toEqual([]);
    await device.endAsync();
  });

  it('takes the topic’s asset, whatever a payload says of an assetId (C11)', async () => {
    const a = await portal.anAsset();
    const b = await portal.anAsset();
    const device = await connectDevice(portal, a.accessToken);
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ assetId: b.assetId, level: 3 }), { qos: 1 });
    expect((await valuesOf(a.assetId)).level?.value).toBe(3);
    expect(await valuesOf(b.assetId)).toEqual({});
    await device.endAsync();
  });
});
