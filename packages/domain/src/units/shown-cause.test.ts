import { expect, it } from 'vitest';
import { shownCause } from './shown-cause.ts';
import { UserUnits, unitChoice } from './user-units.ts';

const metric = new UserUnits(unitChoice([{ attributeName: 'units', attributeValue: 'metric' }]));

/** Where each of these stands in the text, the first with the unit of the first. */
function numbersIn(text: string, ...found: [written: string, unit: string][]) {
  let from = 0;
  return found.map(([written, unit], index) => {
    const start = text.indexOf(written, from);
    from = start + written.length;
    return { start, end: from, dataItemId: index + 1, unit } as never;
  });
}

it('shows every number that has a unit in that of the reader, and names it', () => {
  const text = '_Pressure > 100 and _Speed > 3 (_Pressure = 145.038, _Speed = 4)';
  const numbers = numbersIn(text, ['100', 'psi'], ['3', 'rpm'], ['145.038', 'psi'], ['4', 'rpm']);
  expect(shownCause(text, numbers.toReversed(), metric)).toBe(
    '_Pressure > 689.476 kPa and _Speed > 3 (_Pressure = 1000 kPa, _Speed = 4)',
  );
});

it('shifts the zero of temperatures, of numbers with signs, too', () => {
  const text = '_T < -40 (_T = -58)';
  expect(shownCause(text, numbersIn(text, ['-40', '°F'], ['-58', '°F']), metric)).toBe('_T < -40 °C (_T = -50 °C)');
  expect(shownCause('_T > --50', numbersIn('_T > --50', ['--50', '°F']), metric)).toBe('_T > 10 °C');
});

it('leaves what the portal told no numbers of, or told wrongly, as it was written', () => {
  expect(shownCause('_P > 3 (_P = 4)', undefined, metric)).toBe('_P > 3 (_P = 4)');
  expect(shownCause('_P > 3', [{ start: 0, end: 2, dataItemId: 1, unit: 'psi' }] as never, metric)).toBe('_P > 3');
  expect(shownCause('', [{ start: 0, end: 2, dataItemId: 1, unit: 'psi' }] as never, metric)).toBe('');
});

it('names the unit of every number that has one where a text is read apart from the portal, and rounds none for that', () => {
  const text = '_Pressure > 100 and _Speed > 1234567.5 (_Pressure = 145.038, _Speed = 2e+06, _Open = 1)';
  const numbers = numbersIn(text, ['100', 'psi'], ['1234567.5', 'rpm'], ['145.038', 'psi'], ['2e+06', 'rpm']);
  expect(shownCause(text, numbers, metric, 'named')).toBe(
    '_Pressure > 689.476 kPa and _Speed > 1234567.5 rpm (_Pressure = 1000 kPa, _Speed = 2e+06 rpm, _Open = 1)',
  );
});
