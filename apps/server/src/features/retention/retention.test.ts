import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId, DataItemId } from '@telltale/contract';
import { type Historian, openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { Journal, JournalEntryInput } from '#journal/journal.ts';
import { ClockWatch } from './clock-watch.ts';
import { planBySize, type SeriesRetention } from './retention-plan.ts';
import { RetentionService, type RetentionServiceOptions } from './retention-service.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = Date.parse('2026-06-30T12:00:00Z');
const PUMP = seriesKey(1, 5);
const TANK = seriesKey(2, 5);

let folder: string;
let historian: Historian;
let entries: JournalEntryInput[];
/** What the two clocks say. */
let nowMs: number;
let elapsedMs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-retention-'));
  historian = await openEmbeddedHistorian({ folder, logFileBytes: 50_000 });
  entries = [];
  nowMs = NOW_MS;
  elapsedMs = 0;
});
afterEach(async () => {
  await historian.close();
  await rm(folder, { recursive: true });
});

function aService(options: Partial<RetentionServiceOptions>): RetentionService {
  const journal = { append: async (entry: JournalEntryInput) => void entries.push(entry) } as Partial<Journal>;
  return new RetentionService({
    historian,
    overrides: async () => [],
    days: 0,
    maxBytes: 0,
    journal: journal as Journal,
    clock: { now: () => nowMs },
    elapsedMs: () => elapsedMs,
    log: createLog('silent'),
    ...options,
  });
}

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
    expect(entries).toMatchObject([
      {
        kind: 'retention',
        by: { name: 'telltale' },
        after: { points: 69, reason: 'age', days: 30, before: '2026-05-31T12:00:00.000Z' },
      },
    ]);
    await service.dropByAge();
    expect(entries).toHaveLength(1);
  });

  it('keeps series with a retention of their own longer, or shorter, than the others', async () => {
    const own = (assetId: number, days: number): SeriesRetention => {
      return { assetId: assetId as AssetId, dataItemId: 5 as DataItemId, days };
    };
    for (const key of [PUMP, TANK, seriesKey(3, 5)]) await store(key, 100);
    await aService({ days: 30, overrides: async () => [own(1, 90), own(2, 7)] }).dropByAge();
    expect(await Promise.all([PUMP, TANK, seriesKey(3, 5)].map(countOf))).toEqual([91, 8, 31]);
    await aService({ days: 0, overrides: async () => [own(1, 10)] }).dropByAge();
    expect(await Promise.all([PUMP, TANK, seriesKey(3, 5)].map(countOf))).toEqual([11, 8, 31]);
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

describe('a watched clock', () => {
  it('is believed while it goes as fast as time, whatever the pace of looking', () => {
    let now = 1e12;
    let elapsed = 0;
    const watch = new ClockWatch(() => elapsed);
    for (const step of [0, 1000, 3_600_000, 30 * DAY_MS]) {
      now += step;
      elapsed += step;
      expect(watch.believes(now)).toBe(true);
    }
    expect(watch.believes(now + 2 * 3_600_000)).toBe(false);
    expect(watch.believes(now)).toBe(true);
    expect(watch.believes(now - DAY_MS)).toBe(true);
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
    expect(entries).toMatchObject([{ kind: 'retention', after: { reason: 'size', bytesOnDisk, maxBytes } }]);
    const [oldest] = (await historian.readSeries(PUMP, 0, 1e15)).timesMs;
    const cutoff = String((entries[0]?.after as { before?: string } | undefined)?.before);
    expect(oldest).toBeGreaterThanOrEqual(Date.parse(cutoff));
    expect(await historian.latest()).toHaveLength(2);
    await service.dropBySize();
    expect(entries).toHaveLength(1);
  }, 120_000);

  it.each([
    ['nothing', 10, [], undefined],
    ['one hour', 10, [100], undefined],
    ['enough in the first hour', 10, [100, 5], 1],
    ['enough in two hours', 101, [100, 5, 7], 2],
    ['too little but for the newest hour', 1000, [100, 5, 7], 2],
  ])('with %s stored drops up to the right hour', (_, toFree, sizes, expected) => {
    const hours = sizes.map((bytes, startMs) => ({ startMs, bytes }));
    expect(planBySize(toFree, hours)).toBe(expected);
  });
});
