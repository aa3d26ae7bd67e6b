import { expect, test } from 'vitest';
import { counterWords } from './counter-words.ts';

const forecast = {
  kind: 'due',
  counter: 'Stroke Counts',
  interval: 2_000_000,
  used: 1_140_000,
  perDay: 52_000,
  fault: null,
} as const;

test.each([
  [forecast, 'Forecast: 1,140,000 of 2,000,000 Stroke Counts, at 52,000 a day'],
  [{ ...forecast, used: null, perDay: null }, 'Forecast: every 2,000,000 Stroke Counts'],
  [{ ...forecast, kind: 'overdue', used: 2_100_000 } as const, 'Due: 2,100,000 of 2,000,000 Stroke Counts'],
  [
    { ...forecast, kind: 'still', perDay: 0 } as const,
    'No forecast, Stroke Counts stands still: 1,140,000 of 2,000,000 Stroke Counts',
  ],
  [
    { ...forecast, kind: 'unknown', perDay: null } as const,
    'No forecast, the pace of Stroke Counts is not known yet: 1,140,000 of 2,000,000 Stroke Counts',
  ],
  [
    { ...forecast, kind: 'unknown', used: null, fault: "Nothing was ever sent as 'Stroke Counts'." } as const,
    "No forecast: Nothing was ever sent as 'Stroke Counts'.",
  ],
])('says why %#', (given, words) => expect(counterWords(given)).toBe(words));
