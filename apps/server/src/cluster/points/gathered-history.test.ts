import { HistoryUnavailableError, PointBatch, type SeriesKey, TooManyPointsError } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import { beforeEach, expect, it } from 'vitest';
import { GatheredHistory } from './gathered-history.ts';

const KEYS = Array.from({ length: 1_200 }, (_, n) => n as SeriesKey);

const history = new ReferenceHistorian();
let asked: { keys: readonly SeriesKey[]; of: string }[] = [];
/** Questions that are under way wait for this. */
let answering: Promise<unknown> = Promise.resolve();
let fails: (keys: readonly SeriesKey[]) => Error | undefined = () => undefined;
const gathered = new GatheredHistory({
  readSeries: history.readSeries.bind(history),
  stateAt: async (keys, timeMs) => {
    asked.push({ keys, of: `${timeMs}` });
    await answering;
    const failure = fails(keys);
    if (failure) throw failure;
    return history.stateAt(keys, timeMs);
  },
  readMany: async (query) => {
    asked.push({ keys: query.keys, of: `${query.fromMs} ${query.toMs}` });
    await answering;
    return history.readMany(query);
  },
});

beforeEach(async () => {
  asked = [];
  answering = Promise.resolve();
  fails = () => undefined;
  const batch = new PointBatch();
  // One of the first ten has none.
  for (const key of KEYS) if (key !== 7) for (const timeMs of [1_000, 2_000]) batch.add(key, timeMs, key, 192);
  await history.append(batch);
});

const tensOf = (count: number) => Array.from({ length: count }, (_, n) => KEYS.slice(n * 10, n * 10 + 10));

it('asks once for what many ask while others are under way, and gives each its own', async () => {
  const tens = tensOf(50);
  const found = await Promise.all(tens.map((keys) => gathered.stateAt(keys, 1_500)));
  for (const [n, keys] of tens.entries()) expect(found[n]).toEqual(await history.stateAt(keys, 1_500));
  expect(found[0]?.map(({ key }) => key)).not.toContain(7);
  expect(asked.map(({ keys }) => keys.length)).toEqual([10, 10, 480]);
});

it('keeps apart what is asked of other times', async () => {
  const some = KEYS.slice(1, 3);
  const found = await Promise.all([2_000, 2_000, 1_000, 2_000, 1_000].map((timeMs) => gathered.stateAt(some, timeMs)));
  expect(found.map((points) => points[0]?.timeMs)).toEqual([2_000, 2_000, 1_000, 2_000, 1_000]);
  expect(asked.map(({ of }) => of)).toEqual(['2000', '2000', '1000', '2000']);
});

it('what is asked of one series waits for nothing else', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  const asking: Promise<unknown>[] = tensOf(5).map((keys) => gathered.stateAt(keys, 2_000));
  for (let n = 0; n < 20; n++) {
    asking.push(gathered.stateAt([1 as SeriesKey], n));
    asking.push(gathered.readAround([1 as SeriesKey], { fromMs: n, toMs: 1_000 }));
  }
  expect(asked).toHaveLength(2 + 20 + 20);
  resolve();
  await Promise.all(asking);
  expect(asked).toHaveLength(3 + 20 + 20);
});

it('reads ranges in the order of the keys, and not more series at once than one asks for', async () => {
  const range = { fromMs: 0, toMs: 1_500 };
  const asking = [
    KEYS.slice(0, 1_100),
    KEYS.slice(0, 2),
    [9, 7, 8] as SeriesKey[],
    KEYS.slice(20, 500),
    KEYS.slice(600, 700),
  ];
  const found = await Promise.all(asking.map((keys) => gathered.readAround(keys, range)));
  for (const [n, keys] of asking.entries()) {
    expect(found[n]).toEqual({ fromMs: 0, series: await history.readMany({ keys, ...range }) });
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1_100, 2, 483, 100]);
});

it('reads what lies close together in one range, and says where it begins', async () => {
  const near = [5_000, 5_400, 4_600, 5_900].map((fromMs) => ({ fromMs, toMs: fromMs + 500 }));
  const far = { fromMs: 90_000, toMs: 90_500 };
  const asking = [far, far, ...near, far].map((range, n) => gathered.readAround(KEYS.slice(n * 2, n * 2 + 2), range));
  const found = await Promise.all(asking);
  expect(found.map(({ fromMs }) => fromMs)).toEqual([90_000, 90_000, 4_600, 4_600, 4_600, 5_900, 90_000]);
  expect(asked.map(({ of }) => of)).toEqual(['90000 90500', '90000 90500', '4600 5900', '5900 6400', '90000 90500']);
});

it('where many ask for more than one answer holds each asks for itself, and only those fail that do so alone', async () => {
  fails = (keys) => (keys.length > 10 || keys.includes(25) ? new TooManyPointsError(2, 1) : undefined);
  const found = await Promise.allSettled(tensOf(5).map((keys) => gathered.stateAt(keys, 2_000)));
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(asked.map(({ keys }) => keys.length)).toEqual([10, 10, 30, 10, 10, 10]);
});

it('a question that is not answered fails for all who asked it, and the next is asked', async () => {
  fails = () => new HistoryUnavailableError('away', { isAway: true });
  const found = await Promise.allSettled(tensOf(5).map((keys) => gathered.stateAt(keys, 2_000)));
  expect(found.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(asked).toHaveLength(3);
  fails = () => undefined;
  expect(await gathered.stateAt(KEYS.slice(0, 2), 2_000)).toHaveLength(2);
});
