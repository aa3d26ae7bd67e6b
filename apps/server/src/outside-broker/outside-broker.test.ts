import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { assets, commands, devices, OutsideBroker } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import sparkplug from 'sparkplug-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBroker } from '#cli/doctor/broker-check.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { BROKER_PASSWORD, BROKER_USER, Mosquitto } from '#testing/mosquitto.ts';
import { ownCertificate } from '#testing/own-certificate.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { double, inUnit, TestEdge } from '#testing/sparkplug-edge.ts';
import { buildTwoUnits } from '#testing/two-units.ts';
import { describeForOperator, exitCodeFor, WRONG_SETTINGS } from '../operator-errors.ts';

const RULE = {
  name: 'Pumps',
  topic: 'plant/{line}/{serial}/state',
  serialNumber: '{serial}',
  definition: 'Plant pump',
  values: [{ path: '$.p', label: 'Pressure', unit: 'bar' }],
  time: { source: '$.ts', format: 'ms' },
};

let broker: Mosquitto;
let folder: string;
let portal: Portal;
let admin: PortalClient;
let plant: MqttClient;

const settings = (of: Mosquitto) => ({
  outsideBroker: { url: of.url, caFile: undefined, clientId: undefined },
  configFolder: folder,
  sparkplugHostId: 'scada',
});

beforeAll(async () => {
  // As some brokers do: a message once for each subscription that it matches.
  broker = await Mosquitto.start({ lines: ['allow_duplicate_messages true'] });
  folder = await mkdtemp(join(tmpdir(), 'telltale-config-'));
  await writeFile(join(folder, 'broker.json'), JSON.stringify({ rules: [RULE] }));
  plant = await broker.client({ protocolVersion: 5 });
  portal = await startPortal({ config: settings(broker) });
  admin = await portal.as('admin');
});
afterAll(async () => {
  await portal.close();
  await broker.stop();
  await rm(folder, { recursive: true, force: true });
});

async function assetOf(serialNumber: string): Promise<assets.Asset | undefined> {
  const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
  return body.find((asset) => asset.serialNumber === serialNumber);
}

async function valuesOf(serialNumber: string, label: string) {
  const asset = await assetOf(serialNumber);
  return asset ? pointsOf(admin, asset.assetId, label) : [];
}

const send = (topic: string, message: unknown) =>
  plant.publishAsync(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos: 1 });
const overview = async () => (await admin.get<OutsideBroker>('/api/broker')).body;
const reasons = async () => {
  const { gatewayId } = await overview();
  const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gatewayId}/quarantine`);
  return body.entries.map(({ reason }) => reason);
};

/** Stands before a broker, and knows MQTT 3.1.1 at the most. */
async function refusesMqtt5(port: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((near) => {
    near.once('data', (hello) => {
      if (hello[hello.indexOf('MQTT') + 4] === 5) return near.end(Buffer.from([0x20, 2, 0, 1]));
      const far = connect(port, '127.0.0.1');
      far.write(hello);
      near.pipe(far).pipe(near);
      return near.on('close', () => far.destroy());
    });
    near.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('plain topics of an outside broker', () => {
  it('become values of the assets that rules name, with unit, and make the asset', async () => {
    const ts = Date.now() - 60_000;
    await send('plant/north/PP-1/state', { ts, p: 4.5 });
    await expect.poll(() => valuesOf('PP-1', 'Pressure')).toEqual([[ts, 4.5]]);
    const { assetId } = (await assetOf('PP-1')) as assets.Asset;
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    expect(body).toMatchObject([{ label: 'Pressure', unit: 'bar' }]);
  });

  it('that hold nothing usable are dropped, counted and shown with the reason', async () => {
    await send('plant/north/PP-2/state', 'no JSON');
    await send('plant/north/PP-2/state', { ts: 5 });
    await expect
      .poll(reasons)
      .toEqual(expect.arrayContaining(['not valid JSON', "none of the values of the rule 'Pumps' is in the message"]));
    await send('plant/north/PP-2/state', { ts: Date.now() - 1_000, p: 1 });
    await expect.poll(() => valuesOf('PP-2', 'Pressure')).toHaveLength(1);
    const { connection } = await overview();
    expect(connection).toMatchObject({ isConnected: true, failure: null, waiting: 0, version: 5 });
    expect(connection?.done).toBe(connection?.received);
    expect(JSON.stringify(connection)).not.toContain(BROKER_USER);
  });

  it('of an asset of another unit stay out', async () => {
    await buildTwoUnits(portal);
    const theirs = await portal.anAsset({ by: 'adminB', serialNumber: 'PP-THEIRS' });
    await send('plant/north/PP-THEIRS/state', { ts: Date.now(), p: 1 });
    await expect.poll(reasons).toContain('the gateway does not reach this device');
    expect(await pointsOf(await portal.as('adminB'), theirs.assetId, 'Pressure')).toEqual([]);
  });

  it('wait at the broker while the portal is away', async () => {
    const ts = Date.now() - 60_000;
    await portal.restart(async () => {
      for (let n = 0; n < 200; n++) await send('plant/north/PP-3/state', { ts: ts + n, p: n });
    });
    await expect.poll(() => valuesOf('PP-3', 'Pressure')).toHaveLength(200);
  });

  it('follow other rules at once, which the file and the journal tell', async () => {
    const { version } = await overview();
    const rules = [
      RULE,
      {
        ...RULE,
        name: 'Meters',
        topic: 'meters/{serial}',
        payload: 'text',
        time: null,
        values: [{ path: '$', label: 'Level' }],
      },
    ];
    const change = { rules, version };
    expect((await admin.put('/api/broker/rules', change)).status).toBe(200);
    expect((await admin.put('/api/broker/rules', change)).status).toBe(409);
    await send('meters/MM-1', '7.25');
    await expect.poll(async () => (await valuesOf('MM-1', 'Level')).map(([, value]) => value)).toEqual([7.25]);
    expect(JSON.parse(await readFile(join(folder, 'broker.json'), 'utf8'))).toMatchObject({
      sparkplug: true,
      rules: [{ name: 'Pumps' }, { name: 'Meters', topic: 'meters/{serial}' }],
    });
    const { body } = await admin.get<{ entries: { what: string }[] }>('/api/journal?kind=configuration');
    expect(body.entries[0]?.what).toBe('broker.json changed');
  });

  it('whose topics overlap store a message once', async () => {
    const meter = { ...RULE, payload: 'text', time: null };
    const rules = [
      { ...meter, name: 'Each', topic: 'tanks/{serial}/level', values: [{ path: '$', label: 'Level' }] },
      { ...meter, name: 'All', topic: 'tanks/{serial}/#', values: [{ path: '$', label: 'Any' }] },
    ];
    const { version } = await overview();
    expect((await admin.put('/api/broker/rules', { rules: [RULE, ...rules], version })).status).toBe(200);
    for (const level of ['1', '2', '3']) await send('tanks/TK-1/level', level);
    await expect.poll(async () => (await valuesOf('TK-1', 'Level')).map(([, value]) => value)).toEqual([1, 2, 3]);
    expect((await valuesOf('TK-1', 'Any')).map(([, value]) => value)).toEqual([1, 2, 3]);
  });

  it('that somebody writes into the file are not overwritten, and count from then on', async () => {
    const path = join(folder, 'broker.json');
    const { file, version } = await overview();
    const byHand = { ...RULE, name: 'By hand', topic: 'hand/{serial}', time: null };
    const text = JSON.stringify({ rules: [RULE, byHand] });
    const change = { rules: [{ ...RULE, definition: 'Other' }], version };
    await writeFile(path, `${text},`);
    expect(await admin.put('/api/broker/rules', change)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/^Somebody has edited broker\.json, .*not valid JSON/) } },
    });
    expect((await overview()).file.rules).toEqual(file.rules);
    await writeFile(path, text);
    expect(await admin.put('/api/broker/rules', change)).toMatchObject({
      status: 409,
      body: {
        error: {
          message: expect.stringContaining('(only there: By hand; different: Pumps)'),
          details: { onlyThere: ['By hand'], different: ['Pumps'], onlyYours: [] },
        },
      },
    });
    expect(await readFile(path, 'utf8')).toBe(text);
    await send('hand/HH-1', { p: 2 });
    await expect.poll(async () => (await valuesOf('HH-1', 'Pressure')).map(([, value]) => value)).toEqual([2]);
    const now = await overview();
    expect((await admin.put('/api/broker/rules', { rules: [RULE], version: now.version })).status).toBe(200);
    expect((await overview()).file.rules).toMatchObject([{ name: 'Pumps' }]);
  });

  it('are tried out without storing anything, for administrators of the first unit alone', async () => {
    const look = (client: PortalClient, body: object) =>
      client.post<{
        messages: { topic: string; text: string; outcomes: unknown[] }[];
        total: number;
        failure: string | null;
      }>('/api/broker/look', body);
    const draft = { ...RULE, name: 'Tried', topic: 'tried/{serial}', time: null };
    const filter = 'tried/#';
    const asked = async () => (await look(admin, { filter, rules: [draft] })).body;
    await asked();
    await expect
      .poll(async () => {
        await send('tried/TT-1', { p: 3 });
        return (await asked()).messages[0];
      })
      .toMatchObject({
        topic: 'tried/TT-1',
        text: '{"p":3}',
        outcomes: [
          {
            rule: 'Tried',
            serialNumber: 'TT-1',
            points: [{ label: 'Pressure', value: 3, unit: 'bar', time: null }],
            problems: [],
          },
        ],
      });
    expect(await assetOf('TT-1')).toBeUndefined();
    expect((await look(admin, { filter: 'a#' })).status).toBe(400);
    expect(
      (await look(admin, { filter, rules: [{ ...draft, time: { source: '$.t', format: 'text', zone: 'Nowhere' } }] }))
        .status,
    ).toBe(400);
    const { gatewayId } = await overview();
    const adminB = await portal.as('adminB');
    for (const client of [adminB, await portal.as('opA')]) {
      expect((await look(client, { filter })).status).toBe(403);
      expect((await client.get('/api/broker')).status).toBe(403);
      expect((await client.get(`/api/gateways/${gatewayId}/quarantine`)).status).toBe(404);
      expect((await client.put('/api/broker/rules', { rules: [], version: '' })).status).toBe(403);
    }
  });
});

describe('gateway topics of an outside broker', () => {
  it('are served, and commands go out there and are answered', async () => {
    const ts = Date.now() - 5_000;
    await plant.subscribeAsync('v1/gateway/rpc', { qos: 1 });
    await send('v1/gateway/telemetry', { 'GW-1': [{ ts, values: { Flow: 2 } }] });
    await expect.poll(() => valuesOf('GW-1', 'Flow')).toEqual([[ts, 2]]);
    const heard = new Promise<Buffer>((resolve) => plant.once('message', (_topic, bytes) => resolve(bytes)));
    const body = [
      { assetId: (await assetOf('GW-1'))?.assetId, command: JSON.stringify({ module: 'pump', command: 'stop' }) },
    ];
    const { commandId = 0 } = (await admin.post<commands.Command[]>('/api/commands', body)).body[0] ?? {};
    const payload = await heard;
    const { device, data } = JSON.parse(payload.toString()) as { device: string; data: { id: number } };
    expect([device, data.id]).toEqual(['GW-1', commandId]);
    await send('v1/gateway/rpc', { device, id: data.id, data: { done: true } });
    const stateOf = async () => (await admin.get<commands.Command>(`/api/commands/${commandId}`)).body;
    await expect.poll(async () => JSON.stringify(await stateOf())).toContain('done');
    await plant.unsubscribeAsync('v1/gateway/rpc');
  });
});

describe('the portal as a Sparkplug host application', () => {
  const STATE = 'spBv1.0/STATE/scada';
  const states = async (act: (heard: { online: boolean; timestamp: number }[]) => Promise<void>) => {
    const heard: { online: boolean; timestamp: number }[] = [];
    const client = await broker.client({ protocolVersion: 5 });
    client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(STATE, { qos: 1 });
    await act(heard);
    await client.endAsync();
  };

  it('is born for others, dies when it stops, and comes back with a later time', async () => {
    await states(async (heard) => {
      await expect.poll(() => heard).toMatchObject([{ online: true }]);
      await portal.restart(
        () => expect.poll(() => heard).toMatchObject([{ online: true }, { online: false }]) as never,
      );
      await expect.poll(() => heard.length).toBe(3);
      const [born, died, again] = heard;
      expect(died?.timestamp).toBe(born?.timestamp);
      expect(again).toMatchObject({ online: true });
      expect(again?.timestamp).toBeGreaterThan(born?.timestamp ?? 0);
    });
  });

  it('says so again when somebody else says that it is offline', async () => {
    await states(async (heard) => {
      await expect.poll(() => heard.length).toBe(1);
      await plant.publishAsync(STATE, JSON.stringify({ online: false, timestamp: 1 }), { qos: 1, retain: true });
      await expect.poll(() => heard.at(-1)).toEqual(heard[0]);
      expect(heard.length).toBe(3);
    });
  });

  it('takes in what edges say, and writes their metrics', async () => {
    const edge = new TestEdge(await broker.client(), 'Plant', 'EdgeA');
    await edge.listens();
    await edge.nodeBirth([double('Uptime', 1)]);
    await edge.publish('DBIRTH', 'SP-1', [inUnit('rpm', double('Speed', 1_500, { alias: 4 }))]);
    await edge.publish('DDATA', 'SP-1', [{ type: 'Double', value: 1_600, alias: 4 } as never]);
    await expect.poll(async () => (await valuesOf('SP-1', 'Speed')).map(([, value]) => value)).toEqual([1_500, 1_600]);
    const body = [
      {
        assetId: (await assetOf('SP-1'))?.assetId,
        command: JSON.stringify({ module: 'metric', command: 'Speed', parameter: 900 }),
      },
    ];
    await admin.post('/api/commands', body);
    await expect.poll(() => edge.commands.at(-1)?.topic).toBe('spBv1.0/Plant/DCMD/EdgeA/SP-1');
    expect(Number(edge.commands.at(-1)?.payload.metrics?.[0]?.alias)).toBe(4);
    // Who was away cannot know whether an edge was born anew meanwhile: its aliases count only after the next birth.
    const before = edge.commands.length;
    await portal.restart();
    await edge.publish('DDATA', 'SP-1', [{ type: 'Double', value: 1_700, alias: 4 } as never]);
    await expect.poll(() => edge.commands.length).toBe(before + 1);
    expect(edge.commands.at(-1)?.payload.metrics?.[0]).toMatchObject({ name: 'Node Control/Rebirth', value: true });
    expect(await valuesOf('SP-1', 'Speed')).toHaveLength(2);
  });

  it('understands the reference client', async () => {
    const client = sparkplug.newClient({
      serverUrl: `mqtt://127.0.0.1:${broker.port}`,
      username: BROKER_USER,
      password: BROKER_PASSWORD,
      groupId: 'Plant',
      edgeNode: 'Reference',
      clientId: 'reference',
      version: 'spBv1.0',
    });
    await once(client as never, 'birth');
    const timestamp = Date.now();
    client.publishNodeBirth({ timestamp, metrics: [] });
    client.publishDeviceBirth('SP-REF', {
      timestamp,
      metrics: [{ name: 'Level', type: 'Double', value: 5, timestamp }],
    });
    await expect.poll(async () => (await valuesOf('SP-REF', 'Level')).map(([, value]) => value)).toEqual([5]);
    client.stop();
  });
});

describe('an outside broker', () => {
  it('that is restarted is found again, and the portal says so meanwhile', async () => {
    await broker.kill('SIGTERM');
    await expect.poll(async () => (await overview()).connection?.isConnected).toBe(false);
    const { body } = await admin.get<{ status: string; warning: string }>('/api/health');
    expect(body).toMatchObject({ status: 'ok', warning: expect.stringContaining('MQTT broker') });
    expect((await overview()).connection?.failure).toContain(`127.0.0.1:${broker.port}`);
    await broker.begin();
    await expect.poll(async () => (await overview()).connection?.isConnected, { timeout: 30_000 }).toBe(true);
    plant = await broker.client({ protocolVersion: 5 });
    const ts = Date.now();
    await send('plant/north/PP-9/state', { ts, p: 9 });
    await expect.poll(() => valuesOf('PP-9', 'Pressure')).toEqual([[ts, 9]]);
  });

  it('is not forgotten by who deletes its gateway', async () => {
    const { gatewayId } = await overview();
    expect((await admin.delete(`/api/gateways/${gatewayId}`)).status).toBe(409);
  });

  it('that has answered once may be away when the portal starts', async () => {
    await portal.restart(() => broker.kill());
    expect((await overview()).connection).toMatchObject({ isConnected: false });
    await broker.begin();
    await expect.poll(async () => (await overview()).connection?.isConnected, { timeout: 30_000 }).toBe(true);
    plant = await broker.client({ protocolVersion: 5 });
  });
});

describe('a group at an outside broker', () => {
  it('gets each message once, and each of its members some', async () => {
    const rules = [{ ...RULE, topic: 'shared/{serial}' }];
    const config = await mkdtemp(join(tmpdir(), 'telltale-config-'));
    await writeFile(join(config, 'broker.json'), JSON.stringify({ sparkplug: false, rules }));
    const group = 'portals';
    const start = () =>
      startPortal({ config: { outsideBroker: { ...settings(broker).outsideBroker, group }, configFolder: config } });
    const [one, other] = [await start(), await start()];
    const seen = async (of: Portal) => {
      const client = await of.as('admin');
      const { body } = await client.get<assets.Asset[]>('/api/ef/assets');
      const asset = body.find(({ serialNumber }) => serialNumber === 'SH-1');
      return asset ? (await pointsOf(client, asset.assetId, 'Pressure')).map(([, value]) => value as number) : [];
    };
    const both = async () => [...(await seen(one)), ...(await seen(other))].sort((a, b) => a - b);
    const ts = Date.parse('2026-01-31T12:00:00Z');
    for (let n = 0; n < 20; n++) await send('shared/SH-1', { ts: ts + n, p: n });
    const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
    await expect.poll(both).toEqual(upTo(20));
    expect((await seen(one)).length).toBeGreaterThan(0);
    expect((await seen(other)).length).toBeGreaterThan(0);
    await other.close();
    await one.close();
    await rm(config, { recursive: true });
  });
});

describe('telltale doctor', () => {
  const saidOf = async (url: string) => {
    const findings = await checkBroker({
      outsideBroker: { url, caFile: undefined, clientId: undefined },
      configFolder: folder,
      sparkplugHostId: 'scada',
    });
    return findings.map(({ state, text }) => `${state}: ${text}`);
  };

  it('says whether an outside broker lets the portal in, and leaves its session alone', async () => {
    expect(await checkBroker({ outsideBroker: undefined, configFolder: folder, sparkplugHostId: '' })).toEqual([]);
    expect(await saidOf(broker.url)).toEqual([
      expect.stringMatching(/^ok: .* lets the portal in; it speaks MQTT 5\.$/),
    ]);
    expect(await saidOf(broker.url.replace(/:p[^@]*@/, ':wrong@'))).toEqual([
      expect.stringMatching(/^fault: .*it refuses the user name or password/),
    ]);
    expect((await overview()).connection?.isConnected).toBe(true);
  });
});

describe('the first connection to an outside broker', () => {
  const startWith = (url: string, caFile?: string) =>
    startPortal({ config: { outsideBroker: { url, caFile, clientId: undefined }, configFolder: folder } });

  it.each([
    [
      () => broker.url.replace(/:p[^@]*@/, ':wrong@'),
      'it refuses the user name or password of TELLTALE_BROKER_URL',
      WRONG_SETTINGS,
    ],
    [() => 'mqtt://127.0.0.1:9', 'nothing listens there', 1],
    [() => 'mqtt://no-such-machine.invalid', /there is no machine of this name|cannot be looked up/, 1],
    [() => broker.url.replace('mqtt:', 'mqtts:'), /TLS|ends the connection|closed|disconnected/, 1],
    [() => `mqtt://127.0.0.1:${portal.httpPort}`, 'Does it speak MQTT there?', 1],
  ])(
    'that fails ends the start in one line, for good where trying again is of no use: %s',
    async (url, reason, code) => {
      const error = await startWith(url()).then(
        () => undefined,
        (failure: unknown) => failure,
      );
      const text = describeForOperator(error);
      expect(text).toMatch(/^TELLTALE_BROKER_URL: [^\n]+$/);
      expect(text).toMatch(reason);
      expect(text).not.toContain('p%40ss');
      expect(exitCodeFor(error)).toEqual(code);
    },
  );

  it('over TLS takes a certificate that somebody trusted has signed, and no other', async () => {
    const certificate = ownCertificate();
    const secure = await Mosquitto.start({ certificate });
    await expect(startWith(secure.url)).rejects.toThrow(/certificate is not trusted.*TELLTALE_BROKER_CA/);
    const caFile = join(secure.folder, 'ca.pem');
    await writeFile(caFile, certificate.cert);
    const other = await startWith(secure.url, caFile);
    const reply = await (await other.as('admin')).get<OutsideBroker>('/api/broker');
    expect(reply.body.connection).toMatchObject({ isConnected: true, address: `mqtts://127.0.0.1:${secure.port}` });
    await other.close();
    await secure.stop();
  });

  it('speaks MQTT 3.1.1 to a broker that knows no newer one, and does not take its own words for others', async () => {
    const old = await Mosquitto.start();
    const front = await refusesMqtt5(old.port);
    const other = await startWith(old.url.replace(`:${old.port}`, `:${front.port}`));
    const client = await other.as('admin');
    const device = await old.client();
    await device.publishAsync('v1/gateway/telemetry', '{"OLD-1": [{"Flow": 1}]}', { qos: 1 });
    const found = async () => (await client.get<assets.Asset[]>('/api/ef/assets')).body;
    await expect.poll(async () => (await found()).map(({ serialNumber }) => serialNumber)).toContain('OLD-1');
    const [asset] = await found();
    // Told to the gateway at the topic at which gateways tell the portal.
    await client.put(`/api/assets/${asset?.assetId}/attributes`, [{ attributeName: 'rate', attributeValue: '5' }]);
    const state = async () => (await client.get<OutsideBroker>('/api/broker')).body.connection;
    // At least what the device said and what the gateway was told; a broker may bring a message again.
    await expect.poll(async () => (await state())?.done).toBeGreaterThanOrEqual(2);
    expect(await state()).toMatchObject({ version: 4, setAside: 0 });
    expect((await found()).length).toBe(1);
    await other.close();
    front.close();
    await old.stop();
  });
});
