import type { assets, DataItemId } from '@telltale/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { LiveConnection } from './live-connection.ts';
import { LiveStore } from './live-store.ts';
import type { AssetAnswer } from './portal-answers.ts';
import { ServerClock } from './server-clock.ts';
import { TestingHub } from './testing/hub.ts';

const START = Date.UTC(2026, 10, 20, 12);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function aCurrentValue(differences: Partial<assets.CurrentValue> = {}): assets.CurrentValue {
  return {
    dataItemId: 5 as DataItemId,
    label: 'motor_current',
    alias: 'Motor current',
    value: 10,
    unit: 'A',
    isString: false,
    stringValue: null,
    timestamp: START - 1_000,
    quality: 192,
    ...differences,
  };
}

function anAnswer(values: assets.CurrentValue[] = [aCurrentValue()], connected = true): AssetAnswer {
  return { values, connection: { connected, lastcontact: new Date(START).toISOString(), pingrate: 60_000 } };
}

function aWorld(answer: () => Promise<AssetAnswer> | AssetAnswer = anAnswer) {
  const hub = new TestingHub();
  const connection = new LiveConnection({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
  connection.setHost('telltale');
  connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  const asked: number[] = [];
  const store = new LiveStore({
    connection,
    portal: {
      loadAsset: async (assetId) => {
        asked.push(assetId);
        return answer();
      },
    },
    clock: new ServerClock(),
    random: () => 0.5,
  });
  const publish = (update: object) => hub.publish('telltale/assets/7/dataitems/batch', [anUpdate(update)]);
  return { hub, store, asked, publish };
}

function anUpdate(differences: object = {}) {
  return { assetId: 7, dataItemId: 5, label: 'motor_current', value: 11, timestamp: START, ...differences };
}

const CURRENT = { assetId: 7, dataItemId: 5 };
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('readings', () => {
  test('wait for the answer, then show it with its alias and unit', async () => {
    const { store } = aWorld();
    const listener = vi.fn();
    store.subscribe(CURRENT, listener);
    expect(store.read(CURRENT).state).toBe('waiting');
    await settle();
    expect(store.read(CURRENT)).toMatchObject({ state: 'ok', name: 'Motor current', unit: 'A', value: 10 });
    expect(listener).toHaveBeenCalled();
  });

  test('an item that the asset does not have is missing', async () => {
    const { store } = aWorld();
    const listener = vi.fn();
    store.subscribe({ assetId: 7, dataItemId: 99 }, listener);
    await settle();
    expect(store.read({ assetId: 7, dataItemId: 99 }).state).toBe('missing');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('without an alias the label is the name; a text is a text; quality is told', async () => {
    const { store } = aWorld(() =>
      anAnswer([aCurrentValue({ alias: '', isString: true, value: null, stringValue: 'Drill', quality: 64 })]),
    );
    store.subscribe(CURRENT, vi.fn());
    await settle();
    expect(store.read(CURRENT)).toMatchObject({
      name: 'motor_current',
      isString: true,
      stringValue: 'Drill',
      quality: 'uncertain',
    });
  });

  test('a refused answer is final; a failed one is asked again', async () => {
    let error = new ApiError(503, 'unavailable', 'later');
    const { store, asked } = aWorld(() => Promise.reject(error));
    store.subscribe(CURRENT, vi.fn());
    await settle();
    expect(store.read(CURRENT).state).toBe('waiting');
    error = new ApiError(403, 'forbidden', 'no');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.read(CURRENT).state).toBe('missing');
    const count = asked.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked.length).toBe(count);
  });
});

describe('live updates', () => {
  test('are applied as they come: the portal has batched them (spec 1 §9)', async () => {
    const { store, publish } = aWorld();
    const listener = vi.fn();
    store.subscribe(CURRENT, listener);
    await settle();
    listener.mockClear();
    publish({ value: 11 });
    await settle();
    expect(store.read(CURRENT).value).toBe(11);
    publish({ value: 12, timestamp: START + 50 });
    await settle();
    expect(store.read(CURRENT).value).toBe(12);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('of one item that come together are shown one after the other, each in a frame of its own', async () => {
    const { store, hub, publish } = aWorld(() =>
      anAnswer([aCurrentValue(), aCurrentValue({ dataItemId: 6 as DataItemId })]),
    );
    const other = { assetId: 7, dataItemId: 6 };
    const shown: unknown[] = [];
    store.subscribe(CURRENT, () => shown.push(store.read(CURRENT).value));
    store.subscribe(other, vi.fn());
    await settle();
    shown.length = 0;
    hub.publish('telltale/assets/7/dataitems/batch', [
      anUpdate({ value: 11, timestamp: START }),
      anUpdate({ dataItemId: 6, label: 'other', value: 1, timestamp: START }),
      anUpdate({ value: 12, timestamp: START + 190 }),
    ]);
    await settle();
    expect([shown, store.read(other).value]).toEqual([[11], 1]);
    await vi.advanceTimersByTimeAsync(20);
    expect(shown).toEqual([11, 12]);
    publish({ value: 13, timestamp: START + 210 });
    publish({ value: 14, timestamp: START + 220 });
    await settle();
    publish({ value: 15, timestamp: START + 230 });
    await settle();
    expect(shown).toEqual([11, 12, 13, 14, 15]);
  });

  test('reach only those who asked for the item', async () => {
    const { store, publish } = aWorld(() =>
      anAnswer([aCurrentValue(), aCurrentValue({ dataItemId: 6 as DataItemId })]),
    );
    const other = vi.fn();
    store.subscribe(CURRENT, vi.fn());
    store.subscribe({ assetId: 7, dataItemId: 6 }, other);
    await settle();
    other.mockClear();
    publish({});
    await vi.advanceTimersByTimeAsync(200);
    expect(other).not.toHaveBeenCalled();
  });

  test('a late reader finds the last value at once', async () => {
    const { store, publish } = aWorld();
    store.subscribe(CURRENT, vi.fn());
    await settle();
    publish({ value: 42 });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(CURRENT).value).toBe(42);
  });

  test('a reading stays the same object until something shows differently', async () => {
    const { store, publish } = aWorld();
    store.subscribe(CURRENT, vi.fn());
    await settle();
    const before = store.read(CURRENT);
    publish({ dataItemId: 77, label: 'other' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.read(CURRENT)).toBe(before);
  });

  test('NaN and infinities show no value; the name stays', async () => {
    const { store, publish } = aWorld();
    store.subscribe(CURRENT, vi.fn());
    await settle();
    publish({ value: null });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(CURRENT)).toMatchObject({ state: 'ok', value: null, name: 'Motor current' });
  });

  test('a label heard for the first time becomes an item', async () => {
    const { store, publish } = aWorld();
    const item = { assetId: 7, dataItemId: 88 };
    store.subscribe(item, vi.fn());
    await settle();
    publish({ dataItemId: 88, label: 'new_sensor', value: 3, unit: 'bar' });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(item)).toMatchObject({ state: 'ok', name: 'new_sensor', unit: 'bar', value: 3 });
  });

  test.each([['text'], [null], [[{ assetId: 7 }]], [[{ ...anUpdate(), value: 'high' }]]])(
    'what is no update is passed over: %j',
    async (payload) => {
      const { store, hub } = aWorld();
      store.subscribe(CURRENT, vi.fn());
      await settle();
      hub.publish('telltale/assets/7/dataitems/batch', payload);
      await vi.advanceTimersByTimeAsync(500);
      expect(store.read(CURRENT).value).toBe(10);
    },
  );

  test('in whatever order updates and answers come, the newest timestamp wins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ age: fc.integer({ min: 0, max: 50 }), wait: fc.constantFrom(0, 60, 250) }), {
          minLength: 1,
        }),
        fc.integer({ min: 0, max: 50 }),
        async (updates, answerAge) => {
          const { store, publish } = aWorld(() =>
            anAnswer([aCurrentValue({ timestamp: START - answerAge, value: 1000 })]),
          );
          store.subscribe(CURRENT, vi.fn());
          await settle();
          for (const [index, { age, wait }] of updates.entries()) {
            publish({ timestamp: START - age, value: index });
            await vi.advanceTimersByTimeAsync(wait);
          }
          await vi.advanceTimersByTimeAsync(200);
          const newest = Math.min(answerAge, ...updates.map(({ age }) => age));
          expect(store.read(CURRENT).timestamp).toBe(START - newest);
          const last = updates.findLastIndex(({ age }) => age === newest);
          expect(store.read(CURRENT).value).toBe(last === -1 ? 1000 : last);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('staleness', () => {
  test('no news for longer than the pingrate makes a reading stale, and news makes it fresh', async () => {
    const { store, publish } = aWorld();
    const listener = vi.fn();
    store.subscribe(CURRENT, listener);
    await settle();
    await vi.advanceTimersByTimeAsync(58_000);
    expect(store.read(CURRENT).isStale).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(store.read(CURRENT).isStale).toBe(true);
    expect(listener).toHaveBeenCalledTimes(2);
    publish({ timestamp: START + 61_000 });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(CURRENT).isStale).toBe(false);
  });

  test('a device whose clock runs behind is fresh while it reports', async () => {
    const { store, publish } = aWorld(() => anAnswer([aCurrentValue({ timestamp: START - 3_600_000 })]));
    store.subscribe(CURRENT, vi.fn());
    await settle();
    expect(store.read(CURRENT).isStale).toBe(true);
    publish({ timestamp: START - 3_500_000 });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(CURRENT).isStale).toBe(false);
  });

  test('an offline asset is stale, and its state is told', async () => {
    const { store, hub } = aWorld();
    const listener = vi.fn();
    store.subscribe(CURRENT, vi.fn());
    store.subscribeState(7, listener);
    await settle();
    expect(store.assetState(7)?.isConnected).toBe(true);
    hub.publish('telltale/assets/7/state', { assetId: 7, connected: false, lastcontact: START });
    expect(store.read(CURRENT).isStale).toBe(true);
    expect(store.assetState(7)).toMatchObject({ isConnected: false, lastContactMs: START });
    expect(listener).toHaveBeenCalled();
  });

  test('a lost live connection makes everything stale after 3 s, and fresh again when it is back', async () => {
    const { store, hub, publish } = aWorld();
    store.subscribe(CURRENT, vi.fn());
    await settle();
    hub.isUp = false;
    hub.dropAll();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.read(CURRENT).isStale).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(store.read(CURRENT).isStale).toBe(true);
    hub.isUp = true;
    await vi.advanceTimersByTimeAsync(15_000);
    publish({ timestamp: START + 20_000 });
    await vi.advanceTimersByTimeAsync(200);
    expect(store.read(CURRENT).isStale).toBe(false);
  });

  test('a browser whose clock is wrong counts ages on the clock of the portal', () => {
    const clock = new ServerClock();
    clock.observe(new Date(START + 300_000).toUTCString(), START - 50, START + 50);
    expect(Math.abs(clock.now() - (START + 300_000))).toBeLessThan(1_000);
    clock.observe(new Date(START + 1_000).toUTCString(), START, START);
    expect(clock.now()).toBe(START);
    clock.observe(null, START, START);
    clock.observe('no date', START, START);
    expect(clock.now()).toBe(START);
  });
});

describe('watching', () => {
  test('after a reconnect the current values are asked again, so that what was missed shows', async () => {
    let value = 10;
    const { store, hub, asked } = aWorld(() => anAnswer([aCurrentValue({ value, timestamp: START + value })]));
    store.subscribe(CURRENT, vi.fn());
    await settle();
    const count = asked.length;
    value = 33;
    hub.dropAll();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.length).toBe(count + 1);
    expect(store.read(CURRENT).value).toBe(33);
  });

  test('an asset is let go a while after its last user, and not before', async () => {
    const { store, hub } = aWorld();
    const first = store.subscribe(CURRENT, vi.fn());
    const second = store.subscribe(CURRENT, vi.fn());
    await settle();
    first();
    second();
    const third = store.subscribe(CURRENT, vi.fn());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hub.connected).toHaveLength(1);
    third();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(hub.connected).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a feed hears updates, backfills and subscriptions', async () => {
    const { store, hub, publish } = aWorld();
    const heard: unknown[] = [];
    store.listen(7, {
      updates: (updates) => heard.push(updates.map(({ value }) => value)),
      backfill: ({ from, to }) => heard.push([from, to]),
      subscribed: () => heard.push('subscribed'),
    });
    await settle();
    publish({ value: 1 });
    publish({ value: 2 });
    hub.publish('telltale/assets/7/backfill', { assetId: 7, dataItemIds: [5], from: 10, to: 20 });
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual(['subscribed', [10, 20], [1, 2]]);
  });
});
