import { describe, expect, it } from 'vitest';
import { isSamePlace, placeFault } from './place.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('a place', () => {
  it.each([
    [at(90, 180), undefined],
    [at(-90, -180), undefined],
    [at(90.001, 0), 'position: a latitude lies between -90 and 90 degrees'],
    [at(Number.NaN, 0), 'position: a latitude lies between -90 and 90 degrees'],
    [at(0, -180.001), 'position: a longitude lies between -180 and 180 degrees'],
    [at(0, Number.POSITIVE_INFINITY), 'position: a longitude lies between -180 and 180 degrees'],
  ])('is on the earth, or not and says why', (place, fault) => expect(placeFault(place)).toBe(fault));

  it.each([
    ['nine metres north', at(31, -102), at(31.000081, -102), true],
    ['eleven metres north', at(31, -102), at(31.000099, -102), false],
    ['as many degrees east, which are fewer metres there', at(60, 10), at(60, 10.000099), true],
    ['across the date line', at(0, 180), at(0, -179.99995), true],
    ['across the date line and further', at(0, 179.9), at(0, -179.9), false],
    ['at the pole, wherever one looks', at(90, 0), at(90, 170), true],
  ])('is the same within ten metres: %s', (_where, a, b, isSame) => {
    expect(isSamePlace(a, b)).toBe(isSame);
    expect(isSamePlace(b, a)).toBe(isSame);
  });
});
