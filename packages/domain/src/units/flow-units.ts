import { BARREL, DAY, FOOT, GALLON, HOUR, MINUTE, metric, POUND, SI, type Unit, us } from './unit.ts';

export const FLOW: readonly Unit[] = [
  metric('flow', 'm³/s', { factor: 1, counterpart: 'gpm', origin: SI, names: ['m3/s', 'm3/sec', 'cumec'] }),
  metric('flow', 'm³/min', { factor: 1 / MINUTE, counterpart: 'gpm', origin: SI, names: ['m3/min'] }),
  metric('flow', 'm³/h', {
    factor: 1 / HOUR,
    counterpart: 'gpm',
    origin: SI,
    names: ['m3/h', 'm3/hr', 'm3/hour', 'm3h', 'cmh'],
  }),
  metric('flow', 'm³/d', { factor: 1 / DAY, counterpart: 'bbl/d', origin: SI, names: ['m3/d', 'm3/day', 'm3d'] }),
  metric('flow', 'L/s', {
    factor: 1e-3,
    counterpart: 'gpm',
    origin: SI,
    names: ['l/s', 'l/sec', 'lps', 'liter/s', 'litre/s'],
  }),
  metric('flow', 'L/min', { factor: 1e-3 / MINUTE, counterpart: 'gpm', origin: SI, names: ['l/min', 'lpm'] }),
  metric('flow', 'L/h', { factor: 1e-3 / HOUR, counterpart: 'gpm', origin: SI, names: ['l/h', 'l/hr', 'lph'] }),
  us('flow', 'gpm', {
    factor: GALLON / MINUTE,
    counterpart: 'm³/h',
    origin: 'B.8: gallon (U.S.) per minute, 6.309 020 E−05 m³/s',
    names: ['gpm', 'gal/min', 'usgpm', 'gallon/min', 'gallons/min', 'gallonsperminute', 'usgal/min'],
  }),
  us('flow', 'gal/h', {
    factor: GALLON / HOUR,
    counterpart: 'L/h',
    origin: 'B.8: gallon (U.S.), 3.785 412 E−03 m³, by hour, 3.6 E+03 s, exact',
    names: ['gal/h', 'gal/hr', 'gph'],
  }),
  us('flow', 'bbl/d', {
    factor: BARREL / DAY,
    counterpart: 'm³/d',
    origin: 'B.8: barrel (42 U.S. gallons), 1.589 873 E−01 m³, by day, 8.64 E+04 s, exact',
    names: ['bbl/d', 'bbl/day', 'bbls/d', 'bbls/day', 'bpd', 'b/d', 'barrels/day', 'barrel/day', 'bblpd'],
  }),
  us('flow', 'bbl/h', {
    factor: BARREL / HOUR,
    counterpart: 'm³/h',
    origin: 'B.8: barrel (42 U.S. gallons), 1.589 873 E−01 m³, by hour, 3.6 E+03 s, exact',
    names: ['bbl/h', 'bbl/hr', 'bbls/hr', 'bph'],
  }),
  us('flow', 'bbl/min', {
    factor: BARREL / MINUTE,
    counterpart: 'm³/min',
    origin: 'B.8: barrel (42 U.S. gallons), 1.589 873 E−01 m³, by minute, 60 s, exact',
    names: ['bbl/min', 'bbls/min', 'barrels/min'],
  }),
  us('flow', 'ft³/min', {
    factor: FOOT ** 3 / MINUTE,
    counterpart: 'm³/h',
    origin: 'B.8: cubic foot per minute, 4.719 474 E−04 m³/s',
    names: ['ft3/min', 'cfm', 'acfm'],
  }),
];

export const MASS_FLOW: readonly Unit[] = [
  metric('massFlow', 'kg/s', { factor: 1, counterpart: 'lb/h', origin: SI, names: ['kg/s', 'kg/sec'] }),
  metric('massFlow', 'kg/min', { factor: 1 / MINUTE, counterpart: 'lb/min', origin: SI, names: ['kg/min'] }),
  metric('massFlow', 'kg/h', { factor: 1 / HOUR, counterpart: 'lb/h', origin: SI, names: ['kg/h', 'kg/hr', 'kgh'] }),
  metric('massFlow', 't/h', { factor: 1e3 / HOUR, counterpart: 'lb/h', origin: SI, names: ['t/h', 't/hr', 'tph'] }),
  us('massFlow', 'lb/h', {
    factor: POUND / HOUR,
    counterpart: 'kg/h',
    origin: 'B.8: pound per hour, 1.259 979 E−04 kg/s',
    names: ['lb/h', 'lb/hr', 'lbs/h', 'lbs/hr', 'pph'],
  }),
  us('massFlow', 'lb/min', {
    factor: POUND / MINUTE,
    counterpart: 'kg/min',
    origin: 'B.8: pound per minute, 7.559 873 E−03 kg/s',
    names: ['lb/min', 'lbs/min'],
  }),
];

export const VOLUME: readonly Unit[] = [
  metric('volume', 'm³', {
    factor: 1,
    counterpart: 'bbl',
    origin: SI,
    names: ['m3', 'cubicmeter', 'cubicmeters', 'cubicmetres'],
  }),
  metric('volume', 'L', {
    factor: 1e-3,
    counterpart: 'gal',
    origin: SI,
    names: ['l', 'ltr', 'liter', 'liters', 'litre', 'litres'],
  }),
  us('volume', 'gal', {
    factor: GALLON,
    counterpart: 'L',
    origin: 'B.8: gallon (U.S.), 3.785 412 E−03 m³',
    names: ['gal', 'gals', 'gallon', 'gallons', 'usgal', 'usgallon', 'usgallons'],
  }),
  us('volume', 'bbl', {
    factor: BARREL,
    counterpart: 'm³',
    origin: 'B.8: barrel (42 U.S. gallons), 1.589 873 E−01 m³',
    names: ['bbl', 'bbls', 'barrel', 'barrels'],
  }),
  us('volume', 'ft³', {
    factor: FOOT ** 3,
    counterpart: 'm³',
    origin: 'B.8: cubic foot, 2.831 685 E−02 m³',
    names: ['ft3', 'cuft', 'cubicfoot', 'cubicfeet'],
  }),
];
