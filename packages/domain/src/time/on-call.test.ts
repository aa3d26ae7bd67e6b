import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockFields } from '../format/time.ts';
import { isCalendarDay, onCallAt, onCallBetween, type Rota, type RotaOverride, turnsFrom } from './on-call.ts';
import { dayNumberOf, weekDayOf } from './week-days.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Mondays at 8 in Berlin; 2026-11-23 is a Monday. */
const rota: Rota<string> = {
  zone: 'Europe/Berlin',
  handoverDay: 1,
  handoverMinute: 8 * 60,
  start: '2026-11-23',
  members: ['Ann', 'Bob', 'Cas'],
};
const ms = (iso: string) => Date.parse(iso);
const text = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 16);

describe('who is on call', () => {
  it.each([
    ['2026-11-23T07:00:00Z', 'Ann', '2026-11-23T07:00', '2026-11-30T07:00'],
    ['2026-11-23T06:59:59Z', 'Cas', '2026-11-16T07:00', '2026-11-23T07:00'],
    ['2026-11-30T07:00:00Z', 'Bob', '2026-11-30T07:00', '2026-12-07T07:00'],
    ['2026-12-14T12:00:00Z', 'Ann', '2026-12-14T07:00', '2026-12-21T07:00'],
    ['2026-11-02T12:00:00Z', 'Ann', '2026-11-02T07:00', '2026-11-09T07:00'],
  ])('at %s: %s, from %s to %s', (iso, who, from, to) => {
    const duty = onCallAt(rota, [], ms(iso));
    expect([duty.userId, text(duty.fromMs), text(duty.toMs), duty.insteadOf]).toEqual([who, from, to, undefined]);
  });

  it('is whoever takes over, for as long as they do', () => {
    const overrides = [{ userId: 'Cas', fromMs: ms('2026-12-24T11:00:00Z'), toMs: ms('2026-12-29T11:00:00Z') }];
    const span = { fromMs: ms('2026-12-21T07:00:00Z'), toMs: ms('2027-01-04T07:00:00Z') };
    const duties = onCallBetween(rota, overrides, span);
    expect(duties.map((duty) => [duty.userId, duty.insteadOf, text(duty.fromMs)])).toEqual([
      ['Bob', undefined, '2026-12-21T07:00'],
      ['Cas', 'Bob', '2026-12-24T11:00'],
      ['Cas', undefined, '2026-12-28T07:00'],
      ['Cas', undefined, '2026-12-29T11:00'],
    ]);
  });

  it('keeps to the weeks of the calendar over a change of the clock', () => {
    const weeks = turnsFrom({ ...rota, start: '2026-10-12' }, ms('2026-10-14T00:00:00Z'), 3);
    expect(weeks.map(({ userId, fromMs, toMs }) => [userId, text(fromMs), (toMs - fromMs) / HOUR])).toEqual([
      ['Ann', '2026-10-12T06:00', 168],
      ['Bob', '2026-10-19T06:00', 169],
      ['Cas', '2026-10-26T07:00', 168],
    ]);
  });

  it.each([
    ['2026-11-23', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['23.11.2026', false],
    ['2026-11-23T00:00:00Z', false],
    ['0000-01-01', false],
  ])('%s is a day: %s', (day, expected) => expect(isCalendarDay(day)).toBe(expected));

  it('is nobody’s to say without members, or in no zone', () => {
    expect(() => onCallAt({ ...rota, members: [] }, [], 0)).toThrow(RangeError);
    expect(() => onCallAt({ ...rota, zone: 'Nowhere/Else' }, [], 0)).toThrow(RangeError);
  });
});

const dayText = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const moments = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2040, 0, 1) });
const rotas = fc.record({
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/Chicago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
  ),
  handoverDay: fc.integer({ min: 1, max: 7 }),
  handoverMinute: fc.integer({ min: 0, max: 1_439 }),
  start: moments.map(dayText),
  members: fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 }),
});
/** Apart from each other, from a moment on. */
const overridesFrom = (fromMs: number) =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 5 * DAY }),
        fc.integer({ min: 1, max: 10 * DAY }),
        fc.integer({ min: 1, max: 50 }),
      ),
      {
        maxLength: 6,
      },
    )
    .map((gaps) => {
      let atMs = fromMs;
      return gaps.map(([gap, length, userId]): RotaOverride<number> => {
        const begin = atMs + gap;
        atMs = begin + length;
        return { userId, fromMs: begin, toMs: atMs };
      });
    });

describe('being on call', () => {
  it('has no hole and no two at once, over weeks, overrides and changes of the clock', () => {
    const scenes = moments.chain((fromMs) => fc.tuple(rotas, fc.constant(fromMs), overridesFrom(fromMs - 3 * DAY)));
    fc.assert(
      fc.property(scenes, ([plan, fromMs, overrides]) => {
        const toMs = fromMs + 60 * DAY;
        const duties = onCallBetween(plan, overrides, { fromMs, toMs });
        expect(duties[0]?.fromMs).toBe(fromMs);
        expect(duties.at(-1)?.toMs).toBe(toMs);
        for (const [index, { fromMs: begin, toMs: end }] of duties.entries()) {
          expect(end).toBeGreaterThan(begin);
          if (index > 0) expect(begin).toBe(duties[index - 1]?.toMs);
        }
      }),
    );
  });

  it('is the same for every moment of a stretch', () => {
    const scenes = moments.chain((fromMs) => fc.tuple(rotas, fc.constant(fromMs), overridesFrom(fromMs - 3 * DAY)));
    fc.assert(
      fc.property(scenes, fc.double({ min: 0, max: 1, noNaN: true }), ([plan, timeMs, overrides], part) => {
        const duty = onCallAt(plan, overrides, timeMs);
        expect(duty.fromMs).toBeLessThanOrEqual(timeMs);
        expect(duty.toMs).toBeGreaterThan(timeMs);
        const within = duty.fromMs + Math.floor((duty.toMs - 1 - duty.fromMs) * part);
        expect(onCallAt(plan, overrides, within)).toEqual(duty);
      }),
    );
  });

  it('goes from each member to the next, on the day and at the time of the handover unless the clock skips it', () => {
    fc.assert(
      fc.property(rotas, moments, (plan, timeMs) => {
        const turns = turnsFrom(plan, timeMs, 8);
        const { members } = plan;
        for (const [index, { userId, fromMs }] of turns.entries()) {
          const before = turns[index - 1];
          if (before) expect(userId).toBe(members[(members.indexOf(before.userId) + 1) % members.length]);
          const shown = clockFields(fromMs, plan.zone);
          const minute = shown.hour * 60 + shown.minute;
          if (minute !== plan.handoverMinute) continue;
          expect(weekDayOf(dayNumberOf(shown))).toBe(plan.handoverDay);
        }
      }),
    );
  });
});
