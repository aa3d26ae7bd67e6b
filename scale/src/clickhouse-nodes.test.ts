import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Historian,
  openClickHouseHistorian,
  openNodeHistorian,
  PointBatch,
  parseHistoryUrl,
} from '@telltale/historian';
import { describeHistorian, type HistorianUnderTest } from '@telltale/historian/testing/contract-suite.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bothEngines } from './both-engines.ts';
import type { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { OrderInMemory } from './order-in-memory.ts';

const engines = bothEngines();

const open: Historian[] = [];

async function openNode(url: string, order: OrderInMemory, node = 'one', portal = 'plant'): Promise<Historian> {
  const historian = await openNodeHistorian({ target: parseHistoryUrl(url), portal, node, order, everyMs: 0 });
  open.push(historian);
  return historian;
}

const closeAll = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((historian) => historian.close()));
};

describeHistorian('the ClickHouse engine of a node', () => nodeOf(() => engines.one));
describeHistorian('the ClickHouse engine of a node with the tables of a cluster', () => nodeOf(() => engines.cluster));

function nodeOf(server: () => Chdb): HistorianUnderTest {
  // Of this test alone: one that was given up goes on for a while, and must close nothing of those that follow.
  const opened: Historian[] = [];
  let database = '';
  let order = new OrderInMemory();
  const openHere = async (): Promise<Historian> => {
    const historian = await openNode(server().url(database), order);
    opened.push(historian);
    return historian;
  };
  const reopen = async (historian: Historian): Promise<Historian> => {
    await historian.close();
    return openHere();
  };
  return {
    open: async () => {
      database = await server().newDatabase();
      order = new OrderInMemory();
      return openHere();
    },
    reopen,
    // A node keeps nothing: what a killed one leaves is at the server.
    crash: reopen,
    cleanUp: async () => {
      await Promise.all(opened.splice(0).map((historian) => historian.close()));
    },
  };
}

const KEY = 7;
const PATIENT_MS = 60_000;

function batchOf(points: readonly (readonly [number, number])[], place?: number): PointBatch {
  const batch = new PointBatch();
  if (place !== undefined) batch.standAt(place);
  for (const [timeMs, value] of points) batch.add(KEY, timeMs, value, 192);
  return batch;
}

describe('two nodes at one server', () => {
  let proxy: CuttableProxy;
  let database: string;
  let order: OrderInMemory;
  let a: Historian;
  let b: Historian;

  beforeEach(async () => {
    proxy = await CuttableProxy.start(() => engines.one.port);
    database = await engines.one.newDatabase();
    order = new OrderInMemory();
    // The first of them is behind the proxy.
    a = await openNode(engines.one.url(database, { port: proxy.port }), order, 'one');
    b = await openNode(engines.one.url(database), order, 'two');
  });
  afterEach(async () => {
    proxy.close();
    await closeAll();
  });

  const values = async (historian: Historian): Promise<unknown[]> =>
    Array.from((await historian.readSeries(KEY, 0, 1e12)).values);

  it('find at once what either has stored, in the order in which it was written', async () => {
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
      await writer.append(
        batchOf([
          [n, n],
          [500, n],
        ]),
      );
      expect(await reader.stateAt([KEY], n)).toEqual([{ key: KEY, timeMs: n, value: n, quality: 192 }]);
      expect((await reader.latest()).map(({ value }) => value)).toEqual([n]);
    }
    expect(await values(a)).toEqual([...Array.from({ length: 20 }, (_, n) => n), 19]);
  });

  it('keep what stands later in the order, however late the other one writes', async () => {
    const [first, second, third] = [order.next(), order.next(), order.next()];
    await b.append(batchOf([[1, 30]], third));
    await a.append(
      batchOf(
        [
          [1, 10],
          [2, 10],
        ],
        first,
      ),
    );
    await a.append(
      batchOf(
        [
          [1, 20],
          [2, 20],
        ],
        second,
      ),
    );
    expect(await values(b)).toEqual([30, 20]);
  });

  it('change nothing by writing once more what was written, also when it was edited or deleted since', async () => {
    const frames = [order.next(), order.next(), order.next()].map((place, n) => ({ place, n }));
    const together = new PointBatch();
    for (const { place, n } of frames) {
      together.standAt(place);
      together.add(KEY, n, n, 192);
      together.add(KEY, 100, n, 192);
    }
    await a.append(together);
    expect(await b.editRange(KEY, 1, 1, 50)).toBe(1);
    expect(await b.deleteRange(KEY, 2, 2)).toBe(1);
    const expected = [0, 50, 2];
    expect(await values(a)).toEqual(expected);
    for (const { place, n } of frames)
      await b.append(
        batchOf(
          [
            [n, n],
            [100, n],
          ],
          place,
        ),
      );
    await a.append(together);
    expect(await values(b)).toEqual(expected);
  });

  it('do not store the same block twice', async () => {
    const place = order.next();
    await a.append(
      batchOf(
        [
          [1, 1],
          [2, 2],
        ],
        place,
      ),
    );
    await b.append(
      batchOf(
        [
          [1, 1],
          [2, 2],
        ],
        place,
      ),
    );
    expect(await engines.one.ask(`SELECT uniqExact(time, version) FROM ${database}.history_points FORMAT TSV`)).toBe(
      '2',
    );
  });

  it('leave to the present owner what a former one had on its way', async () => {
    const [first, second] = [order.next(), order.next()];
    proxy.delayMs = 1500;
    const late = a.append(
      batchOf(
        [
          [1, 1],
          [2, 1],
        ],
        first,
      ),
    );
    await b.append(
      batchOf(
        [
          [1, 1],
          [2, 1],
        ],
        first,
      ),
    );
    await b.append(batchOf([[1, 2]], second));
    expect(await b.editRange(KEY, 2, 2, 7)).toBe(1);
    await late;
    expect(await values(b)).toEqual([2, 7]);
  });

  it('edit on one while the other appends: each point is edited, or came afterwards', async () => {
    let isOver = false;
    let appended = 0;
    const appending = (async () => {
      while (!isOver) await a.append(batchOf([[++appended, 1]]));
    })();
    await vi.waitFor(() => expect(appended).toBeGreaterThan(3), PATIENT_MS);
    for (let edit = 2; edit < 6; edit++) {
      const before = appended - 1;
      await b.editRange(KEY, 0, 1e9, edit);
      expect(new Set((await values(b)).slice(0, before))).toEqual(new Set([edit]));
    }
    isOver = true;
    await appending;
    const all = (await values(b)) as number[];
    expect(all).toHaveLength(appended);
    // Once there is one that was not edited any more, none behind it was.
    expect(all).toEqual(all.toSorted((x, y) => Number(y === 5) - Number(x === 5)));
  });

  it('drop what is old of both', async () => {
    await a.append(
      batchOf([
        [1, 1],
        [100, 1],
      ]),
    );
    await b.append(batchOf([[2, 1]]));
    expect(await b.dropBefore(50)).toBe(2);
    expect(await values(a)).toEqual([1]);
    expect(await engines.one.ask(`SELECT count() FROM ${database}.history_points FORMAT TSV`)).toBe('1');
  });

  it('refuse to write while the server is away, and do so as soon as it is there again', async () => {
    proxy.refuses = true;
    proxy.cut();
    const place = order.next();
    await expect(a.append(batchOf([[1, 1]], place))).rejects.toMatchObject({
      name: 'HistoryUnavailableError',
      isAway: true,
      mayHappen: false,
    });
    await expect(a.editRange(KEY, 0, 9, 1)).rejects.toMatchObject({ isAway: true, mayHappen: false });
    await expect(a.readSeries(KEY, 0, 9)).rejects.toMatchObject({ isAway: true });
    await b.append(batchOf([[2, 2]]));
    proxy.refuses = false;
    await a.append(batchOf([[1, 1]], place));
    expect(await values(b)).toEqual([1, 2]);
  });

  it('store a block once whose answer was lost, and say of an edit that it may have happened', async () => {
    const place = order.next();
    proxy.losesAnswersTo = /INSERT.*history_points/s;
    await expect(a.append(batchOf([[1, 1]], place))).rejects.toMatchObject({ isAway: true });
    await vi.waitFor(async () => expect(await values(b)).toEqual([1]), PATIENT_MS);
    await expect(a.editRange(KEY, 0, 9, 5)).rejects.toMatchObject({ isAway: true, mayHappen: true });
    proxy.losesAnswersTo = null;
    await a.append(batchOf([[1, 1]], place));
    await vi.waitFor(async () => expect(await values(b)).toEqual([5]), PATIENT_MS);
    expect(await engines.one.ask(`SELECT uniqExact(time, version) FROM ${database}.history_points FORMAT TSV`)).toBe(
      '2',
    );
  });

  it('write and change nothing without a place in the order', async () => {
    await a.append(batchOf([[1, 1]]));
    order.refusal = new Error('this node is ended');
    await expect(a.append(batchOf([[2, 2]]))).rejects.toMatchObject({ isAway: true, mayHappen: false });
    await expect(a.deleteRange(KEY, 0, 9)).rejects.toThrow(/this node is ended/);
    await expect(a.dropBefore(9)).rejects.toMatchObject({ isAway: true, mayHappen: false });
    expect(await values(b)).toEqual([1]);
  });

  it('share the database with each other and with no other portal, and one name is one node', async () => {
    const opening = openNode(engines.one.url(database), new OrderInMemory(), 'one', 'another');
    await expect(opening).rejects.toThrow(/belongs to another portal, on \S+, which was there \d+ s ago/);
    const again = await openNode(engines.one.url(database), order, 'one');
    await vi.waitFor(
      () => expect(a.append(batchOf([[1, 1]]))).rejects.toThrow(/another portal.*writes into/),
      PATIENT_MS,
    );
    await again.append(batchOf([[1, 2]]));
    await b.append(batchOf([[2, 2]]));
    expect(await values(again)).toEqual([2, 2]);
    await closeAll();
    await openNode(engines.one.url(database), new OrderInMemory(), 'one', 'another');
  });

  it('come after a portal of one process, and it after them', async () => {
    await closeAll();
    const folder = await mkdtemp(join(tmpdir(), 'telltale-nodes-'));
    const target = parseHistoryUrl(engines.one.url(database));
    const alone = async (): Promise<Historian> => {
      const historian = await openClickHouseHistorian({ target, folder, gatherMs: 5, patienceMs: 60_000 });
      open.push(historian);
      return historian;
    };
    let historian = await alone();
    await historian.append(
      batchOf([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    );
    expect(await values(historian)).toEqual([1, 1, 1]);
    await historian.close();
    // The nodes of before had agreed on places already.
    const node = await openNode(engines.one.url(database), order);
    await node.append(batchOf([[2, 2]]));
    expect(await node.editRange(KEY, 3, 3, 3)).toBe(1);
    expect(await values(node)).toEqual([1, 2, 3]);
    await node.close();
    historian = await alone();
    await historian.append(batchOf([[1, 4]]));
    expect(await historian.deleteRange(KEY, 2, 2)).toBe(1);
    expect(await values(historian)).toEqual([4, 3]);
    await historian.close();
    await rm(folder, { recursive: true, force: true });
  });
});
