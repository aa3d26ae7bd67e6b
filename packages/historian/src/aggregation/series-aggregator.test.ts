import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarise } from '../embedded/chunks/summary.ts';
import { type Points, sortPoints } from '../embedded/points/points.ts';
import type { AggregateFunction, AggregateQuery, PointValue } from '../port.ts';
import { naiveAggregate, type StoredPoint } from '../testing/naive-aggregate.ts';
import { axisOf } from './bucket-axis.ts';
import { counterStep } from './counter-steps.ts';
import { SeriesAggregator } from './series-aggregator.ts';

const FUNCTIONS: AggregateFunction[] = ['mean', 'twa', 'min', 'max', 'sum', 'count', 'first', 'last', 'delta'];
const SPAN_MS = 1000;

const value: fc.Arbitrary<PointValue> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 3, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom<PointValue[]>('on', Number.NaN, -0, Number.POSITIVE_INFINITY) },
);
const pointsOf = (values: fc.Arbitrary<PointValue>, quality: fc.Arbitrary<number>): fc.Arbitrary<StoredPoint[]> =>
  fc
    .uniqueArray(fc.record({ timeMs: fc.integer({ min: -100, max: SPAN_MS + 100 }), value: values, quality }), {
      selector: ({ timeMs }) => timeMs,
      minLength: 10,
      maxLength: 150,
    })
    .map((list) => list.toSorted((a, b) => a.timeMs - b.timeMs));
/** Good numbers that repeat themselves, so that summaries come to stand for points, or anything. */
const points = fc.oneof(
  pointsOf(fc.constantFrom(7, 7, 7, 7, 7, 9), fc.constant(192)),
  pointsOf(value, fc.constantFrom(192, 192, 192, 192, 64, 0)),
);
const question = fc.record({
  fromMs: fc.integer({ min: 0, max: SPAN_MS }),
  lengthMs: fc.integer({ min: 0, max: SPAN_MS }),
  bucket: fc.oneof(
    fc.integer({ min: 1, max: SPAN_MS }).map((bucketMs) => ({ bucketMs })),
    fc.integer({ min: 1, max: 40 }).map((buckets) => ({ buckets })),
  ),
  functions: fc.oneof(
    fc.subarray(FUNCTIONS, { minLength: 1 }),
    fc.constantFrom<AggregateFunction[]>(['mean', 'max'], ['twa'], ['delta'], ['last'], ['first', 'delta']),
  ),
  maxGapMs: fc.constantFrom(undefined, 0, 1, 10, 100),
});

function toPoints(list: readonly StoredPoint[]): Points {
  const of = <T>(pick: (one: StoredPoint) => T): T[] => list.map(pick);
  return sortPoints(
    of(({ timeMs }) => timeMs),
    of((one) => one.value),
    of(({ quality }) => quality),
  );
}

const isNumber = ({ value: of, quality }: StoredPoint): boolean => quality >= 64 && Number.isFinite(of);

/** What an engine does: what came before, then pieces of the range, a summary for a piece wherever it is taken. */
function aggregate(query: AggregateQuery, all: readonly StoredPoint[], pieceLength: number) {
  const { fromMs, toMs, functions, maxGapMs } = query;
  const aggregator = new SeriesAggregator(axisOf(query, fromMs, toMs, 1e9), functions, maxGapMs);
  const before = all.filter(({ timeMs }) => timeMs < fromMs);
  const last = before.at(-1);
  if (last) aggregator.held?.lead(last.timeMs, last.value, last.quality);
  const counter = before.findLast(isNumber);
  if (counter) aggregator.counter?.lead(Number(counter.value));
  const inside = all.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
  let summaries = 0;
  for (let at = 0; at < inside.length; at += pieceLength) {
    const piece = toPoints(inside.slice(at, at + pieceLength));
    const summary = summarise(piece);
    const [startMs = 0] = piece.timesMs;
    const endMs = piece.timesMs.at(-1) ?? 0;
    if (aggregator.takes(summary, startMs, endMs)) {
      aggregator.addSummary(summary, startMs, endMs);
      summaries++;
    } else aggregator.add(piece);
  }
  aggregator.held?.finish(all.find(({ timeMs }) => timeMs > toMs)?.timeMs ?? null);
  return { columns: aggregator.columns(), summaries };
}

function expectAlike(actual: PointValue | null | undefined, expected: PointValue | null | undefined): void {
  if (typeof actual !== 'number' || typeof expected !== 'number' || !Number.isFinite(expected)) {
    expect(actual).toEqual(expected);
  } else {
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-6 + 1e-9 * Math.abs(expected));
  }
}

describe('aggregates over buckets', () => {
  it('are what the plain form says, however the series is cut into pieces and summarised', () => {
    let summaries = 0;
    fc.assert(
      fc.property(points, question, fc.integer({ min: 1, max: 12 }), (all, asked, pieceLength) => {
        const { fromMs, lengthMs, bucket, functions, maxGapMs } = asked;
        const query: AggregateQuery = { keys: [1], fromMs, toMs: fromMs + lengthMs, functions, ...bucket };
        if (maxGapMs !== undefined) query.maxGapMs = maxGapMs;
        const expected = naiveAggregate(query, () => [...all]).series[0];
        const actual = aggregate(query, all, pieceLength);
        summaries += actual.summaries;
        for (const name of functions) {
          expect(actual.columns[name]).toHaveLength(expected?.[name]?.length ?? 0);
          for (const [i, wanted] of (expected?.[name] ?? []).entries()) expectAlike(actual.columns[name]?.[i], wanted);
        }
      }),
      { numRuns: 1500 },
    );
    // Else the summaries were not tested.
    expect(summaries).toBeGreaterThan(100);
  });

  it.each([
    [5, 8, 3],
    [5, 5, 0],
    [5, 2, 2],
    [5, 0, 0],
    [5, -1, 0],
    [-3, -1, 2],
  ])('take a counter that went from %d to %d for one that moved on by %d', (before, now, step) => {
    expect(counterStep(before, now)).toBe(step);
  });
});
