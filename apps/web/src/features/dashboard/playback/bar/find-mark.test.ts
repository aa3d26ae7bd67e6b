import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMark } from './find-mark.ts';
import type { PlaybackMark } from './playback-marks.ts';
import { neighbourMark, type PlaybackSpan } from './playback-span.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const YEAR = 365 * 86_400_000;

function aMark(timeMs: number): PlaybackMark {
  return { id: `a${timeMs}`, kind: 'alarm', timeMs, text: 'High pressure raised', severity: 3 };
}

/** Answers as the portal does: the newest of a stretch, so many at most. */
function aPortal(times: readonly number[], most: number) {
  const asked: PlaybackSpan[] = [];
  const load = async (span: PlaybackSpan) => {
    asked.push(span);
    const all = times.filter((timeMs) => timeMs >= span.startMs && timeMs <= span.endMs).toSorted((a, b) => a - b);
    const newest = all.slice(-most);
    const isCut = newest.length === most;
    return { marks: newest.map(aMark), knownFromMs: isCut ? (newest[0] ?? 0) : span.startMs };
  };
  return { asked, load };
}

describe('the alarm or event before and after a moment', () => {
  it('is found a year away with few questions', async () => {
    const { asked, load } = aPortal([NOW - 2 * YEAR, NOW - 5_000], 1_000);
    expect((await findMark(load, NOW - 5_000, 'before', NOW))?.timeMs).toBe(NOW - 2 * YEAR);
    expect((await findMark(load, NOW - 2 * YEAR, 'after', NOW))?.timeMs).toBe(NOW - 5_000);
    expect(asked.length).toBeLessThan(16);
  });

  it('is none where there is none', async () => {
    const { load } = aPortal([NOW - 1_000], 1_000);
    expect(await findMark(load, NOW - 1_000, 'before', NOW)).toBeUndefined();
    expect(await findMark(load, NOW - 1_000, 'after', NOW)).toBeUndefined();
  });

  it('is found where more happened at once than one answer holds', async () => {
    const { load } = aPortal([...new Array(10).fill(NOW - 7_000), NOW - 6_999, NOW - 1_000], 4);
    expect((await findMark(load, NOW - 9_000, 'after', NOW))?.timeMs).toBe(NOW - 7_000);
    expect((await findMark(load, NOW - 2_000, 'before', NOW))?.timeMs).toBe(NOW - 6_999);
  });

  it('is the nearest, also where more happened than one answer holds', async () => {
    const times = fc.uniqueArray(fc.integer({ min: NOW - 400 * 3_600_000, max: NOW }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.integer({ min: 0, max: 400 * 3_600_000 }),
        fc.constantFrom(4, 1_000),
        async (...args) => {
          const [all, agoMs, most] = args;
          const { load } = aPortal(all, most);
          const marks = all.toSorted((a, b) => a - b).map(aMark);
          for (const side of ['before', 'after'] as const) {
            const found = await findMark(load, NOW - agoMs, side, NOW);
            expect(found?.timeMs).toBe(neighbourMark(marks, NOW - agoMs, side)?.timeMs);
          }
        },
      ),
    );
  });
});
