import { expect, it } from 'vitest';
import { shownLabel } from './shown-label.ts';
import { UserUnits } from './user-units.ts';

const units = new UserUnits({ system: 'sent', units: { pressure: 'bar', temperature: '°C' } });
const [bar, celsius] = [units.conversionOf('PSI'), units.conversionOf('degF')];

it.each([
  ['', [bar], ''],
  ['Pressure', [undefined], 'Pressure'],
  ['psi', [bar], 'bar'],
  ['Pressure (psi)', [bar, bar], 'Pressure (bar)'],
  ['Pressure [PSI], suction', [bar], 'Pressure [bar], suction'],
  ['Pressure', [bar], 'Pressure (bar)'],
  ['Pressure, psi and °F', [bar, celsius], 'Pressure, bar and °C'],
  ['Both', [bar, celsius, undefined], 'Both (bar, °C)'],
])('the axis %j reads %#', (label, conversions, shown) => expect(shownLabel(label, conversions)).toBe(shown));
