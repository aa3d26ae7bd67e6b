import { FOOT, GRAVITY, INCH, metric, POUND_FORCE, SI, type Unit, us } from './unit.ts';

export const PRESSURE: readonly Unit[] = [
  metric('pressure', 'Pa', { factor: 1, counterpart: 'psi', origin: SI, names: [], exact: ['Pa', 'PA', 'pascal'] }),
  metric('pressure', 'kPa', { factor: 1e3, counterpart: 'psi', origin: SI, names: ['kpa', 'kilopascal'] }),
  metric('pressure', 'MPa', {
    factor: 1e6,
    counterpart: 'psi',
    origin: SI,
    names: ['megapascal'],
    exact: ['MPa', 'MPA', 'Mpa'],
  }),
  metric('pressure', 'mbar', {
    factor: 100,
    counterpart: 'psi',
    origin: 'B.8: millibar, 1.0 E+02 Pa, exact',
    names: ['millibar'],
    exact: ['mbar', 'mBar', 'MBAR'],
  }),
  metric('pressure', 'bar', {
    factor: 1e5,
    counterpart: 'psi',
    origin: 'B.8: bar, 1.0 E+05 Pa, exact',
    names: ['bar', 'bars'],
  }),
  metric('pressure', 'kgf/cm²', {
    factor: GRAVITY * 1e4,
    counterpart: 'psi',
    origin: 'B.8: kilogram-force per square centimeter, 9.806 65 E+04 Pa, exact',
    names: ['kgf/cm2', 'kg/cm2', 'kgcm2'],
  }),
  us('pressure', 'psi', {
    factor: POUND_FORCE / INCH ** 2,
    counterpart: 'kPa',
    origin: 'B.8: pound-force per square inch, 6.894 757 E+03 Pa',
    names: ['psi', 'lbf/in2', 'lb/in2', 'lbs/in2', 'lb/sqin', 'lbs/sqin', 'poundpersquareinch', 'poundspersquareinch'],
  }),
  us('pressure', 'inHg', {
    factor: 3386.389,
    counterpart: 'kPa',
    origin: 'B.8: inch of mercury, conventional, 3.386 389 E+03 Pa',
    names: ['inhg', 'inofhg', '"hg'],
  }),
  us('pressure', 'inH₂O', {
    factor: 249.0889,
    counterpart: 'kPa',
    origin: 'B.8: inch of water, conventional, 2.490 889 E+02 Pa',
    names: ['inh2o', 'inwc', 'inofwater', '"h2o', '"wc'],
  }),
  metric('pressure', 'mmHg', {
    factor: 133.3224,
    counterpart: 'psi',
    origin: 'B.8: millimeter of mercury, conventional, 1.333 224 E+02 Pa',
    names: ['mmhg'],
  }),
];

export const PRESSURE_GRADIENT: readonly Unit[] = [
  metric('pressureGradient', 'kPa/m', { factor: 1e3, counterpart: 'psi/ft', origin: SI, names: ['kpa/m'] }),
  metric('pressureGradient', 'bar/m', {
    factor: 1e5,
    counterpart: 'psi/ft',
    origin: 'B.8: bar, 1.0 E+05 Pa, exact',
    names: ['bar/m'],
  }),
  us('pressureGradient', 'psi/ft', {
    factor: POUND_FORCE / INCH ** 2 / FOOT,
    counterpart: 'kPa/m',
    origin: 'B.8: pound-force per square inch, 6.894 757 E+03 Pa, by foot, 3.048 E−01 m, exact',
    names: ['psi/ft', 'psi/foot'],
  }),
];

export const TEMPERATURE: readonly Unit[] = [
  metric('temperature', 'K', {
    factor: 1,
    counterpart: '°F',
    origin: SI,
    names: ['degk', '°k', 'kelvin', 'kelvins'],
    exact: ['K'],
  }),
  metric('temperature', '°C', {
    factor: 1,
    zero: 273.15,
    counterpart: '°F',
    origin: 'B.8: degree Celsius, T/K = t/°C + 273.15, exact',
    names: ['°c', 'degc', 'deg_c', 'celsius', 'degreec', 'degreesc', 'degcelsius', 'degreecelsius', 'degreescelsius'],
    exact: ['C'],
  }),
  us('temperature', '°F', {
    factor: 5 / 9,
    zero: 459.67 * (5 / 9),
    counterpart: '°C',
    origin: 'B.8: degree Fahrenheit, T/K = (t/°F + 459.67)/1.8, exact',
    names: ['°f', 'degf', 'deg_f', 'fahrenheit', 'degreef', 'degreesf', 'degfahrenheit', 'degreesfahrenheit'],
    exact: ['F'],
  }),
];
