import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from './unit.ts';
import { UNITS, unitOf } from './unit-table.ts';

/** As NIST SP 811 (2008) prints them in B.8: to seven digits, or exact. */
const printed: readonly [string, number][] = [
  ['psi', 6.894757e3],
  ['bar', 1e5],
  ['mbar', 1e2],
  ['kgf/cm²', 9.80665e4],
  ['inHg', 3.386389e3],
  ['inH₂O', 2.490889e2],
  ['mmHg', 1.333224e2],
  ['psi/ft', 6.894757e3 / 3.048e-1],
  ['gpm', 6.30902e-5],
  ['gal/h', 3.785412e-3 / 3.6e3],
  ['bbl/d', 1.589873e-1 / 8.64e4],
  ['ft³/min', 4.719474e-4],
  ['lb/h', 1.259979e-4],
  ['lb/min', 7.559873e-3],
  ['gal', 3.785412e-3],
  ['bbl', 1.589873e-1],
  ['ft³', 2.831685e-2],
  ['ft', 3.048e-1],
  ['mi', 1.609344e3],
  ['in', 2.54e-2],
  ['ft/min', 5.08e-3],
  ['ft/h', 8.466667e-5],
  ['km/h', 2.777778e-1],
  ['mph', 4.4704e-1],
  ['lb', 4.535924e-1],
  ['short ton', 9.071847e2],
  ['lb/gal', 1.198264e2],
  ['lb/ft³', 1.601846e1],
  ['kgf', 9.80665],
  ['lbf', 4.448222],
  ['klbf', 4.448222e3],
  ['lbf·ft', 1.355818],
  ['hp', 7.456999e2],
];

describe('the table of units', () => {
  it.each(printed)('has for %s the factor that SP 811 prints', (symbol, factor) => {
    const unit = UNITS.find((one) => one.symbol === symbol);
    expect((unit?.factor ?? 0) / factor).toBeCloseTo(1, 6);
  });

  it('has units of each dimension in both systems, with a source, and the counterpart in the other system', () => {
    for (const dimension of DIMENSIONS) {
      const systems = new Set(UNITS.filter((unit) => unit.dimension === dimension).map(({ system }) => system));
      expect([...systems].sort(), dimension).toEqual(['metric', 'us']);
    }
    for (const { symbol, dimension, system, counterpart, origin, factor } of UNITS) {
      const other = unitOf(dimension, counterpart);
      expect(other?.system, symbol).toBe(system === 'us' ? 'metric' : 'us');
      expect(origin, symbol).not.toBe('');
      expect(factor, symbol).toBeGreaterThan(0);
    }
  });

  it('has each symbol and each name once', () => {
    const symbols = UNITS.map(({ symbol }) => symbol);
    expect(new Set(symbols).size).toBe(symbols.length);
    const names = UNITS.flatMap((unit) => unit.names.map((name) => name.toLowerCase()));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('moves the zero of temperatures only', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UNITS), ({ zero, dimension }) => zero === 0 || dimension === 'temperature'),
    );
  });
});
