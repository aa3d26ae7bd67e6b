import { MAX_AHEAD_MS } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { isCurrent, looksLikeSeconds, reasonAgainstTime } from './time-rules.ts';

const NOW = Date.UTC(2026, 10, 20);

describe('a device’s time', () => {
  it.each([
    ['now', NOW, undefined],
    ['10 minutes ahead', NOW + MAX_AHEAD_MS, undefined],
    ['a moment further ahead', NOW + MAX_AHEAD_MS + 1, 'time more than 10 minutes ahead'],
    ['in microseconds', NOW * 1_000, 'time more than 10 minutes ahead'],
    ['in 1970', 1_000, undefined],
    ['before 1970', -1, 'time before 1970'],
  ])('%s: %d', (_name, timeMs, reason) => {
    expect(reasonAgainstTime(timeMs, NOW)).toBe(reason);
  });

  it('that was meant in seconds is recognised, and only told about', () => {
    expect(looksLikeSeconds(1_700_000_000)).toBe(true);
    expect(looksLikeSeconds(NOW)).toBe(false);
    expect(looksLikeSeconds(0)).toBe(false);
  });
});

describe('the current value', () => {
  it('is the newest, and the later to arrive of two at one time', () => {
    expect(isCurrent(5, 4, NOW)).toBe(true);
    expect(isCurrent(5, 5, NOW)).toBe(true);
    expect(isCurrent(4, 5, NOW)).toBe(false);
  });

  it('gives way when it comes from a future that the server’s clock no longer knows (R14)', () => {
    expect(isCurrent(NOW, NOW + 3_600_000, NOW)).toBe(true);
    expect(isCurrent(NOW, NOW + MAX_AHEAD_MS, NOW)).toBe(false);
  });
});
