import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId, DataItemId } from '@telltale/contract';
import {
  type Historian,
  HistoryUnavailableError,
  openEmbeddedHistorian,
  PointBatch,
  seriesKey,
} from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { DropJournal } from './drop-journal.ts';
import { RetentionService, type RetentionServiceOptions, type SeriesRetention } from './retention-service.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = Date.parse('2026-06-30T12:00:00Z');
const [PUMP_ID, TANK_ID, TRUCK_ID] = [1, 2, 3] as [AssetId, AssetId, AssetId];
const PUMP = seriesKey(PUMP_ID, 5);
const TANK = seriesKey(TANK_ID, 5);

let folder: string;
let historian: Historian;
let database: TestDatabase;
/** What the ways of assets were told to drop. */
let stepDrops: { beforeMs: number; assetIds: readonly AssetId[]; reason: unknown }[];
/** What the two clocks say. */
let nowMs: number;
let elapsedMs: number;

beforeEach(async () => {
  database = await openSqliteForTest();
  folder = await mkdtemp(join(tmpdir(), 'telltale-retention-'));
  historian = await openEmbeddedHistorian({ folder, logFileBytes: 50_000 });
  nowMs = NOW_MS;
  elapsedMs = 0;
  stepDrops = [];
});
afterEach(async () => {
  await historian.close();
  await database.close();
  await rm(folder, { recursive: true });
});

function aService(options: Partial<RetentionServiceOptions>): RetentionService {
  const [clock, log] = [{ now: () => nowMs }, createLog('silent')];
  const journal = new Journal(new JournalRepository(database.db), clock);
  return new RetentionService({
    historian,
    overrides: async () => [],
    days: 0,
    maxBytes: 0,
    drops: new DropJournal({ db: database.db, historian, journal, clock, log }),
    steps: {
      own: () => [{ key: TANK_ID, days: 60 }],
      assetIds: async () => [PUMP_ID, TANK_ID, TRUCK_ID],
      drop: async (beforeMs, assetIds, why) => void stepDrops.push({ beforeMs, assetIds, reason: why.reason }),
    },
    clock,
    elapsedMs: () => elapsedMs,
    log,
    ...options,
  });
}

/** What the journal says, the oldest first. */
async function entries() {
  const rows = await database.db.selectFrom('journal').selectAll().orderBy('journal_id').execute();
  return rows.map((row) => ({
    kind: row.kind,
    by: row.by_name,
    timeMs: row.time_ms,
    after: JSON.parse(row.after ?? ''),
  }));
}

const unfinished = () => database.db.selectFrom('retention_drops').selectAll().execute();

/** What a process that dies never does: answer. */
const never = new Promise<never>(() => undefined);

/** A point a day, for so many days up to now. */
async function store(key: number, days: number): Promise<void> {
  const batch = new PointBatch();
  for (let day = 0; day < days; day++) batch.add(key, NOW_MS - day * DAY_MS, day, 192);
  await historian.append(batch);
}

const countOf = (key: number) => historian.countPoints({ keys: [key], fromMs: 0, toMs: 1e15 });

describe('retention by age', () => {
  it('drops what is older, and puts it into the journal', async () => {
    await store(PUMP, 100);
    const service = aService({ days: 30 });
    await service.dropByAge();
    expect(await countOf(PUMP)).toBe(31);
    expect(await entries()).toMatchObject([
      {
        kind: 'retention',
        by: 'telltale',
        after: { points: 69, reason: 'age', days: 30, before: '2026-05-31T12:00:00.000Z' },
      },
    ]);
    await service.dropByAge();
    expect(await entries()).toHaveLength(1);
    expect(await unfinished()).toEqual([]);
  });

  it('keeps series with a retention of their own longer, or shorter, than the others', async () => {
    const own = (assetId: number, days: number): SeriesRetention => {
      return { assetId: assetId as AssetId, dataItemId: 5 as DataItemId, labelKey: 'level', days };
    };
    for (const key of [PUMP, TANK, seriesKey(3, 5)]) await store(key, 100);
    await aService({ days: 30, overrides: async () => [own(1, 90), own(2, 7)] }).dropByAge();
    expect(await Promise.all([PUMP, TANK, seriesKey(3, 5)].map(countOf))).toEqual([91, 8, 31]);
    await aService({ days: 0, overrides: async () => [own(1, 10)] }).dropByAge();
    expect(await Promise.all([PUMP, TANK, seriesKey(3, 5)].map(countOf))).toEqual([11, 8, 31]);
  });

  it('drops steps of ways with it, by their own days or those of all', async () => {
    await store(PUMP, 10);
    await aService({ days: 30 }).dropByAge();
    const drop = (days: number, ...assetIds: AssetId[]) => ({
      beforeMs: NOW_MS - days * DAY_MS,
      assetIds,
      reason: 'age',
    });
    expect(stepDrops).toEqual([drop(60, TANK_ID), drop(30, PUMP_ID, TRUCK_ID)]);
  });

  it('keeps all steps where all history is kept, or the clock is wrong', async () => {
    await store(PUMP, 10);
    await aService({ days: 0 }).dropByAge();
    expect(stepDrops).toEqual([]);
    nowMs = Date.parse('2100-01-01T00:00:00Z');
    await aService({ days: 30 }).dropByAge();
    expect(stepDrops.map(({ beforeMs }) => beforeMs)).toEqual([NOW_MS - 59 * DAY_MS, NOW_MS - 29 * DAY_MS]);
  });

  it('keeps everything while the clock says a time far in the future, from the start on or by a jump', async () => {
    await store(PUMP, 20);
    nowMs = Date.parse('2100-01-01T00:00:00Z');
    await aService({ days: 30 }).dropByAge();
    expect(await countOf(PUMP)).toBe(20);

    nowMs = NOW_MS;
    const service = aService({ days: 30 });
    await service.dropByAge();
    nowMs = Date.parse('2100-01-01T00:00:00Z');
    // What arrives now has this time, too.
    const batch = new PointBatch();
    batch.add(PUMP, nowMs, 1, 192);
    await historian.append(batch);
    for (let hour = 0; hour < 24; hour++) {
      await service.dropByAge();
      elapsedMs += 3_600_000;
      nowMs += 3_600_000;
    }
    expect(await countOf(PUMP)).toBe(21);
    // A clock that stays there for a day is believed.
    await service.dropByAge();
    expect(await countOf(PUMP)).toBe(1);
  });

  it('drops nothing more when the clock goes back', async () => {
    await store(PUMP, 100);
    const service = aService({ days: 30 });
    await service.dropByAge();
    nowMs -= 400 * DAY_MS;
    await service.dropByAge();
    expect(await countOf(PUMP)).toBe(31);
  });
});

describe('a drop and its entry in the journal', () => {
  /** A retention whose process ends at its drop; `dropForReal` is what the store would have done. */
  async function endAtDrop(doInstead: (dropForReal: () => Promise<number>) => Promise<number>): Promise<void> {
    const dropBefore: Historian['dropBefore'] = historian.dropBefore.bind(historian);
    let isReached = false;
    historian.dropBefore = (...drop) => {
      historian.dropBefore = dropBefore;
      isReached = true;
      return doInstead(() => dropBefore(...drop));
    };
    void aService({ days: 30 }).dropByAge();
    await vi.waitFor(() => expect(isReached).toBe(true), 15_000);
  }

  it.each([
    ['before it was done', () => never, 2],
    ['after it was done', (dropForReal: () => Promise<number>) => dropForReal().then(() => never), 1],
  ])('are both there, once, when the process ended %s', async (_, doInstead, later) => {
    await store(PUMP, 100);
    await store(TANK, 10);
    await endAtDrop(doInstead);
    await vi.waitFor(async () => expect(await countOf(PUMP)).toBe(later === 1 ? 31 : 100), 15_000);
    // A device that was away sends what is old.
    const batch = new PointBatch();
    batch.add(PUMP, NOW_MS - 40.5 * DAY_MS, 1, 192);
    await historian.append(batch);
    nowMs += 60_000;
    const service = aService({ days: 30 });
    await service.dropByAge();
    const points = (await entries()).map(({ after, timeMs }) => [after.points, timeMs]);
    expect(points).toEqual(
      later === 1
        ? [
            [69, NOW_MS],
            [2, nowMs],
          ]
        : [[71, nowMs]],
    );
    expect(await unfinished()).toEqual([]);
  });

  it('are both there in the end when the history can do it only later', async () => {
    await store(PUMP, 100);
    const service = aService({ days: 30 });
    const dropBefore: Historian['dropBefore'] = historian.dropBefore.bind(historian);
    const unavailable = (mayHappen: boolean) => {
      historian.dropBefore = () => Promise.reject(new HistoryUnavailableError('no room', { mayHappen }));
      return expect(service.dropByAge()).rejects.toThrow('no room');
    };
    await unavailable(true);
    expect(await unfinished()).toHaveLength(1);
    await unavailable(false);
    expect([await entries(), await countOf(PUMP)]).toEqual([[], 100]);
    historian.dropBefore = dropBefore;
    await service.dropByAge();
    expect((await entries()).map(({ after }) => after.points)).toEqual([69]);
    expect(await unfinished()).toEqual([]);
  });

  it('that could not be written down is done all the same when the database has no room', async () => {
    await store(PUMP, 100);
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const insert = vi.spyOn(database.db, 'insertInto').mockImplementationOnce(() => {
      throw full;
    });
    await aService({ days: 30 }).dropByAge();
    insert.mockRestore();
    expect(await countOf(PUMP)).toBe(31);
    expect((await entries()).map(({ after }) => after.points)).toEqual([69]);
  });
});

describe('retention by size', () => {
  it('drops the oldest of all series until the history is small enough, and the file becomes shorter', async () => {
    const points = 200_000;
    for (let from = 0; from < points; from += 10_000) {
      const batch = new PointBatch();
      for (let i = from; i < from + 10_000; i++) {
        batch.add(i % 2 === 0 ? PUMP : TANK, NOW_MS - (points - i) * 10_000, Math.sin(i) * 1e6, 192);
      }
      await historian.append(batch);
    }
    // What is in memory goes to the chunks, and the log with it.
    await historian.close();
    historian = await openEmbeddedHistorian({ folder, logFileBytes: 50_000 });
    const { bytesOnDisk } = historian.stats();
    const maxBytes = Math.round(bytesOnDisk / 2);
    const service = aService({ maxBytes });
    await service.dropBySize();
    await expect.poll(() => historian.stats().bytesOnDisk, { timeout: 20_000 }).toBeLessThanOrEqual(maxBytes);
    expect(historian.stats().bytesOnDisk).toBeGreaterThan(maxBytes * 0.7);
    expect(await entries()).toMatchObject([{ kind: 'retention', after: { reason: 'size', bytesOnDisk, maxBytes } }]);
    const [oldest] = (await historian.readSeries(PUMP, 0, 1e15)).timesMs;
    const cutoff = String((await entries())[0]?.after.before);
    expect(oldest).toBeGreaterThanOrEqual(Date.parse(cutoff));
    const all = [PUMP_ID, TANK_ID, TRUCK_ID];
    expect(stepDrops).toEqual([{ beforeMs: Date.parse(cutoff), assetIds: all, reason: 'size' }]);
    expect(await historian.latest()).toHaveLength(2);
    await service.dropBySize();
    expect(await entries()).toHaveLength(1);
  }, 120_000);
});
