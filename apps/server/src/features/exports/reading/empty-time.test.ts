import type { AssetId, DataItemId } from '@telltale/contract';
import { PointBatch, seriesKey, seriesKeyParts } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportPage, type ExportPlan, isLong } from '#table-files/export-plan.ts';
import { keysOf } from './export-pages.ts';
import { intervalPages } from './interval-pages.ts';
import { intervalRuns } from './interval-runs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGIN_MS = Date.parse('2026-03-20T00:00:00Z');
const KEYS = [seriesKey(1, 5), seriesKey(2, 5)];
const FUNCTIONS = ['mean', 'twa', 'count'] as const;

interface Point {
  key: number;
  timeMs: number;
  value: number;
  quality: number;
}

async function filled(points: readonly Point[]): Promise<ReferenceHistorian> {
  const historian = new ReferenceHistorian();
  const batch = new PointBatch();
  for (const { key, timeMs, value, quality } of points) batch.add(key, timeMs, value, quality);
  await historian.append(batch);
  return historian;
}

function aPlan(changed: Partial<ExportPlan>): ExportPlan {
  const columns = KEYS.map(seriesKeyParts).flatMap(({ assetId, dataItemId }) =>
    FUNCTIONS.map((of) => ({
      ...{ assetId: assetId as AssetId, dataItemId: dataItemId as DataItemId, asset: 'Pump 7', item: 'P', unit: '' },
      ...{ of, name: `P ${of}`, isText: false },
    })),
  );
  return {
    ...{ type: 'csv', layout: 'wide', isCompressed: false, zone: 'UTC', functions: [...FUNCTIONS], columns },
    ...{ fromMs: BEGIN_MS, toMs: BEGIN_MS + 30 * DAY_MS, bucketMs: HOUR_MS, ...changed },
  };
}

type Row = readonly (number | null)[];

function rowsOf(page: ExportPage): Row[] {
  const times = [...page.timesMs];
  if (page.kind === 'long') return times.map((timeMs, row) => [page.column, timeMs, page.values[row] ?? null]);
  const at = (row: number) => page.columns.map((c) => (c.present?.[row] === 0 ? null : (c.values[row] ?? null)));
  return times.map((timeMs, row) => [timeMs, ...at(row)]);
}

async function exported(historian: ReferenceHistorian, plan: ExportPlan, valuesOfPage?: number): Promise<Row[]> {
  const rows: Row[] = [];
  const { signal } = new AbortController();
  for await (const page of intervalPages(historian, plan, signal, valuesOfPage)) rows.push(...rowsOf(page));
  return rows;
}

/** Every interval of the range, asked for by itself. */
async function steppedThrough(historian: ReferenceHistorian, plan: ExportPlan): Promise<Row[]> {
  const rows: Row[] = [];
  const { fromMs, toMs, bucketMs, zone } = plan;
  for (const run of intervalRuns({ fromMs, endMs: toMs + 1, bucketMs: bucketMs ?? 0, zone }, 1)) {
    const range = { fromMs: run.fromMs, toMs: run.endMs - 1, buckets: 1 };
    const { series } = await historian.aggregate({ keys: keysOf(plan), ...range, functions: FUNCTIONS });
    if (!series.some(({ count }) => Number(count?.[0]) > 0)) continue;
    const cells = series.flatMap((s) => FUNCTIONS.map((of) => (Number(s.count?.[0]) > 0 ? s[of]?.[0] : null)));
    rows.push([run.startMs, ...cells.map((value) => (typeof value === 'number' ? value : null))]);
  }
  return rows;
}

/** Clusters of points, with nothing between them for hours or days. */
const points = fc
  .array(
    fc.record({
      hour: fc.integer({ min: -30, max: 30 * 24 + 30 }),
      count: fc.integer({ min: 1, max: 6 }),
      everyMs: fc.constantFrom(60_000, 20 * 60_000, HOUR_MS, 5 * HOUR_MS),
      offMs: fc.constantFrom(0, 1, HOUR_MS - 1, 17 * 60_000),
      key: fc.constantFrom(...KEYS),
      value: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)),
      quality: fc.constantFrom(192, 192, 192, 0),
    }),
    { maxLength: 8 },
  )
  .map((clusters) =>
    clusters.flatMap(({ hour, count, everyMs, offMs, key, value, quality }) =>
      Array.from({ length: count }, (_, at): Point => {
        return { key, timeMs: BEGIN_MS + hour * HOUR_MS + offMs + at * everyMs, value: value + at, quality };
      }),
    ),
  );

const plans = fc.record({
  bucketMs: fc.constantFrom(20 * 60_000, HOUR_MS, 7 * HOUR_MS, DAY_MS),
  // Of which one changes its clocks in these days, and one by half an hour.
  zone: fc.constantFrom('UTC', 'Europe/Oslo', 'Australia/Lord_Howe'),
  fromMs: fc.constantFrom(BEGIN_MS, BEGIN_MS + 1_234_567, BEGIN_MS - DAY_MS),
});

describe('time without points', () => {
  it('changes nothing of what is written', async () => {
    await fc.assert(
      fc.asyncProperty(points, plans, fc.constantFrom(6, 60, 900, 100_000), async (stored, changed, valuesOfPage) => {
        const historian = await filled(stored);
        const plan = aPlan(changed);
        expect(await exported(historian, plan, valuesOfPage)).toEqual(await steppedThrough(historian, plan));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves the rows of a long table in their order', async () => {
    const hours = [0, 1, 2, 200, 201, 450, 700];
    const stored = hours.flatMap((hour) =>
      KEYS.map((key) => ({ key, timeMs: BEGIN_MS + hour * HOUR_MS, value: hour, quality: 192 })),
    );
    const plan = aPlan({ layout: 'long' });
    expect(isLong(plan)).toBe(true);
    const rows = await exported(await filled(stored), plan, 6 * 24);
    // Pages of a day: the series one after the other in each.
    const byDay = [[0, 1, 2], [200, 201], [450], [700]];
    const columns = [...aPlan({}).columns.keys()];
    expect(rows.map(([column, timeMs]) => [column, ((timeMs ?? 0) - BEGIN_MS) / HOUR_MS])).toEqual(
      byDay.flatMap((day) => columns.flatMap((column) => day.map((hour) => [column, hour]))),
    );
  });

  /** How often history is asked, and for how many intervals, by an export of the seconds of points so far apart. */
  async function effortOf(apartDays: readonly number[]) {
    const historian = await filled(
      apartDays.map((day) => ({ key: KEYS[0] as number, timeMs: BEGIN_MS + day * DAY_MS, value: day, quality: 192 })),
    );
    const effort = { reads: 0, intervals: 0 };
    const counted = new Proxy(historian, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (query: { buckets?: number }, ...others: unknown[]) => {
          effort.reads++;
          effort.intervals += query.buckets ?? 0;
          return Reflect.apply(member, target, [query, ...others]);
        };
      },
    });
    const rows = await exported(counted, aPlan({ bucketMs: 1_000, toMs: BEGIN_MS + 9_500 * DAY_MS }));
    expect(rows.map(([timeMs]) => timeMs)).toEqual(apartDays.map((day) => BEGIN_MS + day * DAY_MS));
    return effort;
  }

  it('of decades is not read in steps', async () => {
    const near = await effortOf([0, 2]);
    const far = await effortOf([0, 9_499]);
    // Spans that become longer: a few more of them for thousands of times as many days.
    expect(far.reads - near.reads).toBeLessThan(10);
    expect(far.intervals).toBe(near.intervals);
  });

  it('between values of every day costs a few reads for each of them', async () => {
    const { reads, intervals } = await effortOf(Array.from({ length: 300 }, (_, day) => day));
    expect(reads).toBeLessThan(300 * 5);
    expect(intervals).toBeLessThan(300 * 2);
  });
});
