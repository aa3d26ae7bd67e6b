import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earlierLabel, earlierWindow } from './compare.ts';

test.each([
  [24, '1 d earlier'],
  [168, '7 d earlier'],
  [36, '36 h earlier'],
  [0.5, '30 min earlier'],
])('%d hours are %s', (hours, label) => {
  expect(earlierLabel(hours)).toBe(label);
});

test('the earlier period covers the window wherever it stands, and changes only in steps', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e9, max: 2e9, noNaN: true }),
      fc.double({ min: 60, max: 6e5, noNaN: true }),
      fc.double({ min: 0.1, max: 1000, noNaN: true }),
      (from, span, hours) => {
        const { fromMs, toMs } = earlierWindow({ from, to: from + span }, hours, 'UTC');
        expect(fromMs / 1000).toBeLessThanOrEqual(from - hours * 3600 + 0.001);
        expect(toMs / 1000).toBeGreaterThanOrEqual(from + span - hours * 3600 - 0.001);
      },
    ),
  );
  const at = (from: number) => earlierWindow({ from, to: from + 3600 }, 24, 'UTC');
  expect(at(1_700_000_000)).toEqual(at(1_700_000_001));
});

test.each([
  ['2026-10-25T07:00Z', 24, 25],
  ['2026-10-26T07:00Z', 168, 169],
  ['2026-03-29T06:00Z', 24, 23],
  ['2026-03-29T06:00Z', 36, 36],
  ['2026-07-01T06:00Z', 168, 168],
])('eight in the morning in Berlin at %s, %d hours before, lies %d hours back', (time, hours, back) => {
  const to = Date.parse(time) / 1000;
  const { fromMs, toMs, shiftS } = earlierWindow({ from: to - 600, to }, hours, 'Europe/Berlin');
  expect(shiftS).toBe(back * 3600);
  expect([fromMs, toMs]).toEqual([(to - 600 - shiftS) * 1000, (to + 60 - shiftS) * 1000]);
});
