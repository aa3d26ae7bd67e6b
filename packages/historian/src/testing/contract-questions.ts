import fc from 'fast-check';
import { expect } from 'vitest';
import type { AggregateFunction, Historian, SeriesKey } from '../port.ts';

const KEYS = [3, 4, 2 ** 40 + 1];
const SPAN_MS = 4_000_000;
const FUNCTIONS: AggregateFunction[] = ['mean', 'twa', 'min', 'max', 'sum', 'count', 'first', 'last', 'delta'];

interface Question {
  fromMs: number;
  lengthMs: number;
  key: SeriesKey;
  bucket: { bucketMs: number } | { buckets: number };
  functions: AggregateFunction[];
  maxGapMs: number | undefined;
  pageValues: number;
}

/** What may be asked of a store that `arbitrarySteps` were done to. */
export const arbitraryQuestions: fc.Arbitrary<Question[]> = fc.array(
  fc.record({
    fromMs: fc.integer({ min: -2000, max: SPAN_MS }),
    lengthMs: fc.integer({ min: 0, max: SPAN_MS }),
    key: fc.constantFrom(...KEYS),
    bucket: fc.oneof(
      fc.integer({ min: 20_000, max: SPAN_MS }).map((bucketMs) => ({ bucketMs })),
      fc.integer({ min: 1, max: 100 }).map((buckets) => ({ buckets })),
    ),
    functions: fc.subarray(FUNCTIONS, { minLength: 1 }),
    maxGapMs: fc.constantFrom(undefined, 0, 1, 600, 5000, 100_000),
    pageValues: fc.integer({ min: 500, max: 20_000 }),
  }),
  { minLength: 2, maxLength: 6 },
);

/** Everything there is to answer about a question. */
export async function ask(historian: Historian, question: Question): Promise<unknown[]> {
  const { fromMs, key, bucket, functions, maxGapMs, pageValues } = question;
  const range = { keys: KEYS, fromMs, toMs: fromMs + question.lengthMs };
  const gap = maxGapMs === undefined ? {} : { maxGapMs };
  const times: number[] = [];
  for await (const page of historian.scan({ ...range, pageValues })) times.push(...page.timesMs);
  return [
    await historian.nextChange(key, fromMs),
    await historian.previousChange(key, fromMs),
    await historian.listChanges({ key, fromMs, toMs: range.toMs, most: 1_000_000 }),
    await historian.countPoints(range),
    await historian.readMany(range),
    times,
    await historian.aggregate({ ...range, ...bucket, ...gap, functions }),
  ];
}

/** Equal, but for the last digits of numbers: sums are added up in another order. */
export function expectAlike(actual: unknown, expected: unknown): void {
  if (typeof actual === 'number' && typeof expected === 'number' && Number.isFinite(expected)) {
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-6 + 1e-9 * Math.abs(expected));
  } else if (typeof actual === 'object' && actual !== null && typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, value] of Object.entries(actual)) expectAlike(value, expected[name as keyof typeof expected]);
  } else {
    expect(actual).toEqual(expected);
  }
}
