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
        const { fromMs, toMs } = earlierWindow({ from, to: from + span }, hours);
        expect(fromMs / 1000).toBeLessThanOrEqual(from - hours * 3600 + 0.001);
        expect(toMs / 1000).toBeGreaterThanOrEqual(from + span - hours * 3600 - 0.001);
      },
    ),
  );
  const at = (from: number) => earlierWindow({ from, to: from + 3600 }, 24);
  expect(at(1_700_000_000)).toEqual(at(1_700_000_001));
});
