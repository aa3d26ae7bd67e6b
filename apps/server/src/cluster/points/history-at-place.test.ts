import type { AssetId, DataItemId } from '@telltale/contract';
import { type Historian, PointBatch, seriesKey } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GatheredHistory } from './gathered-history.ts';
import { HistoryAtPlace } from './history-at-place.ts';
import type { CarriedMessage } from './point-frame.ts';
import { PointsBehind } from './points-behind.ts';

const ASSET = 5 as AssetId;
const ITEMS = [1, 2, 3] as DataItemId[];
const KEYS = ITEMS.map((item) => seriesKey(ASSET, item));
const CALCULATED = seriesKey(ASSET, 9);
const SPAN_MS = 400_000;

interface Placed {
  item: DataItemId;
  timeMs: number;
  value: number | string;
  /** Where it stands in the stream; once more behind the place where a device was not acknowledged. */
  stands: 'before' | 'behind' | 'both';
  isStored: boolean;
}

const placed: fc.Arbitrary<Placed> = fc.record({
  item: fc.constantFrom(...ITEMS),
  timeMs: fc.integer({ min: 0, max: SPAN_MS }),
  value: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('on', 'off')),
  stands: fc.constantFrom('before', 'behind', 'behind', 'behind', 'both'),
  isStored: fc.boolean(),
});

const messageOf = ({ item, timeMs, value }: Placed): CarriedMessage => ({
  ...{ assetId: ASSET, receivedMs: timeMs, origin: undefined },
  points: [{ dataItemId: item, timeMs, value, quality: 192, keeping: 'stored' }],
});

async function historyOf(points: readonly Placed[]): Promise<Historian> {
  const history = new ReferenceHistorian();
  const batch = new PointBatch();
  for (const { item, timeMs, value } of points) batch.add(seriesKey(ASSET, item), timeMs, value, 192);
  await history.append(batch);
  return history;
}

function behindOf(points: readonly Placed[]): PointsBehind {
  const behind = new PointsBehind((key) => key === CALCULATED);
  for (const point of points) if (point.stands !== 'behind') behind.addBefore(() => [messageOf(point)]);
  for (const point of points) if (point.stands !== 'before') behind.add([messageOf(point)]);
  return behind;
}

it('shows the history as it was at the place, however far beyond it is stored', async () => {
  const points = fc.uniqueArray(placed, {
    maxLength: 60,
    selector: ({ item, timeMs }) => `${item} ${timeMs}`,
  });
  await fc.assert(
    fc.asyncProperty(points, fc.array(fc.integer({ min: 0, max: SPAN_MS }), { maxLength: 5 }), async (all, times) => {
      const then = await historyOf(all.filter(({ stands }) => stands !== 'behind'));
      const now = await historyOf(all.filter(({ stands, isStored }) => stands !== 'behind' || isStored));
      const past = new HistoryAtPlace(new GatheredHistory(now), behindOf(all));
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
      // At once, as partitions ask: what lies close together goes in one question.
      const asked = [...times, Number.MAX_SAFE_INTEGER].flatMap((timeMs) =>
        [KEYS, KEYS.slice(0, 2), KEYS.slice(1)].map((keys) => ({ timeMs, keys })),
      );
      const answers = await Promise.all(asked.map(({ keys, timeMs }) => past.stateAt(keys, timeMs)));
      for (const [n, { keys, timeMs }] of asked.entries()) {
        const found = answers[n]?.toSorted(byKey);
        expect(found).toEqual((await then.stateAt(keys, timeMs)).toSorted(byKey));
        for (const key of KEYS)
          expect(await past.readSeries(key, 0, timeMs)).toEqual(await then.readSeries(key, 0, timeMs));
      }
      for (const { item, timeMs, stands } of all) {
        expect(past.isLater(seriesKey(ASSET, item), timeMs)).toBe(stands === 'behind');
      }
    }),
    { numRuns: 300 },
  );
});

it('leaves out what was calculated of what stands behind, and asks for many series at once', async () => {
  const items = Array.from({ length: 1_200 }, (_, n) => (n + 100) as DataItemId);
  const at = (timeMs: number, stands: Placed['stands']) =>
    items.map((item): Placed => ({ item, timeMs, value: timeMs, stands, isStored: true }));
  const all = [...at(1_000, 'before'), ...at(2_000, 'behind')];
  const now = await historyOf([...all, { ...(all[0] as Placed), item: 9 as DataItemId, timeMs: 2_000 }]);
  let questions = 0;
  const readMany: Historian['readMany'] = (query) => {
    questions++;
    return now.readMany(query);
  };
  const asked = { stateAt: now.stateAt.bind(now), readSeries: now.readSeries.bind(now), readMany };
  const past = new HistoryAtPlace(new GatheredHistory(asked), behindOf(all));
  const keys = items.map((item) => seriesKey(ASSET, item));
  const found = await past.stateAt([...keys, CALCULATED], Number.MAX_SAFE_INTEGER);
  expect(found).toHaveLength(keys.length);
  expect(new Set(found.map(({ timeMs }) => timeMs))).toEqual(new Set([1_000]));
  expect(questions).toBeLessThanOrEqual(3);
});
