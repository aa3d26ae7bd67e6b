import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_NUMBER_BYTES, writeNumber } from './number-text.ts';
import { TimeText } from './time-text.ts';

function textOf(value: number): string {
  const out = Buffer.alloc(MOST_NUMBER_BYTES);
  return out.toString('latin1', 0, writeNumber(out, 0, value));
}

it('numbers are written as JavaScript has them', () => {
  const decimals = fc.tuple(fc.integer(), fc.integer({ min: 0, max: 9 })).map(([n, d]) => n / 10 ** d);
  fc.assert(
    fc.property(fc.oneof(fc.double(), decimals, fc.integer(), fc.maxSafeInteger()), (value) => {
      expect(textOf(value)).toBe(String(value));
    }),
    { numRuns: 3_000 },
  );
  for (const value of [0, -0, 0.1, 0.000001, -0.0000015, 1e15, 999_999_999_999.999, 2 ** 31, 1e300, Number.NaN]) {
    expect(textOf(value)).toBe(String(value));
  }
});

it('times are written as ISO 8601', () => {
  const utc = new TimeText('UTC');
  const out = Buffer.alloc(40);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (timeMs) => {
      expect(out.toString('latin1', 0, utc.write(out, 0, timeMs))).toBe(new Date(timeMs).toISOString());
    }),
  );
});

it.each([
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00.000+05:30'],
  ['America/St_Johns', '2026-07-01T00:00:59.999Z', '2026-06-30T21:30:59.999-02:30'],
])('in %s with its offset', (zone, iso, expected) => {
  const out = Buffer.alloc(40);
  const written = out.toString('latin1', 0, new TimeText(zone).write(out, 0, Date.parse(iso)));
  expect(written).toBe(expected);
  expect(Date.parse(written)).toBe(Date.parse(iso));
});
