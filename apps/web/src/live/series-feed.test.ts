import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { ASSET, START, settle, World } from './testing/feeds.ts';

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe('a live window', () => {
  test('asks nothing before somebody looks, and stops when nobody does', async () => {
    const world = new World();
    const feed = world.feed();
    await settle(20_000);
    expect(world.questions).toHaveLength(0);
    const end = feed.subscribe(vi.fn());
    await settle();
    expect(world.questions).toHaveLength(1);
    end();
    await settle(60_000);
    expect(world.questions).toHaveLength(1);
    expect(world.listenerCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is loading, then shows the history of its hours', async () => {
    const world = new World();
    world.store(1, START - 3_600_001, 1);
    world.store(1, START - 1_000, 2);
    world.store(2, START, 3);
    const feed = world.feed();
    feed.subscribe(vi.fn());
    expect(feed.status()).toEqual({ state: 'loading', droppedSamples: 0 });
    await settle();
    expect(feed.status().state).toBe('ready');
    expect(feed.frame()).toEqual({
      times: [START / 1000 - 1, START / 1000],
      columns: [
        [2, null],
        [null, 3],
      ],
    });
  });

  test('a selection that leads nowhere is an empty column in its place', async () => {
    const world = new World();
    world.store(2, START, 3);
    const feed = world.feed({ items: [undefined, { assetId: ASSET, dataItemId: 2 }] });
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.frame().columns).toEqual([[null], [3]]);
  });

  test('with nothing to show is ready at once', async () => {
    const feed = new World().feed({ items: [undefined] });
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.status().state).toBe('ready');
    expect(feed.frame().columns).toEqual([[]]);
  });

  test('live points appear as they come', async () => {
    const world = new World();
    const feed = world.feed();
    const listener = vi.fn();
    feed.subscribe(listener);
    await settle();
    listener.mockClear();
    world.publish([1, START, 5], [9, START, 6]);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(feed.frame().columns).toEqual([[5], [null]]);
  });

  test('the window moves on, and what leaves it goes', async () => {
    const world = new World();
    world.store(1, START - 3_590_000, 1);
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.frame().times).toHaveLength(1);
    await settle(15_000);
    expect(feed.frame().times).toHaveLength(0);
  });

  test('the tail is asked again at each refresh, from the last confirmed point, and never more often than 5 s', async () => {
    const world = new World();
    world.store(1, START - 1_000, 1);
    world.store(2, START - 1_000, 1);
    const feed = world.feed({ refreshSeconds: 1 });
    feed.subscribe(vi.fn());
    await settle(4_999);
    expect(world.questions).toHaveLength(1);
    await settle(1);
    expect(world.questions).toHaveLength(2);
    expect(world.questions[1]?.fromMs).toBe(START - 1_000);
  });

  test('a NaN that comes live is a gap', async () => {
    const world = new World();
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    world.publish([1, START, 5], [1, START + 1_000, null], [1, START + 2_000, 6]);
    expect(feed.frame().columns[0]).toEqual([5, null, 6]);
  });

  test('texts are no points', async () => {
    const world = new World();
    const feed = world.feed();
    vi.spyOn(world, 'read').mockReturnValue([[START / 1000], ['Drill'], [1]] as never);
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.frame().columns).toEqual([[null], [1]]);
  });

  test('a series of texts alone is one without points', async () => {
    const world = new World();
    const feed = world.feed();
    vi.spyOn(world, 'read').mockReturnValue([[START / 1000], ['Drill'], [null]] as never);
    feed.subscribe(vi.fn());
    await settle();
    expect([feed.isEmpty(), feed.frame().times]).toEqual([true, []]);
    world.publish([1, START + 1_000, 'Trip']);
    expect(feed.isEmpty()).toBe(true);
  });
});

describe('failures', () => {
  test('are told, and tried again after five intervals; live points go on', async () => {
    const world = new World();
    world.failures = 1;
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.status()).toMatchObject({
      state: 'error',
      message: 'The portal does not answer. Trying again in 25 s.',
    });
    world.publish([1, START, 5]);
    expect(feed.frame().times).toHaveLength(1);
    await settle(24_999);
    expect(world.questions).toHaveLength(1);
    await settle(1);
    expect(feed.status().state).toBe('ready');
  });

  test('a refusal while points are appended is tried again, as any other failure', async () => {
    const world = new World();
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    world.failures = 1;
    world.error = new ApiError(403, 'forbidden', 'You may not see this history.');
    await settle(5_000);
    expect(feed.status().message).toBe('You may not see this history. Trying again in 25 s.');
    await settle(25_000);
    expect(feed.status().state).toBe('ready');
  });

  test('a refusal is final until somebody asks for a refresh', async () => {
    const world = new World();
    world.failures = 1;
    world.error = new ApiError(403, 'forbidden', 'You may not see this history.');
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle(120_000);
    expect(world.questions).toHaveLength(1);
    expect(feed.status()).toMatchObject({ state: 'error', message: 'You may not see this history.' });
    feed.refresh();
    await settle();
    expect(feed.status().state).toBe('ready');
  });
});

describe('history that is behind', () => {
  test('is shown as it is, and said to be behind, until it is not', async () => {
    const world = new World();
    world.store(1, START, 1);
    world.isBehind = true;
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    expect(feed.status()).toMatchObject({ state: 'ready', message: expect.stringMatching(/^The history is behind\./) });
    expect(feed.frame().times).toEqual([START / 1000]);
    world.isBehind = false;
    await settle(5_000);
    expect(feed.status()).toEqual({ state: 'ready', droppedSamples: 0 });
  });
});

describe('late points', () => {
  test('in the window make it ask for everything at the next refresh', async () => {
    const world = new World();
    world.store(1, START, 1);
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    world.store(1, START - 60_000, 9);
    world.backfill({ from: START - 60_000, to: START - 60_000 });
    await settle(5_000);
    expect(feed.frame().columns[0]).toEqual([9, 1]);
  });

  test.each([
    ['of another item', { dataItemIds: [77] }],
    ['before the window', { from: START - 9_000_000, to: START - 8_000_000 }],
  ])('%s change nothing', async (_name, change) => {
    const world = new World();
    world.store(1, START, 1);
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    world.backfill(change);
    await settle(5_000);
    expect(world.questions[1]?.fromMs).toBe(START);
  });
});

describe('pausing', () => {
  test('keeps the picture still, and catches up when it goes on', async () => {
    const world = new World();
    world.store(1, START, 1);
    const feed = world.feed();
    feed.subscribe(vi.fn());
    await settle();
    feed.setPaused(true);
    const before = feed.frame();
    world.store(1, START + 500, 2);
    world.publish([1, START + 500, 2]);
    await settle(30_000);
    expect(feed.frame()).toBe(before);
    feed.setPaused(false);
    await settle();
    expect(feed.frame().columns[0]).toEqual([1, 2]);
  });
});

describe('a fixed window', () => {
  const window = { kind: 'fixed', fromMs: START - 10_000, toMs: START - 5_000 } as const;

  test('is asked once, ignores live points, and follows late ones', async () => {
    const world = new World();
    world.store(1, START - 7_000, 1);
    const feed = world.feed({ window });
    feed.subscribe(vi.fn());
    await settle(60_000);
    world.publish([1, START - 6_000, 5]);
    expect(world.questions).toHaveLength(1);
    world.store(1, START - 6_000, 2);
    world.backfill({ from: START - 6_000, to: START - 6_000 });
    await settle(5_000);
    expect(feed.frame().columns[0]).toEqual([1, 2]);
    await settle(60_000);
    expect(world.questions).toHaveLength(2);
  });
});

describe('coming back', () => {
  test('everything is asked again within 2 s of the new subscription', async () => {
    const world = new World();
    world.store(1, START, 1);
    const feed = world.feed({ refreshSeconds: 600 });
    feed.subscribe(vi.fn());
    await settle();
    world.subscribed();
    await settle(10_000);
    world.isConnected = false;
    world.store(1, START - 5_000, 8);
    world.store(1, START + 10_000, 9);
    world.isConnected = true;
    world.subscribed();
    await settle(2_000);
    expect(feed.frame().columns[0]).toEqual([8, 1, 9]);
  });
});

test('stored points between two moments are counted in the order of the selections, null for one that leads nowhere', async () => {
  const world = new World();
  for (let second = 0; second < 100; second++) world.store(1, START + second * 1000, second);
  world.store(2, START + 500, 1);
  const items = [{ assetId: ASSET, dataItemId: 2 }, undefined, { assetId: ASSET, dataItemId: 1 }];
  const feed = world.feed({ items });
  const { signal } = new AbortController();
  expect(await feed.countPoints(START, START + 10_000, signal)).toEqual([1, null, 10]);
  expect(await world.feed({ items: [undefined] }).countPoints(START, START + 1, signal)).toEqual([null]);
});
