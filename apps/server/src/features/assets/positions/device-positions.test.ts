import type { AssetId, assets, devices as deviceApi } from '@telltale/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const WRITTEN = { timeout: 10_000, interval: 50 };

describe.each(everyPortal())('an asset that says where it is, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  const devices: MqttClient[] = [];

  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(async () => {
    for (const device of devices) await device.endAsync();
    await portal.close();
  });

  async function aTruck() {
    const { assetId, accessToken, serialNumber } = await portal.anAsset();
    const device = await connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: accessToken });
    devices.push(device);
    const send = (...messages: object[]) =>
      device.publishAsync('v1/devices/me/telemetry', JSON.stringify(messages), { qos: 1 });
    return { assetId, serialNumber, send };
  }
  const placeOf = async (assetId: AssetId) =>
    (await admin.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body.currentCoordinates;
  const trackOf = async (assetId: AssetId, fromMs: number, toMs: number) => {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    return (await admin.get<assets.TrackPosition[]>(`/api/ef/assets/${assetId}/track?from=${from}&to=${to}`)).body;
  };

  interface Entry {
    user: string;
    what: string;
    before: { latitude: number } | null;
    after: { latitude: number } | null;
  }
  /** Oldest first. */
  const journalOf = async (assetId: AssetId) =>
    (await admin.get<{ entries: Entry[] }>(`/api/journal?assetId=${assetId}&kind=coordinates`)).body.entries.reverse();

  it('moves on the map with what it sends, and leaves its track, each place at the time of the device', async () => {
    const { assetId, serialNumber, send } = await aTruck();
    portal.clock.advance(120_000);
    const startMs = portal.clock.now() - 60_000;
    const way = [31.9, 31.91, 31.92, 31.93].map((latitude, step) => ({
      ts: startMs + step * 15_000,
      values: { latitude, longitude: -step - 102.5, Speed: 60 },
    }));
    await send(...way);
    await vi.waitFor(async () => {
      expect(await placeOf(assetId)).toMatchObject({ latitude: 31.93, longitude: -105.5 });
    }, WRITTEN);
    const track = await trackOf(assetId, startMs - 1_000, startMs + 60_000);
    expect(track).toEqual(
      way.map(({ ts, values: { latitude, longitude } }) => ({
        set: new Date(ts).toISOString(),
        place: { latitude, longitude },
      })),
    );
    const at = new Date(startMs + 20_000).toISOString();
    const { body: state } = await admin.get<assets.AssetState>(`/api/ef/assets/${assetId}/state?at=${at}`);
    expect(state.coordinates).toMatchObject({ latitude: 31.91, longitude: -103.5 });
    expect(await journalOf(assetId)).toMatchObject([
      {
        user: `device ${serialNumber}`,
        what: 'position reported from here on',
        before: null,
        after: { latitude: 31.9, longitude: -102.5 },
      },
    ]);
  });

  it('is in the journal where people and its device move it in turn, and not with each of its steps', async () => {
    const { assetId, serialNumber, send } = await aTruck();
    const [device, person] = [`device ${serialNumber}`, 'admin'];
    const drive = async (...latitudes: number[]) => {
      for (const latitude of latitudes) {
        portal.clock.advance(15_000);
        await send({ ts: portal.clock.now(), values: { latitude, longitude: 20 } });
      }
      await vi.waitFor(
        async () => expect(await placeOf(assetId)).toMatchObject({ latitude: latitudes.at(-1) }),
        WRITTEN,
      );
    };
    await drive(10, 11, 12);
    portal.clock.advance(15_000);
    await admin.post(`/api/assets/${assetId}/coordinates`, { latitude: 50, longitude: 20 });
    await drive(13, 14);
    portal.clock.advance(15_000);
    expect((await admin.delete(`/api/assets/${assetId}/coordinates`)).status).toBe(200);
    await drive(15, 16);
    const entries = await journalOf(assetId);
    expect(entries.map(({ user, before, after }) => [user, before?.latitude, after?.latitude])).toEqual([
      [device, undefined, 10],
      [person, 12, 50],
      [device, 50, 13],
      [person, 14, undefined],
      [device, undefined, 15],
    ]);
  });

  it('never has its device twice in a row in the journal while both move it at once', async () => {
    const { assetId, serialNumber, send } = await aTruck();
    for (let round = 1; round <= 4; round++) {
      portal.clock.advance(30_000);
      const nowMs = portal.clock.now();
      const set = admin.post(`/api/assets/${assetId}/coordinates`, { latitude: -round, longitude: 20 });
      await send(
        { ts: nowMs - 10_000, values: { latitude: round, longitude: 20 } },
        { ts: nowMs + 10_000, values: { latitude: round + 0.5, longitude: 20 } },
      );
      await set;
      portal.clock.advance(30_000);
      await send({ ts: portal.clock.now(), values: { latitude: round + 0.7, longitude: 20 } });
      await vi.waitFor(async () => expect(await placeOf(assetId)).toMatchObject({ latitude: round + 0.7 }), WRITTEN);
    }
    const users = (await journalOf(assetId)).map(({ user }) => user);
    expect(users.filter((user) => user === 'admin')).toHaveLength(4);
    expect(users.at(-1)).toBe(`device ${serialNumber}`);
    expect(users.filter((user, at) => user !== 'admin' && user === users[at - 1])).toEqual([]);
  });

  it('stays where it is while it trembles, and where somebody put it until it moves', async () => {
    const { assetId, send } = await aTruck();
    const nowMs = portal.clock.now() - 300_000;
    const at = (seconds: number, latitude: number, longitude: number) => ({
      ts: nowMs + seconds * 1_000,
      values: { Latitude: latitude, Longitude: longitude },
    });
    await send(at(0, 10, 20), at(20, 10.00005, 20), at(40, 10, 20.00005), at(60, 10.001, 20), at(65, 10.002, 20));
    await vi.waitFor(async () => expect(await placeOf(assetId)).toMatchObject({ latitude: 10.001 }), WRITTEN);
    expect(await trackOf(assetId, nowMs, nowMs + 300_000)).toHaveLength(2);
    await admin.post(`/api/assets/${assetId}/coordinates`, { latitude: 11, longitude: 20 });
    await send(at(100, 10.001, 20));
    await send({ ts: portal.clock.now(), values: { latitude: 10.00101, longitude: 20 } });
    await send({ ts: portal.clock.now(), values: { Speed: 1 } });
    expect(await placeOf(assetId)).toMatchObject({ latitude: 11 });
    portal.clock.advance(60_000);
    await send({ ts: portal.clock.now(), values: { latitude: 10.5, longitude: 20 } });
    await vi.waitFor(async () => expect(await placeOf(assetId)).toMatchObject({ latitude: 10.5 }), WRITTEN);
  });

  it('is nowhere that is none: degrees out of range are named among what was refused, and the values are kept', async () => {
    const { assetId, send } = await aTruck();
    const nowMs = portal.clock.now();
    await send({ ts: nowMs, values: { latitude: 95, longitude: 20 } });
    await send({ ts: nowMs + 1, values: { latitude: 'north', longitude: 20 } });
    await send({ ts: nowMs + 2, values: { latitude: 12 } });
    const { body } = await admin.get<deviceApi.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries).toMatchObject([
      { reason: 'position: a latitude lies between -90 and 90 degrees', excerpt: '95, 20' },
    ]);
    expect(await placeOf(assetId)).toBeNull();
    const { body: items } = await admin.get<{ label: string; value: number }[]>(`/api/ef/assets/${assetId}/dataitems`);
    expect(items.find(({ label }) => label === 'latitude')?.value).toBe(12);
  });
});
