import { shiftAt } from '@telltale/domain/time/shifts.ts';
import { expect, test } from 'vitest';
import { clockText, lengthText, spanText } from './handover-words.ts';

const TIMES = [
  { name: 'Day', startMinute: 6 * 60 },
  { name: 'Night', startMinute: 18 * 60 },
];

/** The night shift of a unit in which a moment lies, as its handover tells of it. */
function aNight(zone: string, at: string) {
  const { fromMs, toMs } = shiftAt({ zone, shifts: TIMES }, Date.parse(at));
  const [from, to] = [fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString()) as [string, string];
  return { from, to, zone, state: 'accepted', leaving: null, coming: null } as const;
}

test.each([
  ['America/Chicago', '2026-03-08T07:30:00Z', '2026-03-07 18:00 CST to 2026-03-08 06:00 CDT', '11 h', '01:30 CST'],
  ['America/Chicago', '2026-11-01T06:30:00Z', '2026-10-31 18:00 CDT to 2026-11-01 06:00 CST', '13 h', '01:30 CDT'],
  ['America/Chicago', '2026-11-01T07:30:00Z', '2026-10-31 18:00 CDT to 2026-11-01 06:00 CST', '13 h', '01:30 CST'],
  [
    'Australia/Lord_Howe',
    '2026-04-04T15:10:00Z',
    '2026-04-04 18:00 GMT+11 to 2026-04-05 06:00 GMT+10:30',
    '12 h 30 min',
    '01:40 GMT+10:30',
  ],
  ['America/Chicago', '2026-11-02T07:30:00Z', '2026-11-01 18:00 to 2026-11-02 06:00 CST', '12 h', '01:30'],
])('a shift over a change of the clock of %s, at %s', (zone, at, span, length, line) => {
  const night = aNight(zone, at);
  expect([spanText(night), lengthText(night), clockText(at, night).slice(11)]).toEqual([span, length, line]);
});
