import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const DAY_MS = 86_400_000;

it.each([
  ['one comparison', '_A > 10'],
  ['several', '_A > 10 and _A < 90'],
])('a backtest that nobody waits for any more reads no more of the history: %s', async (_, expression) => {
  const asset = await portal.anAsset();
  const toMs = Date.now();
  const points = Array.from({ length: 30 * 24 }, (_hour, n) => {
    return { label: 'A', value: n % 100, timeMs: toMs - n * 3_600_000, quality: 192 };
  });
  await portal.context.pipeline.accept(asset, points);
  const admin = await portal.as('admin');
  const { historian } = portal.context;
  const read = historian.readSeries.bind(historian);
  const held: AbortSignal[] = [];
  const spy = vi.spyOn(historian, 'readSeries').mockImplementation((key, fromMs, until, signal) => {
    if (!signal || held.length > 0) return read(key, fromMs, until, signal);
    held.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  const leaving = new AbortController();
  const asked = fetch(`${portal.url}/api/ef/alarmdefinitions/backtest`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json', Cookie: admin.cookie ?? '' },
    body: JSON.stringify({
      ...{ assetId: asset.assetId, expression },
      ...{ from: new Date(toMs - 30 * DAY_MS).toISOString(), to: new Date(toMs).toISOString() },
    }),
    signal: leaving.signal,
  });
  await expect.poll(() => held.length).toBe(1);
  const before = spy.mock.calls.length;
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => held[0]?.aborted).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(spy.mock.calls.length).toBe(before);
  spy.mockRestore();
});
