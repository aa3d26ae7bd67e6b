import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityOf } from './activities.ts';
import { type ActivityChange, QUARTER_MS, scheduleOf, type TimeSpan, toQuarter } from './schedule.ts';

const DAY = Date.UTC(2026, 10, 1);
const at = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000;
};
const clock = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16);

/** `10 00:00-06:15` is Rig Up from midnight until a quarter past six. */
function draw(changes: readonly [string, number | string][], silences: readonly [string, string][] = []): string[] {
  const spans = scheduleOf({
    changes: changes.map(([time, value]) => ({ timeMs: at(time), value })),
    silences: silences.map(([from, to]) => ({ startMs: at(from), endMs: at(to) })),
    startMs: at('00:00'),
    endMs: at('23:00'),
  });
  return spans.map(({ activity, startMs, endMs }) => `${activity} ${clock(startMs)}-${clock(endMs)}`);
}

describe('the schedule of a range', () => {
  test.each<[string, readonly [string, number | string][], readonly [string, string][], string[]]>([
    ['nothing recorded', [], [], []],
    ['one activity holds until the end of the range', [['02:00', 2]], [], ['2 02:00-23:00']],
    ['a value from before the range is in force when it begins', [['-01:00', 5]], [], ['5 00:00-23:00']],
    [
      'each ends where the next begins, on the nearest quarter: 06:07 is 06:00, 06:08 is 06:15',
      [
        ['00:00', 10],
        ['06:07', 7],
        ['08:08', 0],
      ],
      [],
      ['10 00:00-06:00', '7 06:00-08:15', '0 08:15-23:00'],
    ],
    [
      'exactly between two quarters the later one counts',
      [
        ['00:00', 1],
        ['06:07:30', 2],
      ],
      [],
      ['1 00:00-06:15', '2 06:15-23:00'],
    ],
    [
      'what rounds to nothing is its neighbour’s, who are one where they are alike',
      [
        ['00:00', 2],
        ['04:01', 9],
        ['04:06', 2],
      ],
      [],
      ['2 00:00-23:00'],
    ],
    [
      'five minutes over the middle of a quarter are a quarter',
      [
        ['00:00', 2],
        ['04:05', 9],
        ['04:10', 2],
      ],
      [],
      ['2 00:00-04:00', '9 04:00-04:15', '2 04:15-23:00'],
    ],
    [
      'one that goes on is one',
      [
        ['00:00', 2],
        ['03:00', '2'],
        ['04:00', 3],
      ],
      [],
      ['2 00:00-04:00', '3 04:00-23:00'],
    ],
    [
      'going offline ends it, coming back goes on',
      [['00:00', 2]],
      [['05:00', '07:00']],
      ['2 00:00-05:00', '2 07:00-23:00'],
    ],
    [
      'what changed while offline counts from coming back',
      [
        ['00:00', 2],
        ['06:00', 3],
      ],
      [['05:00', '07:00']],
      ['2 00:00-05:00', '3 07:00-23:00'],
    ],
    ['a short silence rounds to nothing', [['00:00', 2]], [['05:01', '05:05']], ['2 00:00-23:00']],
    [
      'offline over the edge of the range',
      [['00:00', 2]],
      [
        ['-02:00', '01:00'],
        ['22:00', '24:00'],
      ],
      ['2 01:00-22:00'],
    ],
    [
      'what is no activity is a hole',
      [
        ['00:00', 2],
        ['05:00', 99],
        ['06:00', 'Drill'],
        ['07:00', 2.5],
        ['08:00', 3],
      ],
      [],
      ['2 00:00-05:00', '3 08:00-23:00'],
    ],
    [
      'two changes at one moment',
      [
        ['00:00', 2],
        ['05:00', 4],
        ['05:00', 3],
      ],
      [],
      ['2 00:00-05:00', '3 05:00-23:00'],
    ],
    [
      'a change after the range',
      [
        ['00:00', 2],
        ['23:30', 3],
      ],
      [],
      ['2 00:00-23:00'],
    ],
  ])('%s', (_name, changes, silences, expected) => {
    expect(draw(changes, silences)).toEqual(expected);
  });

  test('the day on which clocks go back has 25 hours, and the schedule all of them', () => {
    // Chicago, 1 November 2026: midnight is 05:00 UTC, the next midnight 06:00 UTC.
    const [startMs, endMs] = [Date.UTC(2026, 10, 1, 5), Date.UTC(2026, 10, 2, 6)];
    const [only] = scheduleOf({ changes: [{ timeMs: startMs, value: 2 }], silences: [], startMs, endMs });
    expect(((only?.endMs ?? 0) - (only?.startMs ?? 0)) / 3_600_000).toBe(25);
  });
});

describe('whatever was recorded', () => {
  const times = fc.integer({ min: -7_200, max: 100_000 });
  const value = fc.oneof(
    fc.integer({ min: -1, max: 14 }),
    fc.constantFrom('3', ' 12 ', 'Drill', '', '1e1', Number.NaN),
  );
  const recorded = fc
    .array(fc.tuple(times, value), { maxLength: 40 })
    .map((list): ActivityChange[] =>
      list.map(([second, one]) => ({ timeMs: DAY + second * 1000, value: one })).sort((a, b) => a.timeMs - b.timeMs),
    );
  const silent = fc.uniqueArray(times, { maxLength: 8 }).map((list): TimeSpan[] => {
    const sorted = list.sort((a, b) => a - b).map((second) => DAY + second * 1000);
    const spans: TimeSpan[] = [];
    for (let i = 0; i + 1 < sorted.length; i += 2) spans.push({ startMs: sorted[i] ?? 0, endMs: sorted[i + 1] ?? 0 });
    return spans;
  });
  const range = fc.tuple(times, times).map(([a, b]) => [DAY + Math.min(a, b) * 1000, DAY + Math.max(a, b) * 1000]);

  /** The activity in force at a moment, told in the plainest way. */
  function inForce(changes: readonly ActivityChange[], silences: readonly TimeSpan[], timeMs: number) {
    if (silences.some(({ startMs, endMs }) => timeMs >= startMs && timeMs < endMs)) return undefined;
    const last = changes.findLast((change) => change.timeMs <= timeMs);
    return last && activityOf(last.value);
  }

  test('segments never overlap, stand on quarters, sum to what is known, and leave no hole where an activity is known', () => {
    fc.assert(
      fc.property(recorded, silent, range, (changes, silences, [startMs = 0, endMs = 0]) => {
        const spans = scheduleOf({ changes, silences, startMs, endMs });
        for (const [index, span] of spans.entries()) {
          expect(span.startMs % QUARTER_MS).toBe(0);
          expect(span.endMs % QUARTER_MS).toBe(0);
          expect(span.endMs).toBeGreaterThan(span.startMs);
          const next = spans[index + 1];
          if (next) expect(next.startMs).toBeGreaterThanOrEqual(span.endMs);
          if (next && next.startMs === span.endMs) expect(next.activity).not.toBe(span.activity);
        }
        // Everything that can change the answer lies at one of these moments; between two of them it is one activity.
        const edges = [
          startMs,
          endMs,
          ...changes.map(({ timeMs }) => timeMs),
          ...silences.flatMap((s) => [s.startMs, s.endMs]),
        ]
          .filter((timeMs) => timeMs >= startMs && timeMs <= endMs)
          .sort((a, b) => a - b);
        let known = 0;
        for (let i = 0; i + 1 < edges.length; i++) {
          const [from = 0, to = 0] = [edges[i], edges[i + 1]];
          const activity = inForce(changes, silences, from);
          if (activity === undefined || to === from) continue;
          known += toQuarter(to) - toQuarter(from);
          for (let quarter = toQuarter(from); quarter < toQuarter(to); quarter += QUARTER_MS) {
            const told = spans.find((span) => quarter >= span.startMs && quarter < span.endMs);
            expect(told?.activity).toBe(activity);
          }
        }
        expect(spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0)).toBe(known);
      }),
      { numRuns: 300 },
    );
  });
});
