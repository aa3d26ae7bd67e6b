import type { LiveUpdate } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { connectDevice } from '#testing/device-client.ts';
import { LiveClient } from '#testing/live-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const TELEMETRY = 'v1/devices/me/telemetry';

let portal: Portal;
let world: TwoUnits;
let deviceA: MqttClient;
let deviceB: MqttClient;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  deviceA = await connectDevice(portal, world.a1.accessToken);
  deviceB = await connectDevice(portal, world.b1.accessToken);
});
afterAll(async () => {
  await Promise.all([deviceA.endAsync(), deviceB.endAsync()]);
  await portal.close();
});

const send = (device: MqttClient, values: Record<string, unknown>, ts?: number) =>
  device.publishAsync(TELEMETRY, JSON.stringify(ts === undefined ? values : { ts, values }), { qos: 1 });

async function tokenOf(username: string): Promise<string> {
  return (await portal.as(username)).login?.brokerToken ?? '';
}

async function liveClient(username: string): Promise<LiveClient> {
  const client = new LiveClient(portal.url);
  expect(await client.connect(await tokenOf(username))).toBe(0);
  return client;
}

const a1 = (rest: string) => `telltale/assets/${world.a1.assetId}/${rest}`;
const b1 = (rest: string) => `telltale/assets/${world.b1.assetId}/${rest}`;
const updatesOf = ({ body }: { body: unknown }) => body as LiveUpdate[];

describe('the upgrade', () => {
  it('is refused with 403 from another origin, from none, from null, with the victim’s cookie (C14)', async () => {
    const { cookie = '' } = await portal.as('opA');
    for (const origin of ['https://evil.example', 'null', `${portal.url}.evil.example`, 'file://']) {
      expect(await new LiveClient(portal.url, { Origin: origin, Cookie: cookie }).opened).toBe(403);
    }
    expect(await new LiveClient(portal.url, { Cookie: cookie }).opened).toBe(403);
  });

  it('is refused to a page whose own name was pointed at this machine (D10)', async () => {
    const rebound = `evil.example:${portal.httpPort}`;
    const client = new LiveClient(portal.url, { Origin: `http://${rebound}`, Host: rebound });
    expect(await client.opened).toBe(403);
  });

  it('is refused anywhere else', async () => {
    const client = new LiveClient(`${portal.url}/api`, { Origin: portal.url });
    expect(await client.opened).toBe(404);
  });
});

describe('connecting', () => {
  it('is refused without a token, with a wrong one, with the cookie and with a device’s token (C1, C2)', async () => {
    const { cookie = '' } = await portal.as('opA');
    const attempts: [string | undefined, number][] = [
      [undefined, 5],
      ['wrong', 4],
      [cookie.split('=')[1], 4],
      [world.a1.accessToken, 4],
    ];
    for (const [token, code] of attempts) {
      const client = new LiveClient(portal.url, { Origin: portal.url, Cookie: cookie });
      expect(await client.connect(token)).toBe(code);
      await client.closed;
    }
  });

  it('needs a session: the token dies with it, and the connection within 5 s (C1, A2)', async () => {
    const session = await portal.newSession('opA');
    const client = new LiveClient(portal.url);
    expect(await client.connect(session.login?.brokerToken)).toBe(0);
    await session.get('/api/auth/logout');
    await client.closed;
    expect(await new LiveClient(portal.url).connect(session.login?.brokerToken)).toBe(4);
  });

  it('works with an ordinary MQTT client', async () => {
    const client = await connectAsync(`${portal.url.replace('http', 'ws')}/mqtt`, {
      username: await tokenOf('opA'),
      reconnectPeriod: 0,
      wsOptions: { headers: { Origin: portal.url } },
    });
    const heard = new Promise((resolve) => client.once('message', (topic) => resolve(topic)));
    await client.subscribeAsync(a1('state'));
    expect(await heard).toBe(a1('state'));
    await client.endAsync();
  });
});

describe('subscribing', () => {
  it('is refused for anything wider than a visible asset, and nothing of B is ever heard (C3)', async () => {
    const client = await liveClient('viewA');
    const wide = [
      '#',
      '+/#',
      'telltale/#',
      'telltale/assets/+/dataitems/#',
      `telltale/assets/${world.b1.assetId}/#`,
      `+/assets/${world.b1.assetId}/dataitems/5`,
      '$SYS/#',
      `$share/x/${b1('#')}`,
      a1(`../${world.b1.assetId}/#`),
      '//#',
      b1('state'),
      'telltale/assets/01/state',
      a1('dataitems/+/x'),
      a1('constructor'),
      '__proto__',
    ];
    for (const filter of wide) expect(await client.subscribe(filter), filter).toEqual([0x80]);
    expect(await client.subscribe(a1('dataitems/#'), b1('dataitems/#'))).toEqual([0, 0x80]);
    await send(deviceB, { canary: world.canary });
    await send(deviceA, { after: 1 });
    await client.message(({ topic }) => topic === a1('dataitems/batch'));
    expect(JSON.stringify(client.messages)).not.toContain('CANARY-B');
    client.close();
  });

  it('ends at 1,000 filters (C18)', async () => {
    const client = await liveClient('opA');
    const filters = Array.from({ length: 1_100 }, (_, i) => a1(`dataitems/${i + 1}`));
    const granted: number[] = [];
    for (let i = 0; i < filters.length; i += 100) {
      granted.push(...((await client.subscribe(...filters.slice(i, i + 100))) ?? []));
    }
    expect(granted.filter((code) => code === 0)).toHaveLength(1_000);
    expect(granted.slice(1_000).every((code) => code === 0x80)).toBe(true);
    client.close();
  });

  it('too fast ends the connection (C18)', async () => {
    const client = await liveClient('opA');
    for (let i = 0; i < 5_000; i++)
      client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'x', qos: 0 }] });
    await client.closed;
  });

  it('gives a late reader the state and the last values at once', async () => {
    await send(deviceA, { depth: 1_234.5, mode: 'Drill' });
    const client = await liveClient('opA');
    await client.subscribe(a1('dataitems/#'), a1('state'));
    expect((await client.message(({ topic }) => topic === a1('state')))?.body).toMatchObject({ connected: true });
    const batch = await client.message(({ topic }) => topic === a1('dataitems/batch'));
    const byLabel = new Map(updatesOf(batch ?? { body: [] }).map((update) => [update.label, update]));
    expect(byLabel.get('depth')).toMatchObject({ assetId: world.a1.assetId, value: 1_234.5 });
    expect(byLabel.get('mode')).toMatchObject({ value: null, isString: true, stringValue: 'Drill' });
    client.close();
  });
});

describe('the feed', () => {
  it('brings every value, in order, in batches at most every 200 ms', async () => {
    const client = await liveClient('opA');
    await client.subscribe(a1('dataitems/#'));
    const count = 60;
    for (let i = 1; i <= count; i++) await send(deviceA, { counter: i });
    const isLast = ({ value, label }: LiveUpdate) => label === 'counter' && value === count;
    await client.message((message) => updatesOf(message).some(isLast));
    const values = client.messages.flatMap(updatesOf).filter(({ label }) => label === 'counter');
    expect(values.map(({ value }) => value)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    expect(client.messages.length).toBeLessThan(count);
    client.close();
  });

  it('brings one data item alone to who asks for it alone', async () => {
    await send(deviceA, { single: 1, other: 1 });
    const slot = portal.context.registry.find(world.a1.assetId)?.slotOf('single');
    const client = await liveClient('opA');
    await client.subscribe(a1(`dataitems/${slot?.dataItemId}`));
    await send(deviceA, { single: 2, other: 2 });
    await client.message(({ body }) => (body as LiveUpdate).value === 2);
    expect(new Set(client.messages.map(({ topic }) => topic))).toEqual(new Set([a1(`dataitems/${slot?.dataItemId}`)]));
    client.close();
  });

  it('tells of points that were stored behind the current value, without moving it', async () => {
    await send(deviceA, { late: 5 }, 1_700_000_000_000);
    const client = await liveClient('opA');
    await client.subscribe(a1('dataitems/#'), a1('backfill'));
    await send(deviceA, { late: 4 }, 1_699_999_990_000);
    await send(deviceA, { late: 3 }, 1_699_999_980_000);
    const isWhole = ({ body }: { body: unknown }) => (body as { from?: number }).from === 1_699_999_980_000;
    const notice = await client.message(isWhole);
    expect(notice?.topic).toBe(a1('backfill'));
    const values = client.messages.filter(({ topic }) => topic === a1('dataitems/batch')).flatMap(updatesOf);
    expect(values.filter(({ label }) => label === 'late').every(({ value }) => value === 5)).toBe(true);
    client.close();
  });

  it('is read-only: a browser that publishes is cut off, and nothing is stored (C9)', async () => {
    for (const topic of [a1('dataitems/5'), TELEMETRY, 'v1/devices/me/rpc/request/1']) {
      const client = await liveClient('opA');
      client.send({ cmd: 'publish', topic, payload: '{"forged":1}', qos: 0, dup: false, retain: true });
      await client.closed;
    }
    expect(portal.context.registry.find(world.a1.assetId)?.slotOf('forged')).toBeUndefined();
  });

  it('stops within 5 s when the right to see the asset goes (A8, C12)', async () => {
    await portal.aUser({ username: 'leaving', permissions: [6, 30], assetGroups: [world.groupA] });
    const client = await liveClient('leaving');
    expect(await client.subscribe(a1('dataitems/#'))).toEqual([0]);
    const { links } = portal.context.ownership;
    await links.remove(systemCaller, 'assets', world.groupA, [world.a1.assetId]);
    await expect.poll(() => client.subscribe(a1('state'))).toEqual([0x80]);
    const before = client.messages.length;
    await send(deviceA, { secret: 1 });
    const other = await liveClient('root');
    await other.subscribe(a1('dataitems/#'));
    await other.message((message) => updatesOf(message).some(({ label }) => label === 'secret'));
    expect(client.messages.length).toBe(before);
    await links.add(systemCaller, 'assets', world.groupA, [world.a1.assetId]);
    client.close();
    other.close();
  });
});
