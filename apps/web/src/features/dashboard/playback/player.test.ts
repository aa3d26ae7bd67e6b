import { type LiveUpdate, QUALITY_BAD, QUALITY_GOOD, QUALITY_UNCERTAIN } from '@telltale/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { LiveAsset } from '#live/live-asset.ts';
import { MISSING_READING, WAITING_READING } from '#readings/readings.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { aReading } from '#tile-kit/testing/tile-world.tsx';
import { LiveReadings, type PastPoint, PINGRATE_MS, RecordedPast } from '../testing/past.ts';
import { PastStore } from './past/past-store.ts';
import { Player } from './player.ts';

const START = Date.UTC(2026, 10, 20, 12);
const NOW = START + 24 * 3_600_000;
const A = 7;
const B = 8;

function aDashboard(points: readonly PastPoint[], itemIds: readonly number[] = [1, 2], now = () => NOW) {
  const time = new DashboardTime();
  const live = new LiveReadings();
  live.reading = aReading({ value: 99 });
  const calls = new RecordedPast(points, itemIds);
  const store: PastStore = new PastStore(live, (assetId) => player.need(assetId));
  const player: Player = new Player({ time, store, calls, now });
  return { time, live, calls, store, player };
}

const at = (seconds: number, value: number, assetId = A): PastPoint => ({
  assetId,
  dataItemId: 1,
  timeMs: START + seconds * 1000,
  value,
  quality: QUALITY_GOOD,
});

const everySecond = (count: number, assetId = A) =>
  Array.from({ length: count }, (_, second) => at(second, second, assetId));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Lets answers arrive. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a jump into the past', () => {
  it('shows nothing of now until the past has come, then the past, and now again at once', async () => {
    const { time, live, store, player } = aDashboard(everySecond(100));
    const item = { assetId: A, dataItemId: 1 };
    const heard = vi.fn();
    store.subscribe(item, heard);
    player.goTo(START + 50_400);
    expect(store.read(item)).toBe(WAITING_READING);
    await settle();
    expect(store.read(item).value).toBe(50);
    expect(time.pastMs).toBe(START + 50_400);
    heard.mockClear();
    live.set(aReading({ value: 100 }));
    expect(heard).not.toHaveBeenCalled();
    player.goLive();
    expect(store.read(item).value).toBe(100);
    expect(time.pastMs).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('keeps what is shown until the next moment has come, for all assets together', async () => {
    const { calls, time, store, player } = aDashboard([...everySecond(100), ...everySecond(100, B)]);
    const items = [A, B].map((assetId) => ({ assetId, dataItemId: 1 }));
    for (const item of items) store.subscribe(item, () => undefined);
    player.goTo(START + 10_000);
    await settle();
    const { promise, resolve } = Promise.withResolvers<void>();
    calls.gate = promise;
    player.goTo(START + 20_000);
    player.goTo(START + 30_000);
    player.goTo(START + 40_000);
    await settle();
    expect(items.map((item) => store.read(item).value)).toEqual([10, 10]);
    expect(time.pastMs).toBe(START + 10_000);
    expect(player.read()).toMatchObject({ atMs: START + 40_000, isBusy: true });
    calls.asked.length = 0;
    resolve();
    await settle();
    expect(items.map((item) => store.read(item).value)).toEqual([40, 40]);
    // 20 s was under way; 30 s, between it and the last, is never asked for.
    expect(calls.asked).toEqual([`state ${A}`, `state ${B}`]);
    expect(player.read()).toMatchObject({ atMs: START + 40_000, isBusy: false, problem: undefined });
  });

  it('to a moment that has not come is the way back to the present', async () => {
    const { time, store, player } = aDashboard([]);
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START);
    await settle();
    player.goTo(NOW);
    expect(time.pastMs).toBeUndefined();
    expect(store.read({ assetId: A, dataItemId: 1 }).value).toBe(99);
  });

  it('says why the past cannot be had, keeps what is shown, and tries again', async () => {
    const { calls, time, store, player } = aDashboard(everySecond(100));
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START + 10_000);
    await settle();
    calls.failure = new ApiError(503, 'unavailable', 'The database does not answer.');
    player.goTo(START + 20_000);
    await settle();
    expect(player.read()).toMatchObject({ isBusy: false, problem: 'The database does not answer.' });
    expect(time.pastMs).toBe(START + 10_000);
    calls.failure = undefined;
    player.retry();
    await settle();
    expect(player.read().problem).toBeUndefined();
    expect(time.pastMs).toBe(START + 20_000);
  });

  it('shows the items of an asset that may not be seen as missing', async () => {
    const { calls, store, player } = aDashboard([]);
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    calls.failure = new ApiError(404, 'not-found', 'Not found.');
    player.goTo(START);
    await settle();
    expect(store.read({ assetId: A, dataItemId: 1 })).toBe(MISSING_READING);
  });

  it('asks for an asset that tiles begin to read later', async () => {
    const { calls, store, player } = aDashboard([...everySecond(100), ...everySecond(100, B)]);
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START + 10_000);
    await settle();
    calls.asked.length = 0;
    store.subscribe({ assetId: B, dataItemId: 1 }, () => undefined);
    store.subscribe({ assetId: B, dataItemId: 2 }, () => undefined);
    await settle();
    expect(store.read({ assetId: B, dataItemId: 1 }).value).toBe(10);
    expect(calls.asked).toEqual([`state ${A}`, `state ${B}`]);
  });
});

describe('a dashboard of a system', () => {
  it('shows its assets in the past, and of itself what it is now', async () => {
    const { calls, store, player } = aDashboard(everySecond(100));
    const SYSTEM_ITSELF = 0;
    const ended = store.moments.subscribe(SYSTEM_ITSELF, () => undefined);
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    const endOfAsset = store.moments.subscribe(A, () => undefined);
    player.goTo(START + 10_000);
    expect(store.moments.read(A)).toEqual({ kind: 'waiting' });
    await settle();
    expect(store.moments.read(SYSTEM_ITSELF)).toEqual({ kind: 'live' });
    expect(store.moments.read(A)).toMatchObject({ kind: 'past', moment: { connected: true } });
    expect(calls.asked).toEqual([`state ${A}`]);
    ended();
    endOfAsset();
  });
});

describe('playing', () => {
  it.each([1, 10, 600])(
    'at speed %i moves by a fifth of that in a fifth of a second, and reads ahead',
    async (speed) => {
      const { calls, time, store, player } = aDashboard(everySecond(200));
      const item = { assetId: A, dataItemId: 1 };
      store.subscribe(item, () => undefined);
      player.goTo(START);
      await settle();
      player.setSpeed(speed);
      player.play(NOW);
      await wait(400);
      const from = time.pastMs ?? 0;
      const shown: number[] = [];
      time.subscribe(() => shown.push((time.pastMs ?? 0) - from));
      await wait(20_000);
      expect(shown.slice(0, 3)).toEqual([200 * speed, 400 * speed, 600 * speed]);
      expect(shown.length).toBe(100);
      expect(store.read(item).value).toBe(Math.min(199, Math.floor(((time.pastMs ?? 0) - START) / 1000)));
      // Two stretches of ten seconds passed, and the next is there before it is needed.
      expect(calls.asked.filter((text) => text.startsWith('recording')).length).toBeLessThanOrEqual(4);
      player.pause();
      const rest = time.pastMs;
      await wait(2_000);
      expect(time.pastMs).toBe(rest);
    },
  );

  it('waits when the past does not come, says so, and goes on', async () => {
    const { calls, time, store, player } = aDashboard(everySecond(100));
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START);
    await settle();
    const { promise, resolve } = Promise.withResolvers<void>();
    calls.gate = promise;
    player.play(NOW);
    await wait(1_000);
    expect(time.pastMs).toBe(START);
    expect(player.read()).toMatchObject({ isPlaying: true, isBusy: true });
    resolve();
    await wait(1_000);
    expect(time.pastMs).toBeGreaterThan(START);
    expect(player.read().isBusy).toBe(false);
    calls.failure = new ApiError(503, 'unavailable', 'The database does not answer.');
    await wait(12_000);
    expect(player.read()).toMatchObject({ isPlaying: true, problem: 'The database does not answer.' });
    calls.failure = undefined;
    await wait(6_000);
    expect(player.read()).toMatchObject({ isPlaying: true, isBusy: false, problem: undefined });
  });

  it('stops at the end exactly, and at the present becomes live', async () => {
    const { time, store, player } = aDashboard(everySecond(100));
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START);
    await settle();
    player.setSpeed(60);
    player.play(START + 30_100);
    await wait(2_000);
    expect(time.pastMs).toBe(START + 30_100);
    expect(player.read().isPlaying).toBe(false);
    expect(store.read({ assetId: A, dataItemId: 1 }).value).toBe(30);
    player.goTo(NOW - 1_000);
    await settle();
    player.play(NOW + 5_000);
    await wait(2_000);
    expect(time.pastMs).toBeUndefined();
    expect(player.read()).toMatchObject({ atMs: undefined, isPlaying: false });
  });

  it('near the present shows what was measured after it was asked for, with few calls, and arrives there', async () => {
    const beganMs = performance.now();
    const now = () => START + 60_000 + performance.now() - beganMs;
    const { calls, time, store, player } = aDashboard(everySecond(300), [1], now);
    calls.now = now;
    const item = { assetId: A, dataItemId: 1 };
    store.subscribe(item, () => undefined);
    player.goTo(START + 48_000);
    await settle();
    const wrong: number[] = [];
    time.subscribe(() => {
      const { pastMs } = time;
      if (pastMs !== undefined && store.read(item).value !== Math.floor((pastMs - START) / 1000)) wrong.push(pastMs);
    });
    player.play(Number.POSITIVE_INFINITY);
    await wait(60_000);
    expect(time.pastMs).toBeGreaterThan(START + 100_000);
    expect(wrong).toEqual([]);
    expect(calls.asked.length).toBeLessThan(20);
    player.setSpeed(2);
    await wait(20_000);
    expect(wrong).toEqual([]);
    expect(player.read()).toMatchObject({ atMs: undefined, isPlaying: false });
  });

  it('goes on from where a jump leads, and with another speed from where it is', async () => {
    const { time, store, player } = aDashboard(everySecond(100));
    store.subscribe({ assetId: A, dataItemId: 1 }, () => undefined);
    player.goTo(START);
    await settle();
    player.play(NOW);
    await wait(1_000);
    player.goTo(START + 50_000);
    await wait(1_000);
    expect(time.pastMs).toBeGreaterThan(START + 50_000);
    expect(time.pastMs).toBeLessThan(START + 51_200);
    const before = time.pastMs ?? 0;
    player.setSpeed(10);
    await wait(1_000);
    expect(time.pastMs).toBeGreaterThan(before + 5_000);
    expect(store.read({ assetId: A, dataItemId: 1 }).value).toBe(Math.floor(((time.pastMs ?? 0) - START) / 1000));
  });
});

describe('what the past shows', () => {
  const point = fc.record({
    dataItemId: fc.constantFrom(1, 2, 3),
    offsetMs: fc.integer({ min: 0, max: 300_000 }),
    value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('running', 'stopped', '')),
    quality: fc.constantFrom(QUALITY_GOOD, QUALITY_UNCERTAIN, QUALITY_BAD),
  });
  const points = fc
    .uniqueArray(point, { maxLength: 40, selector: ({ dataItemId, offsetMs }) => `${dataItemId} ${offsetMs}` })
    .map((list) =>
      list
        .map(({ offsetMs, ...rest }): PastPoint => ({ assetId: A, timeMs: START + offsetMs, ...rest }))
        .toSorted((a, b) => a.timeMs - b.timeMs),
    );
  const moments = fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 10 });

  /** The readings as the live store had them at the moment: each point arrived when it was measured. */
  function shownLive(past: RecordedPast, all: readonly PastPoint[], atMs: number) {
    const asset = new LiveAsset();
    const before = past.stateAt(A, START - 1);
    const connection = { connected: false, lastcontact: null, pingrate: PINGRATE_MS };
    asset.answer({ values: before.dataItems, connection }, START - 1);
    for (const { timeMs, value, dataItemId, quality } of all.filter(({ timeMs }) => timeMs <= atMs)) {
      const isString = typeof value === 'string';
      const update: LiveUpdate = {
        assetId: A,
        dataItemId,
        label: `item ${dataItemId}`,
        value: isString ? null : value,
        timestamp: timeMs,
        quality,
        isString,
        ...(isString ? { stringValue: value } : {}),
      };
      asset.connectionState({ assetId: A, connected: true, lastcontact: timeMs }, timeMs);
      asset.update([update], timeMs);
    }
    const { connected } = past.stateAt(A, atMs);
    asset.connectionState({ assetId: A, connected, lastcontact: null }, atMs);
    asset.answer({ values: [], connection: { ...connection, connected } }, atMs);
    return [1, 2, 3].map((dataItemId) => asset.read(dataItemId));
  }

  it('is at any moment, jumped to or played to, what was shown live then', async () => {
    await fc.assert(
      fc.asyncProperty(points, moments, fc.constantFrom(1, 30, 300), async (all, offsets, speed) => {
        const { time, calls, store, player } = aDashboard(all, [1, 2, 3]);
        const items = [1, 2, 3].map((dataItemId) => ({ assetId: A, dataItemId }));
        for (const item of items) store.subscribe(item, () => undefined);
        player.setSpeed(speed);
        for (const offset of offsets) {
          player.goTo(START + offset);
          await settle();
          expect(items.map((item) => store.read(item))).toEqual(shownLive(calls, all, START + offset));
        }
        const end = time.subscribe(() => {
          const { pastMs = 0 } = time;
          expect(items.map((item) => store.read(item))).toEqual(shownLive(calls, all, pastMs));
        });
        player.play(START + 500_000);
        await wait(3_000);
        expect(time.pastMs).toBeGreaterThan(START + (offsets.at(-1) ?? 0));
        end();
        player.close();
      }),
      { numRuns: 60 },
    );
  });
});
