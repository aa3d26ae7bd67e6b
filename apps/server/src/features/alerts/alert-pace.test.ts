import { describe, expect, it } from 'vitest';
import { MOST_SINGLE, MOST_URGENT, PACE_MS, paceOf, URGENT_PACE_MS, urgentPaceOf } from './alert-pace.ts';

const NOW = 1_800_000_000_000;

describe('the pace of alerts', () => {
  it.each([
    ['one after nothing', 1, 0, undefined, { kind: 'each' }],
    ['as many as go one by one', MOST_SINGLE, 0, undefined, { kind: 'each' }],
    ['the last that goes by itself', 1, MOST_SINGLE - 1, undefined, { kind: 'each' }],
    ['one more', 1, MOST_SINGLE, undefined, { kind: 'together' }],
    ['many at once', 50_000, 0, undefined, { kind: 'together' }],
    ['more while the last flood is fresh', 3, MOST_SINGLE + 1, NOW - 1, { kind: 'later', untilMs: NOW - 1 + PACE_MS }],
    ['more when it is old', 3, MOST_SINGLE, NOW - PACE_MS, { kind: 'together' }],
  ] as const)('%s', (_what, waiting, count, lastDigestMs, expected) => {
    expect(paceOf({ waiting, oldestMs: NOW }, { count, lastDigestMs }, NOW)).toEqual(expected);
  });

  it('puts nothing off for longer than ten minutes, though what breaks through comes together each minute', () => {
    const told = { count: 30, lastDigestMs: NOW - URGENT_PACE_MS };
    const oldestMs = NOW - PACE_MS + 5_000;
    expect(paceOf({ waiting: 3, oldestMs }, told, NOW)).toEqual({ kind: 'later', untilMs: NOW + 5_000 });
    expect(paceOf({ waiting: 3, oldestMs }, told, NOW + 5_000)).toEqual({ kind: 'together' });
  });

  it.each([
    ['the first', 1, 0, undefined, { kind: 'each' }],
    ['one while a flood is told together', 1, MOST_SINGLE + 1, NOW - 1, { kind: 'each' }],
    ['the last that goes by itself', 1, MOST_URGENT - 1, NOW, { kind: 'each' }],
    ['one more', 1, MOST_URGENT, NOW - URGENT_PACE_MS, { kind: 'together' }],
    ['many at once', 50_000, 0, undefined, { kind: 'together' }],
    ['more within the minute', 3, MOST_URGENT + 1, NOW - 1, { kind: 'later', untilMs: NOW - 1 + URGENT_PACE_MS }],
  ] as const)('of what breaks through: %s', (_what, waiting, count, lastMs, expected) => {
    expect(urgentPaceOf(waiting, { count, lastMs }, NOW)).toEqual(expected);
  });

  it('is never more than eleven messages in ten minutes, whatever happens', () => {
    const sent: { atMs: number; size: number }[] = [];
    let waiting = 0;
    let oldestMs = 0;
    let dueMs = 0;
    for (let second = 0; second < 3_600; second++) {
      const nowMs = NOW + second * 1_000;
      if (waiting === 0) oldestMs = nowMs;
      waiting += second % 7;
      if (waiting === 0 || nowMs < dueMs) continue;
      const recent = sent.filter(({ atMs }) => atMs > nowMs - PACE_MS);
      const lastDigestMs = recent.findLast(({ size }) => size > 1)?.atMs;
      const pace = paceOf({ waiting, oldestMs }, { count: recent.length, lastDigestMs }, nowMs);
      if (pace.kind === 'later') {
        dueMs = pace.untilMs;
        continue;
      }
      const sizes = pace.kind === 'together' ? [waiting] : Array.from({ length: waiting }, () => 1);
      sent.push(...sizes.map((size) => ({ atMs: nowMs, size })));
      waiting = 0;
    }
    for (const { atMs } of sent) {
      const within = sent.filter((other) => other.atMs <= atMs && other.atMs > atMs - PACE_MS);
      expect(within.length).toBeLessThanOrEqual(MOST_SINGLE + 1);
    }
    expect(sent.length).toBeGreaterThan(MOST_SINGLE);
  });
});
