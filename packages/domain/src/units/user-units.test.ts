import { NO_BANDS, PLAIN_DISPLAY } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf } from '../display/item-display.ts';
import { convert, convertBack, convertDecimals, convertDifference, convertDisplay } from './conversion.ts';
import { DIMENSIONS } from './unit.ts';
import { readUnit } from './unit-names.ts';
import { UNITS } from './unit-table.ts';
import { faultOfUnitAttribute, UserUnits, unitAttribute, unitChoice, unitsOf } from './user-units.ts';

const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));
const reads = (values: Readonly<Record<string, string>>) => new UserUnits(unitChoice(attributes(values)));

function conversion(from: string, to: string) {
  const dimension = readUnit(from)?.unit.dimension ?? 'pressure';
  const found = reads({ [unitAttribute(dimension)]: to }).conversionOf(from);
  if (found === undefined) throw new Error(`There is no way from ${from} to ${to}.`);
  return found;
}

describe('what firmware writes for a unit', () => {
  it.each([
    ['PSI', 'psi', ''],
    ['psig', 'psi', 'g'],
    ['psi(a)', 'psi', 'a'],
    ['Psi A', 'psi', 'a'],
    ['lbf/in²', 'psi', ''],
    ['barg', 'bar', 'g'],
    ['Bar', 'bar', ''],
    ['KPA', 'kPa', ''],
    ['°F', '°F', ''],
    ['F', '°F', ''],
    ['degF', '°F', ''],
    ['deg F', '°F', ''],
    ['℉', '°F', ''],
    ['ºC', '°C', ''],
    ['DegC', '°C', ''],
    ['K', 'K', ''],
    ['GPM', 'gpm', ''],
    ['gal/min', 'gpm', ''],
    ['bbl/day', 'bbl/d', ''],
    ['BPD', 'bbl/d', ''],
    ['m³/h', 'm³/h', ''],
    ['m3/h', 'm³/h', ''],
    ['M3/HR', 'm³/h', ''],
    ['m^3/h', 'm³/h', ''],
    ['l/s', 'L/s', ''],
    ['ft/min', 'ft/min', ''],
    ['Feet', 'ft', ''],
    ['in.', 'in', ''],
    ['psi/ft', 'psi/ft', ''],
    ['HP', 'hp', ''],
    ['KW', 'kW', ''],
    ['MW', 'MW', ''],
    ['ft-lbs', 'lbf·ft', ''],
    ['N·m', 'N·m', ''],
    ['ppg', 'lb/gal', ''],
    ['miles per hour', 'mph', ''],
  ])('%j is %s%s', (text, symbol, mark) => {
    const found = readUnit(text);
    expect([found?.unit.symbol, found?.mark]).toEqual([symbol, mark]);
  });

  it.each([
    '',
    '%',
    'rpm',
    'V',
    'A',
    'mA',
    'Hz',
    'mPa',
    'mW',
    'k',
    'M',
    'bpm',
    'nm',
    'kn',
    'ΔF',
    '__proto__',
    'x'.repeat(9_999),
  ])('%j is none of the table, or might be another', (text) => expect(readUnit(text)).toBeUndefined());

  it('each symbol reads as itself', () => {
    for (const unit of UNITS) expect(readUnit(unit.symbol)?.unit).toBe(unit);
  });
});

describe('a conversion', () => {
  it.each([
    ['psi', 'bar', 100, 6.894757],
    ['psig', 'kPa', 1, 6.894757],
    ['gpm', 'm³/h', 1, 0.2271247],
    ['bbl/d', 'm³/d', 1, 0.1589873],
    ['degF', '°C', 32, 0],
    ['degF', '°C', 212, 100],
    ['degF', '°C', -40, -40],
    ['°C', 'K', 0, 273.15],
    ['°F', 'K', -459.67, 0],
    ['ft', 'm', 10_000, 3048],
    ['hp', 'kW', 1, 0.7456999],
    ['mph', 'km/h', 60, 96.56064],
    ['psi/ft', 'kPa/m', 1, 22.62059],
  ])('of %s into %s makes %d to %d', (from, to, stored, shown) => {
    expect(convert(conversion(from, to), stored)).toBeCloseTo(shown, 4);
  });

  it('there and back is the value again, between any two units of a dimension', () => {
    const pair = fc
      .constantFrom(...DIMENSIONS)
      .chain((dimension) => fc.tuple(fc.constantFrom(...unitsOf(dimension)), fc.constantFrom(...unitsOf(dimension))));
    fc.assert(
      fc.property(pair, fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([from, to], value) => {
        if (from === to) return;
        const way = conversion(from.symbol, to.symbol);
        const back = conversion(to.symbol, from.symbol);
        const near = Math.abs(value) * 1e-9 + 1e-6;
        expect(Math.abs(convertBack(way, convert(way, value)) - value)).toBeLessThan(near);
        expect(Math.abs(convert(back, convert(way, value)) - value)).toBeLessThan(near);
      }),
    );
  });

  it('of a difference adds nothing: 9 °F more are 5 °C more, wherever they begin', () => {
    const way = conversion('°F', '°C');
    expect(convertDifference(way, 9)).toBeCloseTo(5, 12);
    fc.assert(
      fc.property(
        fc.double({ min: -400, max: 4_000, noNaN: true }),
        fc.double({ min: 0, max: 500, noNaN: true }),
        (at, by) => {
          expect(convert(way, at + by) - convert(way, at)).toBeCloseTo(convertDifference(way, by), 6);
        },
      ),
    );
  });

  it('leaves a value on the side of a limit where it lay, and in its band', () => {
    const limits = fc.uniqueArray(
      fc.integer({ min: -500_000, max: 500_000 }).map((thousandths) => thousandths / 1_000),
      { minLength: 4, maxLength: 4 },
    );
    const ways = fc.constantFrom(conversion('psi', 'bar'), conversion('°F', '°C'), conversion('gpm', 'L/s'));
    fc.assert(
      fc.property(limits, ways, fc.integer({ min: 0, max: 3 }), (sorted, way, at) => {
        const [lowLow, low, high, highHigh] = sorted
          .sort((a, b) => a - b)
          .map((limit) => ({ limit, color: '' as const, severity: 1 }));
        const bands = {
          ...NO_BANDS,
          lowLow: lowLow ?? null,
          low: low ?? null,
          high: high ?? null,
          highHigh: highHigh ?? null,
        };
        const display = { ...PLAIN_DISPLAY, bands };
        // At a limit itself it is decided by the last bit.
        const value = sorted[at] as number;
        expect(bandOf(convertDisplay(way, display), convert(way, value))).toBe(bandOf(display, value));
      }),
    );
  });

  it('moves ends, words and decimals of a description', () => {
    const display = { ...PLAIN_DISPLAY, decimals: 0, min: 0, max: 100, words: [{ value: 0, word: 'Vented' }] };
    const shown = convertDisplay(conversion('psi', 'bar'), display);
    expect(shown).toMatchObject({ decimals: 2, min: 0, words: [{ value: 0, word: 'Vented' }] });
    expect(shown.max).toBeCloseTo(6.894757, 6);
  });

  it.each([
    ['psi', 'kPa', 0, 0],
    ['psi', 'bar', 1, 3],
    ['°F', '°C', 0, 1],
    ['m', 'ft', 2, 2],
    ['kPa', 'Pa', 3, 0],
    ['L', 'm³', 1, 4],
    ['psi', 'bar', null, 3],
    ['psi', 'kPa', null, null],
    ['psi', 'MPa', null, 4],
  ])('of %s into %s tells with the decimals what %s did', (from, to, decimals, shown) => {
    expect(convertDecimals(conversion(from, to), decimals)).toBe(shown);
  });
});

describe('the units that a user reads', () => {
  it('are those that are sent until another is chosen', () => {
    for (const unit of ['psi', '°C', '']) expect(reads({}).conversionOf(unit)).toBeUndefined();
    expect(reads({ units: 'sent' }).conversionOf('psi')).toBeUndefined();
    expect(reads({ units: 'imperial' }).conversionOf('psi')).toBeUndefined();
  });

  it('are those of a system, and what is sent in it stays', () => {
    const metric = reads({ units: 'metric' });
    expect(metric.conversionOf('psig')?.to).toBe('kPa(g)');
    expect(metric.conversionOf('bar')).toBeUndefined();
    expect(metric.conversionOf('ft/hr')?.to).toBe('m/h');
    expect(reads({ units: 'us' }).conversionOf('°C')?.to).toBe('°F');
    expect(reads({ units: 'us' }).conversionOf('GPM')).toBeUndefined();
  });

  it('may be another for a dimension, or as it is sent, whatever the case of the attribute', () => {
    const own = reads({
      units: 'metric',
      'Units.Pressure': 'bar',
      'units.temperature': 'sent',
      'units.flow': 'bananas',
    });
    expect(own.conversionOf('psi')?.to).toBe('bar');
    expect(own.conversionOf('kPa')?.to).toBe('bar');
    expect(own.conversionOf('°F')).toBeUndefined();
    expect(own.conversionOf('gpm')?.to).toBe('m³/h');
    expect(own.conversionOf('psi')).toBe(own.conversionOf('psi'));
  });

  it('know whether a text means the stored unit', () => {
    const way = conversion('PSI', 'bar');
    expect(['psi', 'lbf/in2', 'psig', 'bar', ''].map((text) => way.isFrom(text))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['units', 'metric', undefined],
    ['units', '', undefined],
    ['units', 'imperial', 'must be one of sent, metric, us'],
    ['units.pressure', 'bar', undefined],
    ['UNITS.PRESSURE', 'sent', undefined],
    ['units.pressure', '°C', /^must be one of sent, Pa, /],
    ['units.colour', 'red', /^must name one of pressure, /],
  ])('as the attribute %s can be %j or not', (attributeName, attributeValue, fault) => {
    const found = faultOfUnitAttribute({ attributeName, attributeValue });
    if (fault instanceof RegExp) expect(found).toMatch(fault);
    else expect(found).toBe(fault);
  });
});
