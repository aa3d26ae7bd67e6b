import { PointBatch, type SeriesKey } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import { beforeEach, expect, it } from 'vitest';
import { GatheredHistory } from './gathered-history.ts';

const KEYS = Array.from({ length: 1_200 }, (_, n) => n as SeriesKey);

const history = new ReferenceHistorian();
let asked: { keys: readonly SeriesKey[]; of: string }[] = [];
let fails = false;
const gathered = new GatheredHistory({
  readSeries: history.readSeries.bind(history),
  stateAt: async (keys, timeMs) => {
    asked.push({ keys, of: `${timeMs}` });
    if (fails) throw new Error('away');
    return history.stateAt(keys, timeMs);
  },
  readMany: async (query) => {
    asked.push({ keys: query.keys, of: `${query.fromMs} ${query.toMs}` });
    return history.readMany(query);
  },
});

beforeEach(async () => {
  asked = [];
  fails = false;
  const batch = new PointBatch();
  // One of the first ten has none.
  for (const key of KEYS) if (key !== 7) for (const timeMs of [1_000, 2_000]) batch.add(key, timeMs, key, 192);
  await history.append(batch);
});

it('asks once for what many ask while a question is under way, and gives each its own', async () => {
  const tens = Array.from({ length: 50 }, (_, n) => KEYS.slice(n * 10, n * 10 + 10));
  const found = await Promise.all(tens.map((keys) => gathered.stateAt(keys, 1_500)));
  for (const [n, keys] of tens.entries()) expect(found[n]).toEqual(await history.stateAt(keys, 1_500));
  expect(found[0]?.map(({ key }) => key)).not.toContain(7);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.keys).toHaveLength(490);
});

it('keeps apart what is asked of other times', async () => {
  const [, then, now] = await Promise.all([
    gathered.stateAt([1 as SeriesKey], 2_000),
    gathered.stateAt([2 as SeriesKey], 1_000),
    gathered.stateAt([2 as SeriesKey], 2_000),
  ]);
  expect([then?.[0]?.timeMs, now?.[0]?.timeMs]).toEqual([1_000, 2_000]);
  expect(asked.map(({ of }) => of)).toEqual(['2000', '1000', '2000']);
});

it('reads ranges in the order of the keys, and not more series at once than one asks for', async () => {
  const range = { fromMs: 0, toMs: 1_500 };
  const asking = [KEYS.slice(0, 1_100), [9, 7, 8] as SeriesKey[], KEYS.slice(20, 500), KEYS.slice(600, 700)];
  const found = await Promise.all(asking.map((keys) => gathered.readAround(keys, range)));
  for (const [n, keys] of asking.entries()) {
    expect(found[n]).toEqual({ fromMs: 0, series: await history.readMany({ keys, ...range }) });
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1_100, 483, 100]);
});

it('reads what lies close together in one range, and says where it begins', async () => {
  const near = [5_000, 5_400, 4_600, 5_900].map((fromMs) => ({ fromMs, toMs: fromMs + 500 }));
  const asking = [{ fromMs: 0, toMs: 9_000 }, ...near, { fromMs: 90_000, toMs: 90_500 }];
  const found = await Promise.all(asking.map((range, n) => gathered.readAround([n as SeriesKey], range)));
  expect(found.map(({ fromMs }) => fromMs)).toEqual([0, 4_600, 4_600, 4_600, 5_900, 90_000]);
  expect(asked.map(({ of }) => of)).toEqual(['0 9000', '4600 5900', '5900 6400', '90000 90500']);
});

it('a question that fails fails for all who asked it, and the next is asked', async () => {
  fails = true;
  const asking = [1, 2, 3].map((key) => gathered.stateAt([key as SeriesKey], 2_000));
  expect((await Promise.allSettled(asking)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  fails = false;
  expect(await gathered.stateAt([1 as SeriesKey], 2_000)).toHaveLength(1);
});
