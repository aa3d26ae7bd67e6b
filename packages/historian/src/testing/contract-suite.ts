import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Historian, PointBatch, PointValue, SeriesKey } from '../port.ts';
import { aBatch } from './contract-batch.ts';
import { describeReading } from './contract-reading.ts';
import { runsWithin } from './contract-runs.ts';
import { arbitrarySteps, runStep } from './contract-steps.ts';
import { ReferenceHistorian } from './reference-historian.ts';

/** How the suite gets an engine. */
export interface HistorianUnderTest {
  /** Opens a store that is empty. */
  open(): Promise<Historian>;
  /** Ends the store without closing it properly, as a crash does, and opens it again. */
  crash(historian: Historian): Promise<Historian>;
  /** Closes the store and opens it again. */
  reopen(historian: Historian): Promise<Historian>;
  /** Removes everything that was opened. */
  cleanUp(): Promise<void>;
}

const STEPS_MS = 120_000;
const GOOD = 192;
const KEY = 7;
const OTHER = 2 ** 24 * 5000 + 148;

/** What every engine behind the port must do; run it once per engine. */
export function describeHistorian(name: string, make: () => HistorianUnderTest): void {
  describe(`${name}, asked for what it must refuse`, () => describeRefusals(make));
  describe(`${name}, asked for what it holds`, () => describeReading(make));
  describe(name, () => {
    let underTest: HistorianUnderTest;
    let historian: Historian;

    beforeEach(async () => {
      underTest = make();
      historian = await underTest.open();
    });
    afterEach(() => underTest.cleanUp());

    async function values(key: SeriesKey, fromMs = 0, toMs = 10_000_000): Promise<[number, PointValue][]> {
      const points = await historian.readSeries(key, fromMs, toMs);
      return Array.from(points.timesMs, (timeMs, i) => [timeMs, points.values[i] as PointValue]);
    }

    it('answers an unknown series with nothing', async () => {
      expect(await values(KEY)).toEqual([]);
      expect(await historian.stateAt([KEY], 5)).toEqual([]);
      expect(await historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 9, threshold: 5 })).toEqual({
        timesMs: new Float64Array(),
        columns: [[]],
      });
    });

    it('keeps the last write of a time, within a batch and across batches', async () => {
      await historian.append(
        aBatch(KEY, [
          [1000, 1],
          [1000, 2],
          [2000, 3],
        ]),
      );
      await historian.append(aBatch(KEY, [[2000, 4]]));
      expect(await values(KEY)).toEqual([
        [1000, 2],
        [2000, 4],
      ]);
      expect(historian.stats()).toMatchObject({ series: 1, points: 2, faults: [], damage: [] });
    });

    it('puts late points where they belong and never moves the newest one back', async () => {
      await historian.append(
        aBatch(KEY, [
          [5000, 5],
          [1000, 1],
        ]),
      );
      await historian.append(aBatch(KEY, [[3000, 3]]));
      expect(await values(KEY)).toEqual([
        [1000, 1],
        [3000, 3],
        [5000, 5],
      ]);
      expect(await historian.latest()).toEqual([{ key: KEY, timeMs: 5000, value: 5, quality: GOOD }]);
    });

    it('keeps every kind of number bit for bit, beside strings, with their qualities', async () => {
      const kinds = [0, -0, 0.1, -0.1 - 0.2, 1e-320, 5e-324, 1e308, 2 ** 53, 2 ** -40, Number.POSITIVE_INFINITY];
      kinds.push(Number.NEGATIVE_INFINITY, Number.NaN, Math.PI, Math.fround(1 / 3));
      const points: [number, PointValue, number][] = kinds.map((value, i) => [i, value, i * 10]);
      points.push([100, 'open', 64], [101, '', 0], [102, 'ünï\ud800💧', 255], [103, '5', 192]);
      await historian.append(aBatch(KEY, points));
      historian = await underTest.reopen(historian);
      const stored = await historian.readSeries(KEY, 0, 1000);
      expect(Array.from(stored.timesMs, (t, i) => [t, stored.values[i], stored.qualities[i]])).toEqual(points);
    });

    it('answers the state at a time: the last point at or before it', async () => {
      await historian.append(
        aBatch(KEY, [
          [1000, 1],
          [2000, 'on', 64],
        ]),
      );
      await historian.append(aBatch(OTHER, [[1500, 7]]));
      expect(await historian.stateAt([KEY, OTHER], 1499)).toEqual([
        { key: KEY, timeMs: 1000, value: 1, quality: GOOD },
      ]);
      expect(await historian.stateAt([OTHER, KEY, OTHER], 2000)).toEqual([
        { key: OTHER, timeMs: 1500, value: 7, quality: GOOD },
        { key: KEY, timeMs: 2000, value: 'on', quality: 64 },
      ]);
    });

    it('lays series over one axis, null where one has no point and NaN where it has NaN', async () => {
      await historian.append(
        aBatch(KEY, [
          [1, 1],
          [3, Number.NaN],
        ]),
      );
      await historian.append(
        aBatch(OTHER, [
          [2, 'a'],
          [3, 4],
        ]),
      );
      expect(await historian.readColumns({ keys: [KEY, OTHER], fromMs: 0, toMs: 9, threshold: -1 })).toEqual({
        timesMs: Float64Array.of(1, 2, 3),
        columns: [
          [1, null, Number.NaN],
          [null, 'a', 4],
        ],
      });
    });

    it('never loses an excursion of one sample from a decimated series', async () => {
      const points: [number, number][] = Array.from({ length: 20_000 }, (_, i) => [
        i * 1000,
        i === 12_345 ? 99 : i % 7,
      ]);
      await historian.append(aBatch(KEY, points));
      for (const threshold of [1, 3, 10, 100, 600, 1500]) {
        const { timesMs, columns } = await historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 2e7 - 1, threshold });
        expect(timesMs.length).toBeLessThanOrEqual(2 * threshold);
        expect(columns[0]?.[timesMs.indexOf(12_345_000)]).toBe(99);
      }
    });

    it('edits and deletes exactly the points of a range', async () => {
      await historian.append(
        aBatch(KEY, [
          [1, 1],
          [2, 2],
          [3, 3],
          [4, 4],
        ]),
      );
      expect(await historian.editRange(KEY, 2, 3, 'moved')).toBe(2);
      expect(await values(KEY)).toEqual([
        [1, 1],
        [2, 'moved'],
        [3, 'moved'],
        [4, 4],
      ]);
      expect(await historian.deleteRange(KEY, 3, 9)).toBe(2);
      expect(await values(KEY)).toEqual([
        [1, 1],
        [2, 'moved'],
      ]);
      expect(await historian.latest()).toEqual([{ key: KEY, timeMs: 2, value: 'moved', quality: GOOD }]);
      expect(await historian.deleteRange(OTHER, 0, 9)).toBe(0);
    });

    it('stores points into a range that was deleted before', async () => {
      await historian.append(
        aBatch(KEY, [
          [1, 1],
          [2, 2],
        ]),
      );
      await historian.deleteRange(KEY, 0, 9);
      await historian.append(aBatch(KEY, [[1, 5]]));
      expect(await values(KEY)).toEqual([[1, 5]]);
      historian = await underTest.crash(historian);
      expect(await values(KEY)).toEqual([[1, 5]]);
    });

    it('drops exactly what is older than a time', async () => {
      await historian.append(
        aBatch(
          KEY,
          Array.from({ length: 3000 }, (_, i): [number, number] => [i, i]),
        ),
      );
      await historian.append(aBatch(OTHER, [[10, 1]]));
      expect(await historian.dropBefore(500, [KEY, KEY])).toBe(500);
      expect(await historian.stateAt([OTHER], 99)).toHaveLength(1);
      expect(await historian.dropBefore(1500)).toBe(1001);
      expect(await values(KEY)).toHaveLength(1500);
      expect((await values(KEY))[0]).toEqual([1500, 1500]);
      expect(await historian.latest()).toEqual([{ key: KEY, timeMs: 2999, value: 2999, quality: GOOD }]);
    });

    it('does what the reference does, whatever is written, edited, deleted, dropped, closed or crashed', {
      timeout: STEPS_MS,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySteps, async (steps) => {
          await underTest.cleanUp();
          let actual = await underTest.open();
          const expected = new ReferenceHistorian();
          for (const step of steps) {
            if (step.kind === 'reopen') actual = await underTest.reopen(actual);
            else if (step.kind === 'crash') actual = await underTest.crash(actual);
            else expect(await runStep(actual, step)).toEqual(await runStep(expected, step));
          }
          expect(actual.stats().faults).toEqual([]);
          await actual.close();
        }),
        runsWithin(STEPS_MS),
      );
    });
  });
}

/** One store for all: what is refused leaves nothing in it. */
function describeRefusals(make: () => HistorianUnderTest): void {
  const underTest = make();
  let historian: Historian;
  beforeAll(async () => {
    historian = await underTest.open();
  });
  afterAll(() => underTest.cleanUp());

  const cases: [string, PointBatch][] = [
    [
      'a time that is no whole number',
      aBatch(KEY, [
        [1, 1],
        [1.5, 1],
      ]),
    ],
    [
      'a time that is NaN',
      aBatch(KEY, [
        [1, 1],
        [Number.NaN, 1],
      ]),
    ],
    [
      'a time after the year 144000',
      aBatch(KEY, [
        [1, 1],
        [2 ** 52, 1],
      ]),
    ],
    ['a negative series key', aBatch(-1, [[1, 1]])],
    ['a series key that is no whole number', aBatch(1.5, [[1, 1]])],
    ['a quality that is no byte', aBatch(KEY, [[1, 1, 256]])],
    [
      'a value that is a boolean',
      aBatch(KEY, [
        [1, 1],
        [2, true as unknown as number],
      ]),
    ],
    [
      'a value that is null',
      aBatch(KEY, [
        [1, 1],
        [2, null as unknown as number],
      ]),
    ],
  ];
  it.each(cases)('refuses a batch with %s, and stores nothing of it', async (_, batch) => {
    await expect(historian.append(batch)).rejects.toThrow(/RangeError|TypeError|point/);
    expect(await historian.latest()).toEqual([]);
  });

  it.each([0, -2, 1.5, Number.NaN])('refuses a threshold of %s', async (threshold) => {
    await expect(historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 1, threshold })).rejects.toThrow('buckets');
  });

  it('rejects a query whose signal is aborted', async () => {
    await historian.append(aBatch(KEY, [[1, 1]]));
    const signal = AbortSignal.abort();
    await expect(historian.readColumns({ keys: [KEY], fromMs: 0, toMs: 9, threshold: -1, signal })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });

  it('rejects appends after it was closed', async () => {
    await historian.close();
    await expect(historian.append(aBatch(KEY, [[1, 1]]))).rejects.toThrow('closed');
  });
}
