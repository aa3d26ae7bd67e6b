import type { assets, devices } from '@telltale/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TOPIC = 'v1/devices/me/telemetry';

let lines: string[];
let portal: Portal;
let admin: PortalClient;
beforeEach(async () => {
  lines = [];
  portal = await startPortal({ log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) });
  admin = await portal.as('admin');
});
afterEach(() => portal.close());

async function aDevice(known?: { assetId: number; accessToken: string }) {
  const asset = known ?? (await portal.anAsset());
  const { assetId, accessToken } = asset;
  const client = await connectDevice(portal, accessToken);
  const send = (telemetry: unknown) => client.publishAsync(TOPIC, JSON.stringify(telemetry), { qos: 1 });
  const current = async () => {
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    return body.find(({ label }) => label === 'level');
  };
  const history = () => pointsOf(admin, assetId, 'level');
  return { asset, assetId, client, send, current, history };
}

const isLoggedIn = async (client: PortalClient) => (await client.get('/api/ef/assets')).status === 200;

describe('the clock of the server (R14)', () => {
  it.each([
    ['an hour back', -HOUR_MS],
    ['a day back', -DAY_MS],
    ['an hour ahead', HOUR_MS],
  ])('set %s ends no session, loses no point and leaves the live value moving', async (_name, jumpMs) => {
    const { client, send, current, history } = await aDevice();
    const before: number[] = [];
    for (let level = 0; level < 5; level++) {
      before.push(portal.clock.now());
      await send({ level });
      portal.clock.advance(1_000);
    }
    portal.clock.advance(jumpMs);
    for (let level = 5; level < 10; level++) {
      await send({ level });
      expect(await current()).toMatchObject({ value: level });
      portal.clock.advance(1_000);
    }
    const stored = await history();
    expect(stored.map(([, level]) => level).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const times = stored.map(([timeMs]) => timeMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await isLoggedIn(admin)).toBe(true);
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  it('set back makes no session immortal: it goes idle, and ends after its days, counted from the new time', async () => {
    const idle = await portal.newSession('admin');
    const busy = await portal.newSession('admin');
    portal.clock.advance(-DAY_MS);
    expect(await isLoggedIn(idle)).toBe(true);
    expect(await isLoggedIn(busy)).toBe(true);
    for (let hours = 0; hours < 13; hours += 6) {
      portal.clock.advance(6 * HOUR_MS);
      expect(await isLoggedIn(busy)).toBe(true);
    }
    // It was used after the jump, and not for twelve hours since.
    expect(await isLoggedIn(idle)).toBe(false);
    for (let hours = 0; hours < 32 * 24; hours += 6) {
      portal.clock.advance(6 * HOUR_MS);
      await busy.get('/api/ef/assets');
    }
    expect(await isLoggedIn(busy)).toBe(false);
  });

  it('set back over a restart gives up a value of a future that the server no longer knows', async () => {
    const { asset, client, send, current } = await aDevice();
    await send({ level: 1 });
    await client.endAsync();
    portal.clock.advance(-DAY_MS);
    await portal.restart();
    expect(await current()).toMatchObject({ value: 1 });
    const again = await aDevice(asset);
    await again.send({ level: 2 });
    expect(await current()).toMatchObject({ value: 2 });
    expect((await again.history()).map(([, level]) => level)).toEqual([2, 1]);
    await again.client.endAsync();
  });
});

describe('the clock of a device (R15)', () => {
  it('may be ten minutes ahead, and any time behind; beyond, its data is set aside with the reason', async () => {
    const { assetId, client, send, current, history } = await aDevice();
    const now = Date.now();
    const stored = [now + 600_000 - 5_000, now, now - 30 * DAY_MS, Date.UTC(1970, 0, 1), Math.floor(now / 1_000)];
    const setAside = [now + 600_000 + 60_000, now + 3 * DAY_MS, Date.UTC(2100, 0, 1), now * 1_000, -1, -DAY_MS];
    for (const [level, ts] of [...stored, ...setAside].entries()) await send({ ts, values: { level } });
    // Digits in quotes are a time; what is no time at all is set aside as a whole.
    await send({ ts: String(now - 1), values: { level: 100 } });
    const noTimes = ['yesterday', '2026-01-01T00:00:00Z', true, null, {}, Number.NaN];
    for (const ts of noTimes)
      await client.publishAsync(TOPIC, `{"ts":${JSON.stringify(ts)},"values":{"level":7}}`, { qos: 1 });

    expect(await current()).toMatchObject({ value: 0, timestamp: stored[0] });
    expect(await history()).toEqual(
      [...stored.map((ts, level) => [ts, level]), [now - 1, 100]].toSorted(([a = 0], [b = 0]) => a - b),
    );
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.countSinceStart).toBe(setAside.length + noTimes.length);
    const reasons = Map.groupBy(body.entries, ({ reason }) => reason);
    expect([...reasons].map(([reason, { length }]) => [reason, length]).toSorted()).toEqual([
      ['time before 1970', 2],
      ['time more than 10 minutes ahead', 4],
      ['ts is not a time in milliseconds since 1970', noTimes.length],
    ]);
    // Seconds are stored as they were sent, since nothing is guessed, and the log asks about them once.
    expect(lines.filter((line) => line.includes('are they in seconds?'))).toHaveLength(1);
    await client.endAsync();
  });
});
