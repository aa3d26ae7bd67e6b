import { describe, expect, it } from 'vitest';
import {
  clampTo,
  neighbourMark,
  openingSpan,
  playsTo,
  QUICK_RANGES,
  quickLabel,
  spanAround,
  stepOfSpan,
} from './playback-span.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

describe('the stretch of the playback bar', () => {
  it('opens with the last six hours', () => {
    expect(openingSpan(NOW, undefined)).toEqual({ startMs: NOW - 6 * HOUR, endMs: NOW, isUpToNow: true });
  });

  it.each([
    ['half an hour ago', NOW - 0.5 * HOUR, '1H'],
    ['two hours ago', NOW - 2 * HOUR, '6H'],
    ['two days ago', NOW - 48 * HOUR, '3D'],
    ['a month ago', NOW - 720 * HOUR, '6H'],
  ])('opens around a moment %s', (_name, atMs, label) => {
    const span = openingSpan(NOW, atMs);
    expect(quickLabel(span)).toBe(label);
    expect(clampTo(span, atMs)).toBe(atMs);
  });

  it('that ends now is played into the present, another to its end', () => {
    expect(playsTo(openingSpan(NOW, NOW - 2 * HOUR))).toBe(Number.POSITIVE_INFINITY);
    const longAgo = openingSpan(NOW, NOW - 720 * HOUR);
    expect(playsTo(longAgo)).toBe(longAgo.endMs);
  });

  it('goes to a moment outside of it with its length, and never beyond now', () => {
    expect(spanAround(NOW - 5 * HOUR, HOUR, NOW)).toEqual({
      startMs: NOW - 5.5 * HOUR,
      endMs: NOW - 4.5 * HOUR,
      isUpToNow: false,
    });
    expect(spanAround(NOW - 60_000, HOUR, NOW)).toEqual({ startMs: NOW - HOUR, endMs: NOW, isUpToNow: true });
  });

  it('is Custom when it is no quick range', () => {
    expect(QUICK_RANGES.map(({ label }) => label)).toEqual(['1H', '6H', '24H', '3D', '7D']);
    expect(quickLabel({ startMs: 0, endMs: 2 * HOUR })).toBe('Custom');
  });

  it.each([
    ['1H', 10_000],
    ['6H', 60_000],
    ['24H', 60_000],
    ['3D', 300_000],
    ['7D', 900_000],
  ])('of %s steps by %i ms', (label, stepMs) => {
    const spanMs = QUICK_RANGES.find((quick) => quick.label === label)?.spanMs ?? 0;
    expect(stepOfSpan({ startMs: NOW - spanMs, endMs: NOW })).toBe(stepMs);
  });

  it('steps by a second where it is short', () => {
    expect(stepOfSpan({ startMs: 0, endMs: 10_000 })).toBe(1_000);
  });

  it('finds the mark before and after, never the one it stands on', () => {
    const marks = [10, 20, 30].map((timeMs) => ({ timeMs }));
    expect(neighbourMark(marks, 20, 'before')?.timeMs).toBe(10);
    expect(neighbourMark(marks, 20, 'after')?.timeMs).toBe(30);
    expect(neighbourMark(marks, 30, 'after')).toBeUndefined();
    expect(neighbourMark(marks, 10, 'before')).toBeUndefined();
  });
});
