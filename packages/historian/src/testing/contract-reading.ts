import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AggregateFunction,
  type AggregateQuery,
  type Historian,
  type PackedColumns,
  TooManyPointsError,
} from '../port.ts';
import { aBatch } from './contract-batch.ts';
import { describeChanges } from './contract-changes.ts';
import { arbitraryQuestions, ask, expectAlike } from './contract-questions.ts';
import { runsWithin } from './contract-runs.ts';
import { arbitrarySteps, runStep } from './contract-steps.ts';
import type { HistorianUnderTest } from './contract-suite.ts';
import { ReferenceHistorian } from './reference-historian.ts';

const KEY = 7;
const OTHER = 2 ** 24 * 5000 + 148;
const HOUR_MS = 3_600_000;
const QUESTIONS_MS = 300_000;

/** What every engine behind the port must do for whoever looks for changes, scans, and aggregates. */
export function describeReading(make: () => HistorianUnderTest): void {
  let underTest: HistorianUnderTest;
  let historian: Historian;

  beforeEach(async () => {
    underTest = make();
    historian = await underTest.open();
  });
  afterEach(() => underTest.cleanUp());

  describe('the next and the previous change', () => describeChanges(make));

  describe('a scan', () => {
    it('hands out every point once, in order of time, in pages of bounded size', async () => {
      const points = Array.from({ length: 9000 }, (_, i): [number, number] => [i * 10, i]);
      await historian.append(aBatch(KEY, points));
      await historian.append(
        aBatch(
          OTHER,
          points.slice(0, 3000).map(([timeMs]) => [timeMs + (timeMs % 20 === 0 ? 0 : 5), `t${timeMs}`]),
        ),
      );
      const query = { keys: [KEY, OTHER], fromMs: 100, toMs: 80_000 };
      const all = await historian.readColumns({ ...query, threshold: -1 });
      const times: number[] = [];
      const columns: unknown[][] = [[], []];
      for await (const page of historian.scan({ ...query, pageValues: 500 })) {
        expect(page.timesMs.length).toBeGreaterThan(0);
        expect(page.timesMs.length).toBeLessThanOrEqual(250);
        times.push(...page.timesMs);
        for (const [i, column] of page.columns.entries()) columns[i]?.push(...column);
      }
      expect(times).toEqual([...all.timesMs]);
      expect(columns).toEqual(all.columns);
    });

    it('hands out the same packed: numbers, strings and where there is nothing', async () => {
      await historian.append(
        aBatch(KEY, [
          [10, 1],
          [20, Number.NaN],
          [30, 'text'],
        ]),
      );
      await historian.append(aBatch(OTHER, [[20, 5]]));
      const pages: PackedColumns[] = [];
      for await (const page of historian.scanPacked({ keys: [KEY, OTHER], fromMs: 0, toMs: 100, isBackground: true }))
        pages.push(page);
      const [page] = pages;
      const read = page?.columns.map(({ values, present, texts }) =>
        Array.from(values, (value, i) => (present?.[i] === 0 ? null : (texts?.[i] ?? value))),
      );
      expect([...(page?.timesMs ?? [])]).toEqual([10, 20, 30]);
      expect(read).toEqual([
        [1, Number.NaN, 'text'],
        [null, 5, null],
      ]);
    });

    it('of one series hands out the qualities, too', async () => {
      await historian.append(
        aBatch(
          KEY,
          Array.from({ length: 3000 }, (_, i): [number, number, number] => [i, i / 2, i % 3 === 0 ? 0 : 192]),
        ),
      );
      const qualities: number[] = [];
      for await (const page of historian.scanSeries({
        key: KEY,
        fromMs: 0,
        toMs: 1e12,
        pageValues: 1000,
        isBackground: true,
      })) {
        qualities.push(...page.qualities);
      }
      expect(qualities).toEqual([...(await historian.readSeries(KEY, 0, 1e12)).qualities]);
    });

    it('ends when its reader leaves or its signal is aborted', async () => {
      const points = Array.from({ length: 5000 }, (_, i): [number, number] => [i, i]);
      await historian.append(aBatch(KEY, points));
      for await (const page of historian.scan({ keys: [KEY], fromMs: 0, toMs: 1e6, pageValues: 100 })) {
        expect(page.timesMs).toHaveLength(100);
        break;
      }
      const controller = new AbortController();
      const { signal } = controller;
      const scan = async (): Promise<void> => {
        for await (const _ of historian.scan({ keys: [KEY], fromMs: 0, toMs: 1e6, pageValues: 100, signal })) {
          controller.abort();
        }
      };
      await expect(scan()).rejects.toThrow('abort');
    });

    it('answers nothing for nothing', async () => {
      for await (const _ of historian.scan({ keys: [KEY], fromMs: 0, toMs: 9 })) expect.unreachable();
      for await (const _ of historian.scan({ keys: [], fromMs: 0, toMs: 9 })) expect.unreachable();
    });
  });

  describe('aggregates', () => {
    const query: Omit<AggregateQuery, 'functions'> = {
      keys: [KEY],
      fromMs: 0,
      toMs: 4 * HOUR_MS - 1,
      bucketMs: HOUR_MS,
    };
    const column = async (name: AggregateFunction, more: Partial<AggregateQuery> = {}) =>
      (await historian.aggregate({ ...query, functions: [name], ...more })).series[0]?.[name];

    it('weight a mean by time, from the last value before the range on', async () => {
      await historian.append(
        aBatch(KEY, [
          [-HOUR_MS, 10],
          [HOUR_MS / 2, 20],
          [1.25 * HOUR_MS, 40],
        ]),
      );
      expect(await column('twa')).toEqual([15, 35, 40, 40]);
      expect(await column('mean')).toEqual([20, 40, null, null]);
    });

    it('hold nothing over a gap that is too long, a bad point, a string or NaN', async () => {
      await historian.append(
        aBatch(KEY, [
          [0, 10],
          [0.5 * HOUR_MS, 20],
          [1.5 * HOUR_MS, 30],
          [1.75 * HOUR_MS, 99, 0],
          [2 * HOUR_MS, 5],
          [2.5 * HOUR_MS, 'off'],
          [2.75 * HOUR_MS, Number.NaN],
          [3 * HOUR_MS, 7, 64],
        ]),
      );
      expect(await column('twa', { maxGapMs: 0.5 * HOUR_MS })).toEqual([10, 30, 5, null]);
      expect(await column('twa', { maxGapMs: HOUR_MS })).toEqual([15, (2 * 20 + 30) / 3, 5, 7]);
      expect(await column('count')).toEqual([2, 1, 2, 1]);
      expect(await column('last')).toEqual([20, 30, 'off', 7]);
      expect(await column('max')).toEqual([20, 30, 5, 7]);
    });

    it('count a counter on over its resets, and from the number before the range', async () => {
      await historian.append(
        aBatch(KEY, [
          [-5, 100],
          [-4, 1e9, 0],
          [0.5 * HOUR_MS, 130],
          [0.9 * HOUR_MS, 150],
          [1.5 * HOUR_MS, 20],
          [1.6 * HOUR_MS, 25],
          [3.5 * HOUR_MS, 25],
        ]),
      );
      expect(await column('delta')).toEqual([50, 25, null, 0]);
    });

    it('cut a range into as many buckets as asked for', async () => {
      await historian.append(
        aBatch(
          KEY,
          Array.from({ length: 10 }, (_, i): [number, number] => [i, i]),
        ),
      );
      const asked = { keys: [KEY, OTHER], fromMs: 0, toMs: 9, buckets: 3, functions: ['sum', 'count'] } as const;
      expect(await historian.aggregate(asked)).toEqual({
        startsMs: Float64Array.of(0, 3, 6),
        series: [
          { sum: [3, 12, 30], count: [3, 3, 4] },
          { sum: [null, null, null], count: [0, 0, 0] },
        ],
      });
    });

    it.each([
      ['no bucket', {}],
      ['two kinds of bucket', { bucketMs: 5, buckets: 5 }],
      ['a bucket of no length', { bucketMs: 0 }],
      ['half a bucket', { buckets: 1.5 }],
      ['a gap below zero', { bucketMs: 5, maxGapMs: -1 }],
      ['no function', { bucketMs: 5, functions: [] }],
    ])('are refused for %s', async (_, more) => {
      const wrong: AggregateQuery = { keys: [KEY], fromMs: 0, toMs: 9, functions: ['mean'], ...more };
      await expect(historian.aggregate(wrong)).rejects.toThrow(RangeError);
    });

    it('are refused for more buckets than an answer may hold', async () => {
      const many: AggregateQuery = { keys: [KEY], fromMs: 0, toMs: 1e9, bucketMs: 1, functions: ['mean'] };
      await expect(historian.aggregate(many)).rejects.toThrow(TooManyPointsError);
    });
  });

  it('says how the stored bytes spread over the hours', async () => {
    await historian.append(
      aBatch(
        KEY,
        Array.from({ length: 3 * 600 }, (_, i): [number, number] => [i * 6000, i]),
      ),
    );
    historian = await underTest.reopen(historian);
    const hours = await historian.bytesByHour();
    expect(hours.map(({ startMs }) => startMs)).toEqual([0, HOUR_MS, 2 * HOUR_MS]);
    for (const { bytes } of hours) expect(bytes).toBeGreaterThan(0);
  });

  it('answers changes, counts, scans and aggregates as the reference does, whatever was written', {
    timeout: QUESTIONS_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, arbitraryQuestions, async (steps, questions) => {
        await underTest.cleanUp();
        let actual = await underTest.open();
        const expected = new ReferenceHistorian();
        for (const step of steps) {
          if (step.kind === 'reopen') actual = await underTest.reopen(actual);
          else if (step.kind === 'crash') actual = await underTest.crash(actual);
          else if (['append', 'edit', 'delete', 'drop'].includes(step.kind)) {
            await runStep(actual, step);
            await runStep(expected, step);
          }
        }
        for (const question of questions) expectAlike(await ask(actual, question), await ask(expected, question));
        await actual.close();
      }),
      runsWithin(QUESTIONS_MS),
    );
  });
}
