import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import { describe, expect, test } from 'vitest';
import { type AlarmSpan, alarmWords, NO_ALARMS, openAt, shownLimit, worstStretches } from './chart-alarms.ts';

const span = (from: number, to: number | null, severity = 1, label = 'High'): AlarmSpan => ({
  ...{ from, to, severity, label },
  colour: `c${severity}`,
});

describe('the stretches of alarms', () => {
  test.each<[string, AlarmSpan[], [number, number, string][]]>([
    ['nothing', [], []],
    ['one that ended', [span(1, 3)], [[1, 3, 'c1']]],
    ['one that is open', [span(1, null)], [[1, Number.POSITIVE_INFINITY, 'c1']]],
    [
      'the severer lies over the other, which goes on behind it',
      [span(0, 10), span(3, 5, 9)],
      [
        [0, 3, 'c1'],
        [3, 5, 'c9'],
        [5, 10, 'c1'],
      ],
    ],
    ['equal ones that touch or overlap are one', [span(0, 4), span(2, 6), span(6, 7)], [[0, 7, 'c1']]],
    [
      'a time between stays free',
      [span(0, 1), span(2, 3)],
      [
        [0, 1, 'c1'],
        [2, 3, 'c1'],
      ],
    ],
    ['one that ended in the moment that raised it has no stretch', [span(2, 2)], []],
  ])('%s', (_, spans, expected) => {
    expect(worstStretches(spans).map(({ from, to, colour }) => [from, to, colour])).toEqual(expected);
  });
});

test('the alarms open at a moment are told with the severest first', () => {
  const spans = [span(0, 10, 1, 'Low'), span(3, 5, 9), span(4, null, 2, 'Warm'), span(6, 7, 5, 'Later')];
  expect(openAt(spans, 4).map(({ label }) => label)).toEqual(['High', 'Warm', 'Low']);
  expect(openAt(spans, 99).map(({ label }) => label)).toEqual(['Warm']);
});

test('who cannot see the picture is told thresholds and what is open', () => {
  expect(alarmWords(NO_ALARMS)).toBe('');
  const limit = { series: 0, value: 300, colour: '', label: 'High > 300' };
  const spans = [span(0, 1, 1, 'Ended'), span(0, null)];
  expect(alarmWords({ spans, thresholds: [limit, { ...limit, series: 1 }] })).toBe(
    ' Thresholds: High > 300. Open alarms: High.',
  );
});

describe('a threshold is drawn where the values are shown', () => {
  const units = (system: string) => new UserUnits(unitChoice([{ attributeName: 'units', attributeValue: system }]));
  test.each([
    ['metric', 'psi', 145.0377, 1_000, '1,000 kPa'],
    ['metric', '°F', 212, 100, '100 °C'],
    ['us', '°C', 100, 212, '212 °F'],
    ['us', '°C', -40, -40, '-40 °F'],
  ])('to who reads %s: of %s at %d', (system, unit, stored, value, text) => {
    const shown = shownLimit(stored, units(system).conversionOf(unit));
    expect(shown.value).toBeCloseTo(value, 2);
    expect(shown.text).toBe(text);
  });

  test('as it is written to who reads values as they are sent', () => {
    expect(shownLimit(145.0377, units('metric').conversionOf('rpm'))).toEqual({ value: 145.0377, text: '145.0377' });
  });
});
