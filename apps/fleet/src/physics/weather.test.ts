import { expect, test } from 'vitest';
import { ambientF, DAY_MS, HOUR_MS, isWorkingDay, solarHour, sunshine } from './weather.ts';

test.each([
  ['Greenwich at noon', Date.UTC(2026, 0, 1, 12), 0, 12],
  ['Texas at noon UTC', Date.UTC(2026, 0, 1, 12), -102, 5.2],
  ['Texas just after midnight UTC', Date.UTC(2026, 0, 1, 1), -102, 18.2],
])('solar hour: %s', (_case, timeMs, longitude, expected) => {
  expect(solarHour(timeMs, longitude)).toBeCloseTo(expected, 6);
});

test('Saturday and Sunday are no working days, Friday and Monday are', () => {
  const friday = Date.UTC(2026, 10, 20, 18);
  expect([0, 1, 2, 3].map((day) => isWorkingDay(friday + day * DAY_MS, -102))).toEqual([true, false, false, true]);
});

test('Texas is hotter in July than in January, and in the afternoon than before dawn', () => {
  const mean = (month: number, hour: number) => {
    let sum = 0;
    for (let day = 1; day <= 28; day++) sum += ambientF(1, Date.UTC(2026, month, day) + hour * HOUR_MS, 32, -102);
    return sum / 28;
  };
  expect(mean(6, 21)).toBeGreaterThan(mean(0, 21) + 30);
  expect(mean(6, 21)).toBeGreaterThan(mean(6, 11) + 12);
});

test('the ambient temperature stays within what is lived in all year', () => {
  for (let t = Date.UTC(2026, 0, 1); t < Date.UTC(2027, 0, 1); t += HOUR_MS) {
    const value = ambientF(9, t, 32, -102);
    expect(value).toBeGreaterThan(5);
    expect(value).toBeLessThan(118);
  }
});

test('the sun does not shine at midnight', () => {
  expect(sunshine(Date.UTC(2026, 5, 1, 6.8), -102)).toBe(0);
  expect(sunshine(Date.UTC(2026, 5, 1, 19), -102)).toBeGreaterThan(0.9);
});
