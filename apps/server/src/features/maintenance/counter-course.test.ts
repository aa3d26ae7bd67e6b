import { counterStep } from '@telltale/domain/field/parts/counter-step.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CounterCourse, DAY_MS } from './counter-course.ts';

const START_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** What the history says of days from its readings, as guarantee of `delta`: a step down counts from zero. */
function aggregatesOf(
  readings: readonly (readonly [timeMs: number, value: number])[],
  fromMs: number,
  untilMs: number,
) {
  const startsMs: number[] = [];
  const columns = { delta: [], last: [], min: [], max: [] } as Record<string, (number | null)[]>;
  for (let dayMs = fromMs; dayMs <= untilMs; dayMs += DAY_MS) {
    startsMs.push(dayMs);
    const isOfDay = ([timeMs]: readonly [number, number]) => timeMs >= dayMs && timeMs < dayMs + DAY_MS;
    const values = readings.filter(isOfDay).map(([, value]) => value);
    const before = readings.findLast(([timeMs]) => timeMs < dayMs)?.[1];
    const all = before === undefined ? values : [before, ...values];
    const delta = all
      .slice(1)
      .reduce((sum, value, i) => sum + (value >= (all[i] ?? 0) ? value - (all[i] ?? 0) : value), 0);
    columns.delta?.push(values.length === 0 ? null : delta);
    columns.last?.push(values.at(-1) ?? null);
    columns.min?.push(values.length === 0 ? null : Math.min(...values));
    columns.max?.push(values.length === 0 ? null : Math.max(...values));
  }
  return { startsMs: Float64Array.from(startsMs), series: [columns] };
}

function courseOf(readings: readonly (readonly [number, number])[], untilMs: number, first?: number): CounterCourse {
  const course = new CounterCourse(START_MS, first);
  const before = first === undefined ? [] : [[START_MS - 1, first] as const];
  course.add(aggregatesOf([...before, ...readings], START_MS, untilMs), untilMs);
  return course;
}

const at = (hours: number, value: number) => [START_MS + hours * HOUR_MS, value] as const;

describe('the course of a counter', () => {
  test('goes on over days without readings, and knows the days that were', () => {
    const course = courseOf([at(1, 12), at(30, 15), at(80, 18)], START_MS + 90 * HOUR_MS, 10);
    expect([course.totalNow(undefined), course.totalNow(18.5), course.reading]).toEqual([8, 8.5, 18]);
    expect(course.totalAtReading(START_MS + 28 * HOUR_MS, 13)).toBe(3);
    expect(course.totalAtReading(START_MS + 28 * HOUR_MS, 11)).toBeUndefined();
    expect(course.totalAtReading(START_MS + 28 * HOUR_MS, 16)).toBeUndefined();
  });

  test('passes a reset once, and takes a correction for what it is', () => {
    const until = START_MS + 71 * HOUR_MS;
    expect(courseOf([at(1, 100), at(2, 104), at(30, 1), at(31, 3)], until, 98).totalNow(undefined)).toBe(9);
    expect(courseOf([at(1, 100), at(30, 90), at(31, 95)], until, 98).totalNow(undefined)).toBe(2);
    expect(courseOf([at(1, 10), at(2, 100), at(3, 6), at(4, 8)], until, 10).totalNow(undefined)).toBe(98);
  });

  test('of one that trembles is not taken for resets', () => {
    const readings = Array.from({ length: 480 }, (_, n) => at(n / 4, 500 + n / 40 - (n % 3 === 0 ? 0.02 : 0)));
    const total = courseOf(readings, START_MS + 120 * HOUR_MS, 500).totalNow(undefined);
    expect(total).toBeGreaterThan(11.9);
    expect(total).toBeLessThan(12.2);
  });

  test('is the sum of its steps, and never goes back', () => {
    const steps = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(steps, fc.nat({ max: 99 }), (some, resetAt) => {
        let value = 100;
        const readings = some.map((step, n) => {
          value = n === resetAt ? step : value + step;
          return at(n * 3 + 1, value);
        });
        const course = courseOf(readings, START_MS + some.length * 3 * HOUR_MS, 100);
        let [total, before] = [0, 100];
        for (const [, reading] of readings) {
          total += counterStep(before, reading);
          before = reading;
        }
        expect(course.totalNow(undefined)).toBeCloseTo(total, 6);
        for (const day of course.lastDays(START_MS + some.length * 3 * HOUR_MS, total, 30)) {
          expect(day).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('followed from day to day is the same as read at once', () => {
    const readings = Array.from({ length: 100 }, (_, n) => at(n * 2, n === 50 ? 1 : n < 50 ? 40 + n : n - 49));
    const until = START_MS + 200 * HOUR_MS;
    const whole = courseOf(readings, until, 40);
    const course = new CounterCourse(START_MS, 40);
    for (let hours = 5; hours <= 200; hours += 13) {
      const untilMs = START_MS + hours * HOUR_MS;
      const known = [[START_MS - 1, 40] as const, ...readings.filter(([timeMs]) => timeMs <= untilMs)];
      course.add(aggregatesOf(known, course.openMs, untilMs), untilMs);
    }
    course.add(aggregatesOf([[START_MS - 1, 40], ...readings], course.openMs, until), until);
    expect(course.totalNow(undefined)).toBe(whole.totalNow(undefined));
    expect(course.lastDays(until, course.totalNow(undefined), 30)).toEqual(
      whole.lastDays(until, whole.totalNow(undefined), 30),
    );
  });
});
