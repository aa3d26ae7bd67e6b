import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import { expect, it } from 'vitest';
import { timeText, valuesOfCause } from './alert-reader.ts';

const items = new Map([
  ['_pressure', { name: 'Suction', unit: 'psi' }],
  ['_speed', { name: 'Speed', unit: 'rpm' }],
]);
const metric = new UserUnits(unitChoice([{ attributeName: 'units', attributeValue: 'metric' }]));

it.each([
  ['_Pressure > 100 (_Pressure = 145.038)', ['Suction 1000 kPa (sent as 145.038 psi)']],
  ['_Pressure = 100 and _Speed > 3 (_Pressure = 145.038, _Speed = 4)', ['Suction 1000 kPa (sent as 145.038 psi)']],
  ['avg(_Pressure, 60) > 1 (avg(_Pressure, 60) = 3)', []],
  ['_Note == "_Pressure = 3" (_Note = "_Pressure = 3")', []],
  ['_Unknown > 1 (_Unknown = 2)', []],
  ['_Pressure > 1 (_Pressure = unknown)', []],
  ['', []],
])('reads the values of %j', (cause, expected) => {
  expect(valuesOfCause(cause, items, metric)).toEqual(expected);
});

it.each([
  ['UTC', '2026-07-01 12:00:00 UTC'],
  ['Europe/Oslo', '2026-07-01 14:00:00 GMT+2 (Europe/Oslo)'],
  ['America/Chicago', '2026-07-01 07:00:00 CDT (America/Chicago)'],
])('writes a moment as the clock in %s shows it', (zone, expected) => {
  expect(timeText(Date.UTC(2026, 6, 1, 12), zone)).toBe(expected);
});
