import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASSET, START, settle, World } from './testing/feeds.ts';

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

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
