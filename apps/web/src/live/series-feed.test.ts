import type { history, LiveBackfill } from '@telltale/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { ResolvedSeriesRequest } from '#tile-kit/series.ts';
import type { AssetListener } from './live-store.ts';
import type { HistoryQuestion } from './portal-answers.ts';
import { HistorySeriesFeed } from './series-feed.ts';

const START = Date.UTC(2026, 10, 20, 12);
const ASSET = 7;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** A portal in small: stored points, a hub that may be cut off, and history answers that take their time. */
class World {
  readonly stored = new Map<number, Map<number, number>>();
  readonly questions: HistoryQuestion[] = [];
  latencyMs = 0;
  readsAtEnd = false;
  failures = 0;
  error = new ApiError(0, 'unreachable', 'The portal does not answer.');
  isConnected = true;
  readonly #listeners = new Set<AssetListener>();

  feed(request: Partial<ResolvedSeriesRequest> = {}): HistorySeriesFeed {
    return new HistorySeriesFeed(
      {
        items: [1, 2].map((dataItemId) => ({ assetId: ASSET, dataItemId })),
        window: { kind: 'live', hours: 1 },
        threshold: -1,
        refreshSeconds: 5,
        ...request,
      },
      {
        live: {
          listen: (_assetId, listener) => {
            this.#listeners.add(listener);
            return () => this.#listeners.delete(listener);
          },
        },
        portal: {
          loadHistory: (question) => this.#answer(question),
          countHistory: ({ items, fromMs, toMs }) =>
            Promise.resolve(items.map(({ dataItemId }) => this.countStored(dataItemId, fromMs, toMs))),
        },
        clock: { now: () => Date.now() },
        random: () => 0.5,
      },
    );
  }

  store(dataItemId: number, timeMs: number, value: number): void {
    const series = this.stored.get(dataItemId) ?? new Map<number, number>();
    this.stored.set(dataItemId, series.set(timeMs, value));
  }

  countStored(dataItemId: number, fromMs: number, toMs: number): number {
    const times = [...(this.stored.get(dataItemId)?.keys() ?? [])];
    return times.filter((time) => time >= fromMs && time < toMs).length;
  }

  publish(...updates: [dataItemId: number, timestamp: number, value: number | string | null][]): void {
    this.#tell((listener) =>
      listener.updates(
        updates.map(([dataItemId, timestamp, stored]) => {
          const isString = typeof stored === 'string';
          return { assetId: ASSET, dataItemId, label: '', timestamp, value: isString ? null : stored, isString };
        }),
      ),
    );
  }

  backfill(change: Partial<LiveBackfill>): void {
    this.#tell((listener) =>
      listener.backfill({ assetId: ASSET, dataItemIds: [1], from: START, to: START, ...change }),
    );
  }

  subscribed(): void {
    this.#tell((listener) => listener.subscribed());
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  #tell(news: (listener: AssetListener) => void): void {
    if (this.isConnected) for (const listener of this.#listeners) news(listener);
  }

  async #answer(question: HistoryQuestion): Promise<history.ColumnarHistory> {
    this.questions.push(question);
    const { readsAtEnd, latencyMs } = this;
    const isFailing = this.failures > 0;
    if (isFailing) this.failures--;
    const early = this.#bucketed(question);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (isFailing) throw this.error;
    return readsAtEnd ? this.#bucketed(question) : early;
  }

  /** As the portal folds them: of each bucket the smallest and the largest point, at their own times. */
  #bucketed(question: HistoryQuestion): (number | null)[][] {
    const [times = [], ...columns] = this.read(question);
    if (question.threshold === -1) return [times, ...columns];
    const width = (question.toMs - question.fromMs) / question.threshold / 1000;
    const bucketOf = (row: number) => Math.floor(((times[row] ?? 0) - question.fromMs / 1000) / width);
    const kept = columns.map((values) => {
      const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
      const keep = new Set<number>();
      for (const bucket of new Set(rows.map(bucketOf))) {
        const inside = rows
          .filter((row) => bucketOf(row) === bucket)
          .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
        keep.add(inside[0] ?? -1).add(inside.at(-1) ?? -1);
      }
      return keep;
    });
    const rows = times.flatMap((_, row) => (kept.some((keep) => keep.has(row)) ? [row] : []));
    const pick = (values: (number | null)[], keep: Set<number>) =>
      rows.map((row) => (keep.has(row) ? (values[row] ?? null) : null));
    return [
      rows.map((row) => times[row] ?? 0),
      ...columns.map((values, index) => pick(values, kept[index] ?? new Set())),
    ];
  }

  /** Every point of the question's range, as the portal answers it. */
  read({ items, fromMs, toMs }: Pick<HistoryQuestion, 'items' | 'fromMs' | 'toMs'>): (number | null)[][] {
    const series = items.map(({ dataItemId }) => this.stored.get(dataItemId) ?? new Map<number, number>());
    const times = [...new Set(series.flatMap((points) => [...points.keys()]))]
      .filter((time) => time >= fromMs && time <= toMs)
      .sort((a, b) => a - b);
    return [times.map((time) => time / 1000), ...series.map((points) => times.map((time) => points.get(time) ?? null))];
  }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

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

type Step =
  | { kind: 'live'; item: number; aheadMs: number; value: number; isConflated: boolean }
  | { kind: 'rewrite'; item: number; value: number }
  | { kind: 'late'; item: number; ageMs: number; value: number }
  | { kind: 'cut' | 'restore' | 'fail' }
  | { kind: 'slow'; latencyMs: number; readsAtEnd: boolean }
  | { kind: 'wait'; ms: number };

const item = fc.constantFrom(1, 2);
const value = fc.integer({ min: -99, max: 99 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('live' as const),
      item,
      aheadMs: fc.integer({ min: 1, max: 900 }),
      value,
      isConflated: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), item, value }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      item,
      ageMs: fc.integer({ min: 1, max: 30_000 }),
      value,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'restore' as const, 'fail' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('slow' as const),
      latencyMs: fc.constantFrom(0, 300, 4_000, 9_000),
      readsAtEnd: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 7_000 }) }) },
);

const anySteps = fc.array(step, { maxLength: 60 });
/** Nothing here makes the feed ask for its whole window again: the confirmation of the tail must suffice. */
const undisturbedSteps = anySteps.map((steps) =>
  steps.filter(({ kind }) => kind === 'live' || kind === 'rewrite' || kind === 'wait' || kind === 'slow'),
);

test('for any interleaving of history, live and late points and reconnects the series ends equal to the store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anySteps, undisturbedSteps), async (steps) => {
      vi.setSystemTime(START);
      const world = new World();
      const newest = new Map([
        [1, START - 40_000],
        [2, START - 40_000],
      ]);
      for (const [dataItemId, time] of newest) world.store(dataItemId, time, 0);
      const feed = world.feed();
      const end = feed.subscribe(() => feed.frame());

      for (const action of steps) {
        if (action.kind === 'wait') await settle(action.ms);
        else if (action.kind === 'cut') world.isConnected = false;
        else if (action.kind === 'restore' && !world.isConnected) {
          world.isConnected = true;
          world.subscribed();
        } else if (action.kind === 'fail') world.failures++;
        else if (action.kind === 'slow') Object.assign(world, action);
        else if (action.kind === 'live') {
          const time = (newest.get(action.item) ?? 0) + action.aheadMs;
          newest.set(action.item, time);
          world.store(action.item, time, action.value);
          if (!action.isConflated) world.publish([action.item, time, action.value]);
        } else if (action.kind === 'rewrite') {
          const time = newest.get(action.item) ?? 0;
          world.store(action.item, time, action.value);
          world.publish([action.item, time, action.value]);
        } else if (action.kind === 'late') {
          const time = (newest.get(action.item) ?? 0) - action.ageMs;
          world.store(action.item, time, action.value);
          world.backfill({ dataItemIds: [action.item], from: time, to: time });
        }
      }

      // The hub sends the newest value of everything sooner or later, and after a cut the subscription is made again.
      if (!world.isConnected) {
        world.isConnected = true;
        world.subscribed();
      }
      for (const [dataItemId, time] of newest) {
        world.publish([dataItemId, time, world.stored.get(dataItemId)?.get(time) ?? 0]);
      }
      await settle(60_000 + world.failures * 30_000);

      const [times, ...columns] = world.read({
        items: [1, 2].map((dataItemId) => ({ assetId: ASSET, dataItemId })),
        fromMs: Date.now() - 3_600_000,
        toMs: Date.now() + 60_000,
      });
      const frame = feed.frame();
      end();
      expect(frame).toEqual({ times, columns });
    }),
    { numRuns: 150 },
  );
});

test('with buckets, what is drawn keeps the stored extremes and ends at the newest value', async () => {
  const update = fc.record({ aheadMs: fc.integer({ min: 1, max: 400 }), value });
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 200 }), async (updates) => {
      vi.setSystemTime(START);
      const world = new World();
      const feed = world.feed({ threshold: 4, items: [{ assetId: ASSET, dataItemId: 1 }] });
      const end = feed.subscribe(vi.fn());
      await settle();
      let time = START;
      for (const point of updates) {
        time += point.aheadMs;
        world.store(1, time, point.value);
        world.publish([1, time, point.value]);
        await settle(point.aheadMs);
      }
      await settle(20_000);
      const column = feed.frame().columns[0] ?? [];
      const drawn = column.filter((point) => point !== null);
      end();
      expect(Math.max(...drawn)).toBe(Math.max(...updates.map((point) => point.value)));
      expect(Math.min(...drawn)).toBe(Math.min(...updates.map((point) => point.value)));
      expect(drawn.at(-1)).toBe(updates.at(-1)?.value);
    }),
    { numRuns: 20 },
  );
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
