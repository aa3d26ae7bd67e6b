import type { assets } from '@telltale/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { LiveClient } from '#testing/live-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';

const HOUR_MS = 3_600_000;
/** Guarantee R16 asks for a million (TELLTALE_TEST_LATE_POINTS=1000000); `npm run bench -- path` measures its rate. */
const POINTS = Number(process.env.TELLTALE_TEST_LATE_POINTS ?? 60_000);
const POINTS_PER_MESSAGE = 1_000;
const AGES_MS = [HOUR_MS, 24 * HOUR_MS, 30 * 24 * HOUR_MS];
const TOPIC = 'v1/devices/me/telemetry';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface LiveUpdate {
  label: string;
  value: number;
  timestamp: number;
}

it(`${POINTS} points that come late while the device is live fall into place and move no current value (R16)`, async () => {
  const admin = await portal.as('admin');
  const { assetId, accessToken } = await portal.anAsset();
  const live = await connectDevice(portal, accessToken, { clientId: 'live' });
  const backlog = await connectDevice(portal, accessToken, { clientId: 'backlog' });
  const browser = new LiveClient(portal.url);
  expect(await browser.connect(admin.login?.brokerToken)).toBe(0);
  expect(await browser.subscribe(`telltale/assets/${assetId}/dataitems/+`)).toEqual([0]);

  const startMs = Date.now();
  const lateAt = (n: number, ageMs: number) => ({ ts: startMs - ageMs + n * 50, values: { level: -1 - n } });
  const isOver = { now: false };
  let liveCount = 0;
  const goOn = (async () => {
    while (!isOver.now) {
      liveCount++;
      const telemetry = JSON.stringify({ ts: startMs + liveCount, values: { level: liveCount } });
      await live.publishAsync(TOPIC, telemetry, { qos: 1 });
      const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
      expect(body[0]).toMatchObject({ value: liveCount, timestamp: startMs + liveCount });
    }
  })();
  const perAge = POINTS / AGES_MS.length;
  const sent: Promise<unknown>[] = [];
  for (let from = 0; from < perAge; from += POINTS_PER_MESSAGE) {
    for (const ageMs of AGES_MS) {
      const points = Array.from({ length: POINTS_PER_MESSAGE }, (_, i) => lateAt(from + i, ageMs));
      // The newest first, as a device does that empties its memory from the end.
      sent.push(backlog.publishAsync(TOPIC, JSON.stringify(points.reverse()), { qos: 1 }));
    }
  }
  await Promise.all(sent);
  isOver.now = true;
  await goOn;

  const stored = await pointsOf(admin, assetId, 'level');
  const expected = [
    ...AGES_MS.flatMap((ageMs) => Array.from({ length: perAge }, (_, n) => lateAt(n, ageMs))),
    ...Array.from({ length: liveCount }, (_, n) => ({ ts: startMs + n + 1, values: { level: n + 1 } })),
  ];
  const byTime = new Map(expected.map(({ ts, values }) => [ts, values.level]));
  expect(stored).toHaveLength(byTime.size);
  expect(stored.filter(([timeMs, level]) => byTime.get(timeMs) !== level)).toEqual([]);
  const times = stored.map(([timeMs]) => timeMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  const updates = browser.messages.flatMap(({ body }) => body as LiveUpdate | LiveUpdate[]);
  const shown = updates.filter(({ label }) => label === 'level').map(({ value }) => value);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((value) => value < 0)).toEqual([]);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  browser.close();
  await Promise.all([live.endAsync(), backlog.endAsync()]);
}, 120_000);
