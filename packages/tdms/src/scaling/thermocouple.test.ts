import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RAW, scalingOf } from './scaling.ts';
import { millivolts } from './thermocouple.ts';
import { THERMOCOUPLES } from './thermocouples.ts';

const CODES = { B: 10_047, E: 10_055, J: 10_072, K: 10_073, N: 10_077, R: 10_082, S: 10_085, T: 10_086 } as const;
type Letter = keyof typeof CODES;

/** °C and mV of the tables of NIST Monograph 175 (IEC 60584-1 has the same), to the microvolt. */
const TABLES: Readonly<Record<Letter, readonly (readonly [celsius: number, mv: number])[]>> = {
  B: [
    [100, 0.033],
    [500, 1.242],
    [1_000, 4.834],
    [1_500, 10.099],
    [1_820, 13.82],
  ],
  E: [
    [-200, -8.825],
    [-100, -5.237],
    [0, 0],
    [100, 6.319],
    [500, 37.005],
    [1_000, 76.373],
  ],
  J: [
    [-100, -4.633],
    [0, 0],
    [100, 5.269],
    [500, 27.393],
    [760, 42.919],
    [1_200, 69.553],
  ],
  K: [
    [-200, -5.891],
    [-100, -3.554],
    [0, 0],
    [100, 4.096],
    [500, 20.644],
    [1_000, 41.276],
    [1_372, 54.886],
  ],
  N: [
    [-200, -3.99],
    [-100, -2.407],
    [0, 0],
    [100, 2.774],
    [500, 16.748],
    [1_000, 36.256],
    [1_300, 47.513],
  ],
  R: [
    [0, 0],
    [100, 0.647],
    [500, 4.471],
    [1_000, 10.506],
    [1_500, 17.451],
    [1_768, 21.101],
  ],
  S: [
    [0, 0],
    [100, 0.646],
    [500, 4.233],
    [1_000, 9.587],
    [1_500, 15.582],
    [1_768, 18.693],
  ],
  T: [
    [-200, -5.603],
    [-100, -3.379],
    [0, 0],
    [100, 4.279],
    [200, 9.288],
    [400, 20.872],
  ],
};
const letters = Object.keys(CODES) as Letter[];

function scaled(letter: Letter, direction: 0 | 1, ...values: number[]): number[] {
  const properties = new Map<string, string | number>([
    ['NI_Number_Of_Scales', 1],
    ['NI_Scale[0]_Scale_Type', 'Thermocouple'],
    ['NI_Scale[0]_Thermocouple_Thermocouple_Type', CODES[letter]],
    ['NI_Scale[0]_Thermocouple_Scaling_Direction', direction],
  ]);
  return [...(scalingOf(properties)?.(new Map([[RAW, Float64Array.from(values)]])) ?? [])];
}

describe.each(letters)('a thermocouple of type %s', (letter) => {
  it('has the voltages of its table', () => {
    for (const [celsius, mv] of TABLES[letter]) {
      const [microvolts = Number.NaN] = scaled(letter, 1, celsius);
      expect([celsius, Math.abs(microvolts / 1_000 - mv) <= 0.000_6]).toEqual([celsius, true]);
    }
  });

  it('has the temperatures of its voltages, and none beyond them', () => {
    const [least, most] = THERMOCOUPLES[letter].range;
    fc.assert(
      fc.property(fc.double({ min: least, max: most, noNaN: true }), (celsius) => {
        const [found = Number.NaN] = scaled(letter, 0, millivolts(THERMOCOUPLES[letter], celsius) * 1_000);
        // Where the voltage hardly changes a temperature is less sure, and so it is where two functions meet.
        expect(Math.abs(found - celsius)).toBeLessThan(celsius < -250 ? 0.01 : 0.001);
      }),
      { numRuns: 300 },
    );
    expect(scaled(letter, 0, 1e6, -1e6, Number.NaN)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(scaled(letter, 1, most + 1)).toEqual([Number.NaN]);
  });
});
