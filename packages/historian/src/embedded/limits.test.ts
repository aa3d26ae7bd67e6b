import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AggregateQuery, type Historian, MOST_POINTS, PointBatch } from '../port.ts';
import { openForReading } from './chunks/chunk-database.ts';
import { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded-historian.ts';

const KEY = 7;
const OTHER = 8;

let root = '';
const open: Historian[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-limits-'));
});
afterEach(() => Promise.all(open.splice(0).map((historian) => historian.close())));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function aStore(name: string, options: Partial<EmbeddedHistorianOptions>): Promise<Historian> {
  const historian = await openEmbeddedHistorian({ folder: join(root, name), chunkPoints: 128, ...options });
  open.push(historian);
  return historian;
}

function aBatch(key: number, from: number, to: number, stepMs = 1000): PointBatch {
  const batch = new PointBatch();
  for (let i = from; i < to; i++) batch.add(key, i * stepMs, ((i * 7919) % 1000) / 7, 192);
  return batch;
}

describe('a store with a limit to what it answers', () => {
  it('refuses to read more points, with their number, before it has read them', async () => {
    const historian = await aStore('points', { mostPoints: 5000 });
    await historian.append(aBatch(KEY, 0, 6000));
    const tooMany = expect.objectContaining({ name: 'TooManyPointsError', points: 5500, limit: 5000 });
    const range = { keys: [KEY], fromMs: 500_000, toMs: 1e12 };
    await expect(historian.readSeries(KEY, range.fromMs, range.toMs)).rejects.toEqual(tooMany);
    await expect(historian.readColumns({ ...range, threshold: -1 })).rejects.toEqual(tooMany);
    await expect(allOf(historian.scan({ ...range, isLimited: true }))).rejects.toEqual(tooMany);
    expect((await historian.readSeries(KEY, 1_000_000, 1e12)).timesMs).toHaveLength(5000);
    expect((await historian.readColumns({ ...range, threshold: 100 })).timesMs.length).toBeLessThanOrEqual(200);
    const pages = await allOf(historian.scan(range));
    expect(pages.reduce((total, { timesMs }) => total + timesMs.length, 0)).toBe(5500);
  });

  it('refuses more buckets than it may answer', async () => {
    const historian = await aStore('buckets', { mostPoints: 5000 });
    const query = { keys: [KEY, OTHER], fromMs: 0, toMs: 1e6, threshold: 1251 };
    await expect(historian.readColumns(query)).rejects.toMatchObject({ points: 5004, limit: 5000 });
  });

  it('counts the nulls of a shared axis, too', async () => {
    const historian = await aStore('axis', { mostPoints: 5000 });
    await historian.append(aBatch(KEY, 0, 2000));
    await historian.append(aBatch(OTHER, 0, 2000, 1001));
    const query = { keys: [KEY, OTHER], fromMs: 0, toMs: 1e12 };
    const tooMany = expect.objectContaining({ points: 7996, limit: 5000 });
    await expect(historian.readColumns({ ...query, threshold: -1 })).rejects.toEqual(tooMany);
    await expect(allOf(historian.scan({ ...query, isLimited: true }))).rejects.toEqual(tooMany);
  });

  it('lets an aggregate look at twenty times as many points, and answers from summaries what they say', async () => {
    const filled = await aStore('aggregate', {});
    for (let from = 0; from < 12_000; from += 2000) await filled.append(aBatch(KEY, from, from + 2000));
    await filled.close();
    const historian = await aStore('aggregate', { mostPoints: 400 });
    const query = { keys: [KEY], fromMs: 0, toMs: 12e6 - 1, buckets: 2 };
    await expect(historian.aggregate({ ...query, functions: ['twa'] })).rejects.toMatchObject({
      points: 12_000,
      limit: 8000,
    });
    expect((await historian.aggregate({ ...query, functions: ['count'] })).series[0]?.count).toEqual([6000, 6000]);
  });
});

/** A store with this many points of one series, all of them in chunks. */
async function aFullStore(name: string, points: number, mostPoints = MOST_POINTS): Promise<Historian> {
  const filled = await aStore(name, { chunkPoints: 1024 });
  for (let from = 0; from < points; from += 20_000) await filled.append(aBatch(KEY, from, from + 20_000, 1));
  await filled.close();
  return aStore(name, { chunkPoints: 1024, mostPoints });
}

/** Looks at every point so many times. */
function longQuery(times: number, signal?: AbortSignal): AggregateQuery {
  const query = { keys: new Array<number>(times).fill(KEY), fromMs: 0, toMs: 1e6, buckets: 10 };
  return { ...query, functions: ['twa'], ...(signal ? { signal } : {}) };
}

describe('long aggregates', () => {
  it('take turns, and charts do not wait for them', async () => {
    const historian = await aFullStore('busy', 200_000);
    const done: string[] = [];
    const long = Array.from({ length: 5 }, () => historian.aggregate(longQuery(12)).then(() => done.push('aggregate')));
    await historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 1e6, threshold: 300 });
    done.push('chart');
    await Promise.all(long);
    // As many as there are threads may be through while the chart is on its way; the others come after it.
    expect(done).toHaveLength(6);
    expect(done.indexOf('chart')).toBeLessThan(4);
  }, 120_000);

  it('that nobody waits for any more reject at once, and the threads are free for others', async () => {
    const historian = await aFullStore('cancelled', 200_000, Number.MAX_SAFE_INTEGER);
    const controller = new AbortController();
    // Each would look at so many points that this test could not wait for it.
    const many = Array.from({ length: 4 }, () => historian.aggregate(longQuery(20_000, controller.signal)));
    const settled = Promise.allSettled(many);
    controller.abort();
    for (const { status } of await settled) expect(status).toBe('rejected');
    expect((await historian.aggregate(longQuery(1))).series).toHaveLength(1);
  }, 120_000);
});

describe('dropping old history', () => {
  it('gives the space back while the store is open', async () => {
    const historian = await aStore('shrinking', { logFileBytes: 100_000, chunkPoints: 1024 });
    for (let from = 0; from < 300_000; from += 5000) await historian.append(aBatch(KEY, from, from + 5000));
    await expect.poll(async () => sum(await historian.bytesByHour()), { timeout: 20_000 }).toBeGreaterThan(400_000);
    const before = historian.stats().bytesOnDisk;
    // Somebody who reads for a long time needs the file as it is.
    const reader = openForReading(join(root, 'shrinking', 'chunks.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM chunks').get();
    await historian.dropBefore(290_000_000);
    await historian.backup(join(root, 'written until here'));
    expect(historian.stats().bytesOnDisk).toBeGreaterThan(before / 4);
    reader.close();
    await expect.poll(() => historian.stats().bytesOnDisk, { timeout: 20_000 }).toBeLessThan(before / 4);
  });
});

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

function sum(hours: readonly { bytes: number }[]): number {
  return hours.reduce((total, { bytes }) => total + bytes, 0);
}
