import { beforeEach, expect, it } from 'vitest';
import { type CountQuery, HistoryUnavailableError, type PointValue, type SeriesKey } from '../../port.ts';
import { ServerRefusedError } from '../server/connection.ts';
import { ServerOfStates, staged, type Write } from '../testing/server-of-states.ts';
import { RecentPoints } from './recent-points.ts';

const HOUR_MS = 100;
/** Of two series that have five points an hour. */
const DAY = { keys: [1, 2], fromMs: 0, toMs: 8 * HOUR_MS - 1 };
const WHOLE_DAY = '1,2 from 0 to 799';

let server: ServerOfStates;
let nowMs: number;
let faults: string[];
beforeEach(async () => {
  nowMs = 50_000;
  faults = [];
  server = new ServerOfStates();
  const points = Array.from({ length: 80 }, (_, i): [SeriesKey, number, PointValue] => [1 + (i % 2), i * 10, i]);
  await server.write({ kind: 'points', points });
});

const open = (options = {}) =>
  new RecentPoints({
    hourMs: HOUR_MS,
    shortestMs: 0,
    longestMs: 10 * HOUR_MS,
    mostRead: 1000,
    now: () => nowMs,
    onFault: (text) => faults.push(text),
    ...options,
  });

const rightly = (range: CountQuery) => server.now.readColumns({ ...range, threshold: 5 });

/** Asks for a chart, which must be right. @returns what the server was asked for it, and for the next */
async function asks(
  recent: RecentPoints,
  range: CountQuery = DAY,
  source = server.source(range, 5),
): Promise<string[]> {
  server.asked = [];
  expect(await server.chart(recent, range, 5, source)).toEqual(await rightly(range));
  await recent.quiet();
  return server.asked;
}

async function writeTo(recent: RecentPoints, write: Write): Promise<void> {
  recent.writes(staged(1, write));
  await server.write(write);
  recent.settled();
}

const pointOf = (...keys: SeriesKey[]): Write => ({
  kind: 'points',
  points: keys.map((key) => [key, 7 * HOUR_MS + 15, 99]),
});

it('leaves the first chart to the server, reads its points afterwards, and makes the next of them', async () => {
  const recent = open();
  expect([await asks(recent), await asks(recent)]).toEqual([['charts', WHOLE_DAY], []]);
  // What lies within is there, too.
  expect(await asks(recent, { keys: [2], fromMs: 120, toMs: 250 })).toEqual([]);
  expect(await asks(recent, { keys: [2, 1, 2], fromMs: 120, toMs: 250 })).toEqual([]);
});

it('answers before it reads for the next, one after the other', async () => {
  const recent = open();
  const reading = Promise.withResolvers<void>();
  const source = server.source(DAY, 5, (what) => (what === 'points' ? reading.promise : Promise.resolve()));
  for (let i = 0; i < 3; i++) expect(await server.chart(recent, DAY, 5, source)).toEqual(await rightly(DAY));
  expect(server.asked).toEqual(['charts', WHOLE_DAY, 'charts', 'charts']);
  reading.resolve();
  await recent.quiet();
  expect(server.asked).toHaveLength(4);
  expect(await asks(recent)).toEqual([]);
});

it('reads what was written into again, and only that, while it is a small part of the chart', async () => {
  const recent = open();
  await asks(recent);
  for (let i = 0; i < 5; i++) {
    await writeTo(recent, pointOf(2));
    expect(await asks(recent)).toEqual(['2 from 700 to 799']);
    expect(await asks(recent)).toEqual([]);
  }
  const short = { keys: [2], fromMs: 6 * HOUR_MS, toMs: 8 * HOUR_MS - 1 };
  expect(await asks(recent, short)).toEqual([]);
  await writeTo(recent, pointOf(2));
  expect([await asks(recent, short), await asks(recent, short)]).toEqual([['charts'], ['charts']]);
});

it('holds nothing that is on its way to the server', async () => {
  const recent = open();
  recent.writes(staged(1, pointOf(1)));
  expect(await asks(recent)).toEqual(['charts', '1 from 0 to 699', '2 from 0 to 799']);
  expect([await asks(recent), await asks(recent)]).toEqual([['1 from 700 to 799'], ['1 from 700 to 799']]);
  recent.settled();
  expect([await asks(recent), await asks(recent)]).toEqual([['1 from 700 to 799'], []]);
});

it('reads nothing while an operation is on its way, which may concern anything', async () => {
  const recent = open();
  await asks(recent);
  const operation = staged(1, { kind: 'delete', key: 9, fromMs: 0, toMs: 1 });
  recent.writes(operation);
  expect([await asks(recent), await asks(recent)]).toEqual([['charts'], ['charts']]);
  recent.writes(operation);
  recent.settled();
  expect([await asks(recent), await asks(recent)]).toEqual([['charts', WHOLE_DAY], []]);
});

it('reads again what an operation overtook', async () => {
  const recent = open();
  const source = server.source(DAY, 5, async (what) => {
    if (what === 'points') recent.writes(staged(1, { kind: 'delete', key: 9, fromMs: 0, toMs: 1 }));
  });
  await asks(recent, DAY, source);
  recent.settled();
  expect([await asks(recent), await asks(recent)]).toEqual([['charts', WHOLE_DAY], []]);
});

it('believes what it holds for so long and no longer', async () => {
  const recent = open({ lifetimeMs: 1000 });
  await asks(recent);
  nowMs += 900;
  expect(await asks(recent)).toEqual([]);
  nowMs += 200;
  expect(await asks(recent)).toEqual(['charts', WHOLE_DAY]);
});

it('reads what is too much for one look in several', async () => {
  const recent = open({ mostRead: 50 });
  expect(await asks(recent)).toEqual(['charts', '1 from 0 to 799', '2 from 0 to 199', '2 from 200 to 799']);
  expect(await asks(recent)).toEqual([]);
});

it('reads nothing of charts that would take too many looks', async () => {
  const recent = open({ mostRead: 7 });
  for (let i = 0; i < 3; i++) expect(await asks(recent)).toEqual(['charts']);
  const one = { ...DAY, keys: [1] };
  expect((await asks(recent, one)).length).toBe(9);
  expect(await asks(recent, one)).toEqual([]);
});

it('tries hours that have more points than was thought only once', async () => {
  const burst = Array.from({ length: 90 }, (_, i): [SeriesKey, number, PointValue] => [3, 210 + i, i]);
  await server.write({ kind: 'points', points: burst });
  const recent = open({ mostRead: 20 });
  const rare = { keys: [3], fromMs: 0, toMs: 215 };
  const answers = [await asks(recent, rare), await asks(recent, rare), await asks(recent, rare)];
  expect(answers).toEqual([['charts', '3 from 0 to 299'], ['charts'], ['charts']]);
  expect(await asks(recent, { keys: [3], fromMs: 200, toMs: 299 })).toEqual(['charts']);
});

it('leaves ranges that are too long to the server, and those that are too short where nothing is held', async () => {
  const recent = open({ shortestMs: 50 });
  const [long, short] = [
    { keys: [1], fromMs: 0, toMs: 10 * HOUR_MS },
    { keys: [1], fromMs: 0, toMs: 40 },
  ];
  for (let i = 0; i < 3; i++) expect(await asks(recent, long)).toEqual(['charts']);
  for (let i = 0; i < 3; i++) expect(await asks(recent, short)).toEqual(['charts']);
  await asks(recent);
  expect(await asks(recent, short)).toEqual([]);
});

it('has room for so much, keeps longest what was asked for last, and does not read in turns what has no room', async () => {
  const recent = open({ mostBytes: 4000 });
  const hours = [0, 1, 2, 3, 4, 5, 6].map((n) => ({ keys: [1], fromMs: n * HOUR_MS, toMs: (n + 1) * HOUR_MS - 1 }));
  for (const hour of hours) await asks(recent, hour);
  const [oldest, newest] = [hours[0] as CountQuery, hours[6] as CountQuery];
  for (let i = 0; i < 2; i++)
    expect([await asks(recent, newest), await asks(recent, oldest)]).toEqual([[], ['charts']]);
  nowMs += 600_001;
  expect([await asks(recent, oldest), await asks(recent, oldest)]).toEqual([['charts', '1 from 0 to 99'], []]);
});

it('reads once what it has no room for', async () => {
  const recent = open({ mostBytes: 700 });
  expect([await asks(recent), await asks(recent)]).toEqual([['charts', WHOLE_DAY], ['charts']]);
});

it.each([
  new ServerRefusedError(396, 'too many rows', null),
  new HistoryUnavailableError('not within 30 s', { isAway: true }),
])(
  'has the chart made at the server where its points are not given (%s), and does not try again soon',
  async (error) => {
    const recent = open();
    const source = server.source(DAY, 5, async (what) => {
      if (what === 'points') throw error;
    });
    expect([await asks(recent, DAY, source), await asks(recent)]).toEqual([['charts', WHOLE_DAY], ['charts']]);
    expect(faults).toEqual([]);
  },
);

it('lets nobody wait for more than a small part of a chart', async () => {
  const recent = open();
  const reading = Promise.withResolvers<void>();
  const other = { ...DAY, keys: [2] };
  const source = server.source(other, 5, (what) => (what === 'points' ? reading.promise : Promise.resolve()));
  await server.chart(recent, other, 5, source);
  // What is read for the other chart takes long.
  const one = { ...DAY, keys: [1] };
  for (let i = 0; i < 3; i++) expect(await server.chart(recent, one, 5)).toEqual(await rightly(one));
  expect(server.asked).toEqual(['charts', '2 from 0 to 799', 'charts', 'charts', 'charts']);
  reading.resolve();
  await recent.quiet();
  expect([await asks(recent, one), await asks(recent, other)]).toEqual([[], []]);
});

it('leaves charts of which not all was counted to the server', async () => {
  const recent = open();
  const source = server.source(DAY, 5);
  const charts = async () => ({ series: (await source.charts()).series, counts: new Map([[1, 40]]) });
  for (let i = 0; i < 2; i++) expect(await asks(recent, DAY, { ...source, charts })).toEqual(['charts']);
});

it('leaves charts of very many series to the server', async () => {
  const recent = open();
  const many = { keys: Array.from({ length: 700 }, (_, i) => i), fromMs: 0, toMs: 8 * HOUR_MS - 1 };
  for (let i = 0; i < 2; i++) expect(await asks(recent, many)).toEqual(['charts']);
});

it('says what keeps the server from making the chart', async () => {
  const recent = open();
  const away = () => Promise.reject(new HistoryUnavailableError('it is away', { isAway: true }));
  await expect(server.chart(recent, DAY, 5, server.source(DAY, 5, away))).rejects.toThrow('it is away');
});

it('says what should not have happened, and goes on', async () => {
  const recent = open();
  const source = server.source(DAY, 5, async (what) => {
    if (what === 'points') throw new TypeError('a defect');
  });
  await asks(recent, DAY, source);
  expect(faults).toEqual(['points for the next chart were not read: TypeError: a defect']);
  expect([await asks(recent), await asks(recent)]).toEqual([['charts', WHOLE_DAY], []]);
});

it('ends with whoever asked, but for what it reads for the next, which ends with the history', async () => {
  const recent = open();
  const gone = new AbortController();
  const range = { ...DAY, signal: gone.signal };
  let isClosed = false;
  const source = server.source(range, 5, async (what, signal) => {
    if (what === 'charts') return;
    gone.abort();
    expect(signal?.aborted).toBe(false);
    const closing = recent.close();
    closing.then(() => {
      isClosed = true;
    });
    signal?.throwIfAborted();
  });
  expect(await server.chart(recent, range, 5, source)).toEqual(await rightly(DAY));
  await recent.quiet();
  await Promise.resolve();
  expect([isClosed, faults]).toEqual([true, []]);
  expect(await asks(recent)).toEqual(['charts']);
});

it('tells the last points of series as far as it holds them', async () => {
  const recent = open();
  const last = (keys: SeriesKey[], timeMs: number) => [...recent.stateAt(keys, timeMs).values()];
  expect(last([1], 799)).toEqual([]);
  await asks(recent);
  for (const timeMs of [799, 790, 789, 300, 10]) {
    expect(last([1, 2, 1], timeMs)).toEqual(await server.now.stateAt([1, 2], timeMs));
  }
  expect(last([2], 5)).toEqual([]);
  expect(last([3, 1], 799)).toEqual(await server.now.stateAt([1], 799));
  expect(last([1], 800)).toEqual([]);
  recent.writes(staged(1, pointOf(1)));
  expect([last([1], 799), last([1], 699)]).toEqual([[], await server.now.stateAt([1], 699)]);
});
