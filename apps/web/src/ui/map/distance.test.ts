import { expect, test } from 'vitest';
import { EARTH_RADIUS_MILES, milesAlong, milesBetween, writeMiles } from './distance.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const quarter = (Math.PI / 2) * EARTH_RADIUS_MILES;

test('distances follow the surface of a sphere of 3958.8 miles', () => {
  expect(milesBetween(at(0, 0), at(0, 90))).toBeCloseTo(quarter, 6);
  expect(milesBetween(at(0, 179), at(0, -179))).toBeCloseTo(quarter / 45, 6);
  expect(milesBetween(at(90, 0), at(-90, 120))).toBeCloseTo(2 * quarter, 6);
  expect(milesAlong([at(0, 0), at(0, 45), at(0, 90)])).toBeCloseTo(quarter, 6);
  expect([milesAlong([]), milesAlong([at(1, 1)])]).toEqual([0, 0]);
});

test('miles are written with as many decimals as mean something', () => {
  expect([0.1234, 5.678, 2_345.6].map(writeMiles)).toEqual(['0.123 miles', '5.68 miles', '2,346 miles']);
});
