import { describe, expect, it } from 'vitest';
import { faultOfRange, isCalendarRange, parseRange, rangeLabel, resolveRange } from './range-expression.ts';

const NOW = Date.UTC(2026, 10, 20, 14);
const range = (from: string, to = 'now') => ({ from, to });

describe('a range', () => {
  it.each([
    ['now-7d to now', range('now-7d')],
    [' now-1d/d   to now/d ', range('now-1d/d', 'now/d')],
    ['now-6h', range('now-6h')],
    ['2026-11-01 to 2026-11-03', range('2026-11-01', '2026-11-03')],
    ['now-7d until now', undefined],
    ['now to now to now', undefined],
    ['', undefined],
  ])('written “%s” is read', (text, expected) => expect(parseRange(text)).toEqual(expected));

  it('that ends now stays at the present, others are fixed', () => {
    expect(resolveRange(range('now-6h'), NOW, 'UTC')).toEqual({ kind: 'live', hours: 6 });
    expect(resolveRange(range('now/d'), NOW, 'UTC')).toEqual({ kind: 'live', hours: 14 });
    expect(resolveRange(range('now-1d/d', 'now-1d/d'), NOW, 'UTC')).toEqual({
      kind: 'fixed',
      fromMs: Date.UTC(2026, 10, 19),
      toMs: Date.UTC(2026, 10, 20) - 1,
    });
    expect(resolveRange(range('2026-11-01', '2026-11-02 06:00'), NOW, 'UTC')).toEqual({
      kind: 'fixed',
      fromMs: Date.UTC(2026, 10, 1),
      toMs: Date.UTC(2026, 10, 2, 6),
    });
    expect(resolveRange(range('soon'), NOW, 'UTC')).toBeUndefined();
  });

  it.each([
    [range('now-6h'), undefined],
    [range('soon'), '“soon” is no time: write now-6h, now/d or 2026-11-20 14:00.'],
    [range('now-6h', 'later'), '“later” is no time: write now-6h, now/d or 2026-11-20 14:00.'],
    [range('now', 'now-6h'), 'The range must begin before it ends.'],
    [range('now'), 'The range must begin before it ends.'],
    [range('now-20y'), 'The range is longer than ten years.'],
    [range('now-9999999y'), 'The times are out of range.'],
  ])('%o: %s', (text, fault) => expect(faultOfRange(text, NOW, 'UTC')).toBe(fault));

  it.each([
    [range('now-6h'), false],
    [range('now-1d'), true],
    [range('now/d'), true],
    [range('now-1h/h', 'now/h'), true],
    [range('2026-11-01', '2026-11-02'), false],
  ])('%o means another stretch on another day: %s', (text, expected) => expect(isCalendarRange(text)).toBe(expected));

  it.each([
    [range('now-6h'), 'Last 6 hours'],
    [range('now-1h'), 'Last hour'],
    [range('now-7d'), 'Last 7 days'],
    [range('now/d'), 'Today'],
    [range('now/w'), 'This week'],
    [range('now-1d/d', 'now-1d/d'), 'Yesterday'],
    [range('now/h'), 'now/h to now'],
    [range('now-1d-6h'), 'now-1d-6h to now'],
    [range('2026-11-01', '2026-11-02'), '2026-11-01 to 2026-11-02'],
  ])('%o is called %s', (text, label) => expect(rangeLabel(text)).toBe(label));
});
