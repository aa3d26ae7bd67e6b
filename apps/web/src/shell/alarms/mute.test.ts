import { expect, it } from 'vitest';
import { mutedUntil } from './mute.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

it.each([
  [undefined, 0, undefined],
  ['', 0, undefined],
  ['nonsense', 0, undefined],
  ['2026-11-20T11:59:59Z', 0, undefined],
  ['2026-11-20T12:30:00Z', 0, Date.parse('2026-11-20T12:30:00Z')],
  ['2036-11-20T12:30:00Z', 0, undefined],
  [undefined, now + 5, now + 5],
])('with %s and %d in the window it is silent until %s: never for good', (stored, windowMs, expected) => {
  expect(mutedUntil(stored, windowMs, now)).toBe(expected);
});
