import { expect, it } from 'vitest';
import { placesText } from './places.ts';

it.each([
  [[], ''],
  [[4], '4'],
  [[9, 7, 8, 0, 2], '0,2,7-9'],
  [[0, 1], '0-1'],
])('places %j are %j', (places, text) => {
  expect(placesText(places)).toBe(text);
});
