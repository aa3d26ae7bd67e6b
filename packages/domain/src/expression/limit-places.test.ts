import { expect, it } from 'vitest';
import { limitPlaces, withLimit } from './limit-places.ts';

it.each([
  ['_Pressure > 100', [[100, '_Pressure']], '_Pressure > 7.5'],
  [
    '_Level<-2.5e1 or 12 <= _Level',
    [
      [-25, '_Level'],
      [12, '_Level'],
    ],
    '_Level<7.5 or 12 <= _Level',
  ],
  ['held(avg(_A, 60) > 3, 30) and _B = 4', [[3, undefined]], 'held(avg(_A, 60) > 7.5, 30) and _B = 4'],
  [
    'if(_A > (2), _B < - 4, true)',
    [
      [2, '_A'],
      [-4, '_B'],
    ],
    'if(_A > (7.5), _B < - 4, true)',
  ],
] as const)('in %s the limits stand where they are', (text, expected, first) => {
  const places = limitPlaces(text);
  expect(places.map(({ value, variable }) => [value, variable])).toEqual(expected);
  const [place] = places;
  if (!place) throw new Error('There is no limit.');
  expect(withLimit(text, place, 7.5)).toBe(first);
  expect(limitPlaces(withLimit(text, place, -3))[0]?.value).toBe(-3);
});

it.each(['_A = 3', '1 > 2', '_A > _B', 'alarm("x")'])('there is none in %s', (text) => {
  expect(limitPlaces(text)).toEqual([]);
});

it('a number is written as people do', () => {
  expect(withLimit('_A > 1', { start: 5, end: 6 }, 0.1 + 0.2)).toBe('_A > 0.3');
});
