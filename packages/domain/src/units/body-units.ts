import {
  FOOT,
  GALLON,
  GRAVITY,
  HOUR,
  INCH,
  MILE,
  MINUTE,
  metric,
  POUND,
  POUND_FORCE,
  SI,
  type Unit,
  us,
} from './unit.ts';

export const LENGTHS: readonly Unit[] = [
  metric('length', 'm', {
    factor: 1,
    counterpart: 'ft',
    origin: SI,
    names: ['meter', 'meters', 'metre', 'metres', 'mtr'],
    exact: ['m'],
  }),
  us('length', 'ft', {
    factor: FOOT,
    counterpart: 'm',
    origin: 'B.8: foot, 3.048 E−01 m, exact',
    names: ['ft', 'foot', 'feet'],
  }),
  metric('distance', 'km', { factor: 1e3, counterpart: 'mi', origin: SI, names: ['km', 'kilometer', 'kilometers'] }),
  us('distance', 'mi', {
    factor: MILE,
    counterpart: 'km',
    origin: 'B.8: mile, 1.609 344 E+03 m, exact',
    names: ['mi', 'mile', 'miles'],
  }),
  metric('size', 'mm', {
    factor: 1e-3,
    counterpart: 'in',
    origin: SI,
    names: ['millimeter', 'millimeters', 'millimetres'],
    exact: ['mm'],
  }),
  metric('size', 'cm', { factor: 1e-2, counterpart: 'in', origin: SI, names: ['cm', 'centimeter', 'centimeters'] }),
  us('size', 'in', {
    factor: INCH,
    counterpart: 'mm',
    origin: 'B.8: inch, 2.54 E−02 m, exact',
    names: ['in', 'inch', 'inches', '"'],
  }),
];

export const SPEEDS: readonly Unit[] = [
  metric('velocity', 'm/s', { factor: 1, counterpart: 'ft/s', origin: SI, names: ['m/s', 'm/sec', 'mps'] }),
  metric('velocity', 'm/min', { factor: 1 / MINUTE, counterpart: 'ft/min', origin: SI, names: ['m/min'] }),
  us('velocity', 'ft/s', {
    factor: FOOT,
    counterpart: 'm/s',
    origin: 'B.8: foot per second, 3.048 E−01 m/s, exact',
    names: ['ft/s', 'ft/sec'],
  }),
  us('velocity', 'ft/min', {
    factor: FOOT / MINUTE,
    counterpart: 'm/min',
    origin: 'B.8: foot per minute, 5.08 E−03 m/s, exact',
    names: ['ft/min', 'fpm'],
  }),
  metric('penetration', 'm/h', { factor: 1 / HOUR, counterpart: 'ft/h', origin: SI, names: ['m/h', 'm/hr'] }),
  us('penetration', 'ft/h', {
    factor: FOOT / HOUR,
    counterpart: 'm/h',
    origin: 'B.8: foot per hour, 8.466 667 E−05 m/s',
    names: ['ft/h', 'ft/hr', 'ft/hour', 'fph'],
  }),
  metric('speed', 'km/h', {
    factor: 1e3 / HOUR,
    counterpart: 'mph',
    origin: 'B.8: kilometer per hour, 2.777 778 E−01 m/s',
    names: ['km/h', 'km/hr', 'kmh', 'kph', 'kmph'],
  }),
  us('speed', 'mph', {
    factor: MILE / HOUR,
    counterpart: 'km/h',
    origin: 'B.8: mile per hour, 4.4704 E−01 m/s, exact',
    names: ['mph', 'mi/h', 'mi/hr', 'miles/hour'],
  }),
];

export const MASSES: readonly Unit[] = [
  metric('mass', 'kg', { factor: 1, counterpart: 'lb', origin: SI, names: ['kg', 'kgs', 'kilogram', 'kilograms'] }),
  metric('mass', 't', {
    factor: 1e3,
    counterpart: 'short ton',
    origin: SI,
    names: ['tonne', 'tonnes', 'metricton', 'metrictons'],
    exact: ['t'],
  }),
  us('mass', 'lb', {
    factor: POUND,
    counterpart: 'kg',
    origin: 'B.8: pound (avoirdupois), 4.535 924 E−01 kg; exactly 0.453 592 37 kg',
    names: ['lb', 'lbs', 'lbm', 'pound', 'pounds'],
  }),
  us('mass', 'short ton', {
    factor: 2_000 * POUND,
    counterpart: 't',
    origin: 'B.8: ton, short (2000 lb), 9.071 847 E+02 kg',
    names: ['shortton', 'shorttons', 'uston'],
  }),
  metric('density', 'kg/m³', { factor: 1, counterpart: 'lb/gal', origin: SI, names: ['kg/m3', 'kgm3'] }),
  metric('density', 'g/cm³', {
    factor: 1e3,
    counterpart: 'lb/gal',
    origin: 'B.8: gram per cubic centimeter, 1.0 E+03 kg/m³, exact',
    names: ['g/cm3', 'g/cc', 'gm/cc', 'kg/l'],
  }),
  us('density', 'lb/gal', {
    factor: POUND / GALLON,
    counterpart: 'kg/m³',
    origin: 'B.8: pound per gallon (U.S.), 1.198 264 E+02 kg/m³',
    names: ['lb/gal', 'lbs/gal', 'lbm/gal', 'ppg'],
  }),
  us('density', 'lb/ft³', {
    factor: POUND / FOOT ** 3,
    counterpart: 'kg/m³',
    origin: 'B.8: pound per cubic foot, 1.601 846 E+01 kg/m³',
    names: ['lb/ft3', 'lbs/ft3', 'lbm/ft3', 'pcf'],
  }),
];

export const FORCES: readonly Unit[] = [
  metric('force', 'N', { factor: 1, counterpart: 'lbf', origin: SI, names: ['newton', 'newtons'], exact: ['N'] }),
  metric('force', 'daN', { factor: 10, counterpart: 'lbf', origin: SI, names: ['dan'] }),
  metric('force', 'kN', { factor: 1e3, counterpart: 'klbf', origin: SI, names: ['kilonewton'], exact: ['kN', 'KN'] }),
  metric('force', 'kgf', {
    factor: GRAVITY,
    counterpart: 'lbf',
    origin: 'B.8: kilogram-force, 9.806 65 E+00 N, exact',
    names: ['kgf'],
  }),
  us('force', 'lbf', {
    factor: POUND_FORCE,
    counterpart: 'N',
    origin: 'B.8: pound-force, 4.448 222 E+00 N',
    names: ['lbf', 'poundforce'],
  }),
  us('force', 'klbf', {
    factor: 1e3 * POUND_FORCE,
    counterpart: 'kN',
    origin: 'B.8: kip, 4.448 222 E+03 N',
    names: ['klbf', 'kip', 'kips'],
  }),
  metric('torque', 'N·m', {
    factor: 1,
    counterpart: 'lbf·ft',
    origin: SI,
    names: [],
    exact: ['Nm', 'N-m', 'NM'],
  }),
  metric('torque', 'kN·m', { factor: 1e3, counterpart: 'klbf·ft', origin: SI, names: ['knm', 'kn-m'] }),
  us('torque', 'lbf·ft', {
    factor: POUND_FORCE * FOOT,
    counterpart: 'N·m',
    origin: 'B.8: pound-force foot, 1.355 818 E+00 N·m',
    names: ['lbfft', 'lbf-ft', 'ft-lb', 'ft-lbs', 'ftlb', 'ftlbs', 'ftlbf', 'ft-lbf', 'lb-ft', 'lbft'],
  }),
  us('torque', 'klbf·ft', {
    factor: 1e3 * POUND_FORCE * FOOT,
    counterpart: 'kN·m',
    origin: 'B.8: pound-force foot, 1.355 818 E+00 N·m, a thousand of it',
    names: ['klbfft', 'klbf-ft', 'kft-lb', 'kft-lbs', 'kftlb', 'kftlbs', 'kft-lbf', 'kftlbf', 'klbft'],
  }),
  metric('power', 'W', { factor: 1, counterpart: 'hp', origin: SI, names: ['watt', 'watts'], exact: ['W'] }),
  metric('power', 'kW', { factor: 1e3, counterpart: 'hp', origin: SI, names: ['kw', 'kilowatt', 'kilowatts'] }),
  metric('power', 'MW', { factor: 1e6, counterpart: 'hp', origin: SI, names: ['megawatt'], exact: ['MW'] }),
  us('power', 'hp', {
    factor: 550 * POUND_FORCE * FOOT,
    counterpart: 'kW',
    origin: 'B.8: horsepower (550 ft·lbf/s), 7.456 999 E+02 W',
    names: ['hp', 'bhp', 'hhp', 'horsepower'],
  }),
];
