import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClickHouseHistorianOptions,
  type Historian,
  openClickHouseHistorian,
  PointBatch,
  type PointValue,
  parseHistoryUrl,
} from '@telltale/historian';
import { runsWithin } from '@telltale/historian/testing/contract-runs.ts';
import { arbitrarySteps, runStep } from '@telltale/historian/testing/contract-steps.ts';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

const SPAN_MS = 10_000;
const KEY = 7;
const CHARTS_MS = 600_000;
/** So short and so often made that charts of a short test are answered from them. */
const SUMMARIES = {
  spanMs: SPAN_MS,
  fewestPoints: 2,
  spansOfBucket: 1,
  worthPoints: 1,
  settledAfterMs: 0,
  spansAtOnce: 1,
  pointsAtOnce: 5000,
  everyMs: 5,
  sweepAfterMs: 0,
};
/** What there is counts, and nothing is made anew: a summary that should not be believed stays as it is. */
const UNTOUCHED = { ...SUMMARIES, everyMs: Number.POSITIVE_INFINITY };
const NOW_MS = 5_000_000;
const SPANS_BY_NOW = NOW_MS / SPAN_MS + Math.ceil(2 ** 52 / SPAN_MS);

let chdb: Chdb;
let proxy: CuttableProxy;
let database: string;
let folder: string;
let historian: Historian;

beforeAll(async () => {
  chdb = await Chdb.start();
});
afterAll(() => chdb?.close());
beforeEach(async () => {
  proxy = await CuttableProxy.start(() => chdb.port);
  await begin();
});
afterEach(async () => {
  await end();
  proxy.close();
});

async function begin(): Promise<void> {
  database = await chdb.newDatabase();
  folder = await mkdtemp(join(tmpdir(), 'telltale-summaries-'));
  historian = await open();
}

async function end(): Promise<void> {
  await historian.close();
  await rm(folder, { recursive: true, force: true });
}

function open(more: Partial<ClickHouseHistorianOptions> = {}): Promise<Historian> {
  return openClickHouseHistorian({
    target: parseHistoryUrl(chdb.url(database, { port: proxy.port })),
    folder,
    gatherMs: 5,
    patienceMs: 60_000,
    now: () => NOW_MS,
    summaries: SUMMARIES,
    ...more,
  });
}

async function reopen(more: Partial<ClickHouseHistorianOptions>): Promise<void> {
  await historian.close();
  historian = await open(more);
}

async function append(points: readonly [timeMs: number, value: PointValue][]): Promise<void> {
  const batch = new PointBatch();
  for (const [timeMs, value] of points) batch.add(KEY, timeMs, value, 192);
  await historian.append(batch);
}

const ask = (sql: string): Promise<string> => chdb.ask(sql.replaceAll('TABLE_S', `${database}.history_summaries`));

/** Everything that was acknowledged is at the server, and every span that may be summarised is. */
async function summariesAreMade(): Promise<void> {
  await historian.stateAt([KEY], 0);
  const open = `SELECT countIf(state = 1) FROM TABLE_S FINAL FORMAT TSV`;
  const begun = `SELECT max(value) >= ${SPANS_BY_NOW} FROM ${database}.history_marks WHERE name = 'summaries_built' FORMAT TSV`;
  await vi.waitFor(async () => expect([await ask(open), await ask(begun)]).toEqual(['0', '1']), {
    timeout: 60_000,
    interval: 20,
  });
}

/** Lowest and highest value of a range by a chart of one bucket. */
async function extremes(fromMs = 0, toMs = 20 * SPAN_MS - 1): Promise<PointValue[]> {
  const { columns } = await historian.readColumns({ keys: [KEY], fromMs, toMs, threshold: 1 });
  return (columns[0] as PointValue[]).toSorted((a, b) => Number(a) - Number(b));
}

const seconds = (count: number): [number, number][] => Array.from({ length: count }, (_, i) => [i * 1000, i]);

/** Makes every summary say something that is not so: where it counts, it is seen. */
const FALSIFY = `INSERT INTO TABLE_S SELECT key, span, n, low_time, -1000, high_time, 1000, state, version FROM TABLE_S FINAL`;

describe('a chart of a long range', () => {
  beforeEach(async () => {
    await append(seconds(200));
    await summariesAreMade();
    await reopen({ summaries: UNTOUCHED });
    await ask(FALSIFY);
    expect(await extremes()).toEqual([-1000, 1000]);
  });

  it('takes whole spans of a bucket from their summaries, and nothing else', async () => {
    // A bucket that no whole span lies in, and one that begins and ends within spans.
    expect(await extremes(1000, 2 * SPAN_MS - 2000)).toEqual([1, 18]);
    expect(await extremes(SPAN_MS, 2 * SPAN_MS - 1)).toEqual([-1000, 1000]);
    const { columns } = await historian.readColumns({
      keys: [KEY],
      fromMs: 5000,
      toMs: 5000 + 6 * SPAN_MS - 1,
      threshold: 2,
    });
    expect(columns[0]?.filter((value) => Math.abs(Number(value)) === 1000)).toHaveLength(4);
  });

  it('asks the points of a span that was written into, from before they are there', async () => {
    const written: [number, number][] = Array.from({ length: 20 }, (_, i) => [i * SPAN_MS + 500, 1]);
    await append(written);
    expect(await extremes()).toEqual([0, 199]);
    await append([[55_500, 777]]);
    expect(await extremes()).toEqual([0, 777]);
  });

  it.each([
    ['edited', () => historian.editRange(KEY, 0, 1e9, 5), [5]],
    ['deleted', () => historian.deleteRange(KEY, 1000, 198_000), [0, 199]],
    ['dropped', () => historian.dropBefore(199_000), [199]],
  ])('asks the points of spans in which some were %s', async (_, operate, expected) => {
    await operate();
    expect(await extremes()).toEqual(expected);
    // One that was made before, and comes to the table now.
    await ask(`INSERT INTO TABLE_S SELECT key, span, 10, low_time, -1000, high_time, 1000, 0, version
      FROM (SELECT * FROM TABLE_S WHERE state = 0)`);
    expect(await extremes()).toEqual(expected);
  });

  it('is right again once the summaries have been made again', async () => {
    await historian.editRange(KEY, 0, 1e9, 5);
    await append([[50_000, 50]]);
    await reopen({});
    await summariesAreMade();
    expect(await ask('SELECT min(low), max(high), countIf(state = 0) FROM TABLE_S FINAL FORMAT TSV')).toBe('5\t50\t20');
    expect(await extremes()).toEqual([5, 50]);
  });

  it('forgets the summaries of what was dropped', async () => {
    await reopen({});
    expect(await historian.dropBefore(15 * SPAN_MS)).toBe(150);
    await vi.waitFor(async () => expect(await ask('SELECT count() FROM TABLE_S FORMAT TSV')).not.toBe('0'), 30_000);
    await vi.waitFor(async () => expect(await ask('SELECT uniqExact(span) FROM TABLE_S FORMAT TSV')).toBe('5'), {
      timeout: 60_000,
      interval: 50,
    });
  });

  it('does not believe a summary when the portal was killed between the mark and the points', async () => {
    proxy.losesAnswersTo = /INSERT.*history_summaries/s;
    await append([[55_500, 777]]);
    await vi.waitFor(
      async () => expect(await ask('SELECT countIf(state = 1) FROM TABLE_S FORMAT TSV')).toBe('1'),
      30_000,
    );
    const left = await mkdtemp(join(tmpdir(), 'telltale-summaries-'));
    cpSync(folder, left, { recursive: true });
    await end();
    proxy.losesAnswersTo = null;
    folder = left;
    historian = await open({ summaries: UNTOUCHED });
    expect((await historian.readSeries(KEY, 55_500, 55_500)).values).toEqual(Float64Array.of(777));
    expect(await extremes(5 * SPAN_MS, 6 * SPAN_MS - 1)).toEqual([50, 777]);
  });
});

it('a database without summaries gets them', async () => {
  await append(seconds(200));
  await historian.stateAt([KEY], 0);
  await historian.close();
  await ask('DROP TABLE TABLE_S');
  await chdb.ask(`TRUNCATE TABLE ${database}.history_marks`);
  historian = await open();
  await summariesAreMade();
  expect(await ask('SELECT min(low), max(high), count(), sum(n) FROM TABLE_S FINAL FORMAT TSV')).toBe(
    '0\t199\t20\t200',
  );
  expect(await extremes()).toEqual([0, 199]);
});

it('texts, NaN and -0 are read from the points, beside summaries of other spans', async () => {
  await append(seconds(200));
  // Else there are none yet that would have to be marked.
  await summariesAreMade();
  await append([
    [20_500, Number.NaN],
    [40_500, 'on'],
    [60_500, -0],
    [80_500, 'off'],
  ]);
  await summariesAreMade();
  expect(await ask('SELECT count(), countIf(state = 0) FROM TABLE_S FINAL FORMAT TSV')).toBe('20\t16');
  const { columns } = await historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 199_999, threshold: 1 });
  expect(columns[0]).toEqual([0, 'on', 'off', 199]);
});

it('charts say what the reference says, whatever was written, edited, deleted, dropped or crashed', {
  timeout: CHARTS_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), async (steps, waits) => {
      await end();
      await begin();
      const expected = new ReferenceHistorian();
      for (const [i, step] of steps.entries()) {
        if (step.kind === 'reopen') await reopen({});
        else if (step.kind === 'crash') {
          const left = await mkdtemp(join(tmpdir(), 'telltale-summaries-'));
          cpSync(folder, left, { recursive: true });
          await end();
          folder = left;
          historian = await open();
        } else expect(await runStep(historian, step)).toEqual(await runStep(expected, step));
        if (waits[i]) await summariesAreMade();
      }
      for (const threshold of [1, 2, 7, 60]) {
        const look = { kind: 'read' as const, fromMs: -1500, lengthMs: 7_000_000, threshold };
        expect(await runStep(historian, look)).toEqual(await runStep(expected, look));
      }
      expect(historian.stats().faults).toEqual([]);
    }),
    runsWithin(CHARTS_MS),
  );
});
