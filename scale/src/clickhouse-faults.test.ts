import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Historian, openClickHouseHistorian, PointBatch, parseHistoryUrl } from '@telltale/historian';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

let chdb: Chdb;
let proxy: CuttableProxy;
let folder: string;
let database: string;
let historian: Historian;

beforeAll(async () => {
  chdb = await Chdb.start();
});
afterAll(() => chdb.close());
beforeEach(async () => {
  proxy = await CuttableProxy.start(() => chdb.port);
  folder = await mkdtemp(join(tmpdir(), 'telltale-faults-'));
  database = await chdb.newDatabase();
  historian = await open();
});
afterEach(async () => {
  await historian.close();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (inFolder = folder): Promise<Historian> =>
  openClickHouseHistorian({
    target: parseHistoryUrl(chdb.url(database, { port: proxy.port })),
    folder: inFolder,
    gatherMs: 20,
    blockPoints: 5000,
  });

const KEY = 7;
const BATCH = 500;
let next = 0;
beforeEach(() => {
  next = 0;
});

/** Acknowledged when it resolves; the values of all batches are the numbers from 0 on, at their own times. */
async function append(batches: number): Promise<void> {
  for (let i = 0; i < batches; i++) {
    const batch = new PointBatch(BATCH);
    for (let point = 0; point < BATCH; point++, next++) batch.add(KEY, next * 1000, next, 192);
    await historian.append(batch);
  }
}

/** Every acknowledged point is there, and none under two versions: what came twice is one. */
async function expectAllOnce(): Promise<void> {
  await vi.waitFor(async () => expect((await historian.readSeries(KEY, 0, 1e12)).timesMs.length).toBe(next), 30_000);
  const { values } = await historian.readSeries(KEY, 0, 1e12);
  expect(values).toEqual(Float64Array.from({ length: next }, (_, i) => i));
  expect(
    await chdb.ask(`SELECT uniqExact(time), uniqExact(time, version) FROM ${database}.history_points FORMAT TSV`),
  ).toBe(`${next}\t${next}`);
}

it('a server that refuses connections costs nothing acknowledged', async () => {
  await append(4);
  proxy.refuses = true;
  proxy.cut();
  await append(20);
  await expect(historian.readSeries(KEY, 0, 1e12)).rejects.toMatchObject({
    name: 'HistoryUnavailableError',
    isAway: true,
  });
  await expect(historian.deleteRange(KEY, 0, 1e12)).rejects.toMatchObject({ isAway: true, mayHappen: false });
  proxy.refuses = false;
  await expectAllOnce();
});

it('a connection cut in the middle of a block costs nothing, and doubles nothing', async () => {
  for (const bytesLeft of [300, 5000, 60_000]) {
    proxy.bytesLeft = bytesLeft;
    await append(10);
    await vi.waitFor(() => expect(proxy.bytesLeft).toBe(0), 30_000);
    proxy.bytesLeft = Number.POSITIVE_INFINITY;
    await expectAllOnce();
  }
});

it('a block whose answer was lost is not there twice, also when the portal is restarted meanwhile', async () => {
  await append(2);
  await expectAllOnce();
  proxy.losesAnswersTo = /INSERT.*history_points/;
  await append(10);
  await vi.waitFor(
    async () => expect(await chdb.ask(`SELECT count() > 1000 FROM ${database}.history_points`)).toBe('1'),
    30_000,
  );
  await historian.close();
  proxy.losesAnswersTo = null;
  historian = await open();
  await expectAllOnce();
});

it('a server killed again and again under load loses and doubles nothing', async () => {
  for (let kill = 0; kill < 4; kill++) {
    const writing = append(12);
    await chdb.kill();
    await writing;
    await chdb.launch();
  }
  await expectAllOnce();
});

it('a slow server makes nobody wait for an acknowledgement', async () => {
  proxy.delayMs = 100_000;
  await append(20);
  expect(await chdb.ask(`SELECT count() FROM ${database}.history_points`)).toBe('0');
  proxy.delayMs = 0;
  proxy.cut();
  await expectAllOnce();
});

it('what it says of itself tells that history is behind, since when, and when it is not any more', async () => {
  let nowMs = 1_000_000;
  await historian.close();
  historian = await openClickHouseHistorian({
    target: parseHistoryUrl(chdb.url(database, { port: proxy.port })),
    folder,
    now: () => nowMs,
    gatherMs: 20,
  });
  expect(historian.stats()).toMatchObject({ behind: null, engine: expect.stringMatching(/^ClickHouse \d+\.\d+/) });
  proxy.refuses = true;
  proxy.cut();
  await append(1);
  nowMs += 60_000;
  await vi.waitFor(() =>
    expect(historian.stats().behind).toEqual({
      sinceMs: 1_000_000,
      points: BATCH,
      bytes: expect.any(Number),
      reason: expect.any(String),
    }),
  );
  expect(historian.stats().behind?.bytes).toBeGreaterThan(BATCH);
  proxy.refuses = false;
  await vi.waitFor(() => expect(historian.stats().behind).toBeNull(), 30_000);
});

it('points of more months than a server takes in one block are written, edited and deleted', async () => {
  const batch = new PointBatch();
  for (let month = 0; month < 150; month++) batch.add(KEY, month * 31 * 86_400_000, month, 192);
  await historian.append(batch);
  expect((await historian.readSeries(KEY, 0, 1e13)).timesMs).toHaveLength(150);
  expect(await historian.editRange(KEY, 0, 1e13, 7)).toBe(150);
  expect((await historian.readSeries(KEY, 0, 1e13)).values).toEqual(new Float64Array(150).fill(7));
  expect(await historian.deleteRange(KEY, 0, 1e13)).toBe(150);
  expect((await historian.readSeries(KEY, 0, 1e13)).timesMs).toHaveLength(0);
});

describe('a database that another portal has', () => {
  let other: string;
  beforeEach(async () => {
    other = await mkdtemp(join(tmpdir(), 'telltale-faults-'));
  });
  afterEach(() => rm(other, { recursive: true, force: true }));

  it('is refused until that one has stopped', async () => {
    await append(1);
    const opening = open(other);
    await expect(opening).rejects.toThrow(/belongs to another portal, on \S+, which was there \d+ s ago: give each/);
    await expect(opening).rejects.toMatchObject({ name: 'HistoryServerError' });
    await expectAllOnce();
    await historian.close();
    historian = await open(other);
    await expectAllOnce();
  });

  it('is taken over from one that was killed a minute ago, and from one that has not been heard of since', async () => {
    const told = (id: string, agoS: number) =>
      chdb.ask(
        `INSERT INTO ${database}.history_owners SELECT '${id}', 's', 'mill', 0, toUnixTimestamp64Micro(now64(6)) - ${agoS}000000`,
      );
    await historian.close();
    await told('0', 61);
    historian = await open();
    await historian.close();
    await told('1', 59);
    await expect(open()).rejects.toThrow('belongs to another portal, on mill, which was there');
  });

  it('is left alone by a portal whose folder was copied, and what it has acknowledged waits', async () => {
    await append(1);
    await expectAllOnce();
    await cp(folder, other, { recursive: true });
    const copy = await open(other);
    await vi.waitFor(async () => {
      await append(1);
      await expect(historian.deleteRange(KEY + 1, 0, 0)).rejects.toThrow(
        /another portal, on \S+, writes into its database/,
      );
    }, 30_000);
    const before = await chdb.ask(`SELECT count() FROM ${database}.history_points`);
    await append(1);
    await expect(historian.deleteRange(KEY, 0, 1e12)).rejects.toThrow(
      /another portal, on \S+, writes into its database/,
    );
    expect(await chdb.ask(`SELECT count() FROM ${database}.history_points`)).toBe(before);
    await copy.close();
    await expectAllOnce();
  });
});
