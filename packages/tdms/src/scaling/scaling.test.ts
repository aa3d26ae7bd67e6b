import { describe, expect, it } from 'vitest';
import type { PropertyValue } from '../format/properties.ts';
import { RAW, scalingOf } from './scaling.ts';

/** What the scalings make of raw values. */
function scaled(properties: Record<string, PropertyValue>, ...values: number[]): number[] {
  const scaling = scalingOf(new Map(Object.entries(properties)));
  if (scaling === undefined) throw new Error('There is no scaling.');
  return [...scaling(new Map([[RAW, Float64Array.from(values)]]))];
}

/** Properties of scalings, one after another: `NI_Scale[n]_Kind_Name`. */
function scales(...kinds: [kind: string, of: Record<string, number>][]): Record<string, PropertyValue> {
  const properties: Record<string, PropertyValue> = { NI_Number_Of_Scales: kinds.length };
  for (const [n, [kind, of]] of kinds.entries()) {
    properties[`NI_Scale[${n}]_Scale_Type`] = kind;
    for (const [name, value] of Object.entries(of)) properties[`NI_Scale[${n}]_${kind}_${name}`] = value;
  }
  return properties;
}

const list = (name: string, ...values: number[]) =>
  Object.fromEntries([[`${name}_Size`, values.length], ...values.map((value, n) => [`${name}[${n}]`, value])]);

describe('scaling', () => {
  it('along a line', () => {
    expect(scaled(scales(['Linear', { Slope: 2, Y_Intercept: 10 }]), 1, 2)).toEqual([12, 14]);
  });

  it('by a polynomial, its lowest coefficient first', () => {
    expect(scaled(scales(['Polynomial', list('Coefficients', 1, 2, 3)]), 0, 2)).toEqual([1, 17]);
  });

  it('by a table, between its points and beyond its ends', () => {
    const rising = { ...list('Pre_Scaled_Values', 0, 10, 20), ...list('Scaled_Values', 0, 100, 400) };
    expect(scaled(scales(['Table', rising]), -5, 0, 5, 15, 20, 30)).toEqual([0, 0, 50, 250, 400, 400]);
    const falling = { ...list('Pre_Scaled_Values', 20, 10, 0), ...list('Scaled_Values', 400, 100, 0) };
    expect(scaled(scales(['Table', falling]), 5, 15)).toEqual([50, 250]);
  });

  it('of a scaling’s own result, the last one counting', () => {
    const two = scales(
      ['Linear', { Slope: 2, Y_Intercept: 0 }],
      ['Linear', { Slope: 1, Y_Intercept: 5, Input_Source: 0 }],
    );
    expect(scaled(two, 3)).toEqual([11]);
  });

  it('by sums and differences of two', () => {
    const both = (kind: string) =>
      scales(
        ['Linear', { Slope: 1, Y_Intercept: 0 }],
        ['Linear', { Slope: 10, Y_Intercept: 0 }],
        [kind, { Left_Operand_Input_Source: 0, Right_Operand_Input_Source: 1 }],
      );
    expect(scaled(both('Add'), 3)).toEqual([33]);
    expect(scaled(both('Subtract'), 3)).toEqual([27]);
  });

  // Resistance of a Pt100 by IEC 60751: 138.5055 Ω at 100 °C, 60.2558 Ω at −100 °C.
  it('of a platinum resistor, above and below zero', () => {
    const pt100 = {
      Current_Excitation: 0.001,
      R0_Nominal_Resistance: 100,
      A: 3.9083e-3,
      B: -5.775e-7,
      C: -4.183e-12,
      Lead_Wire_Resistance: 0.5,
      Resistance_Configuration: 2,
    };
    const volts = [138.5055, 100, 60.2558].map((ohms) => (ohms + 1) * 0.001);
    const found = scaled(scales(['RTD', pt100]), ...volts);
    for (const [n, celsius] of [100, 0, -100].entries()) expect(found[n]).toBeCloseTo(celsius, 3);
  });

  it('of a thermistor fed by a current or by a voltage', () => {
    const of = {
      Resistance_Configuration: 4,
      Lead_Wire_Resistance: 0,
      R1_Reference_Resistance: 10_000,
      A: 1.129148e-3,
      B: 2.34125e-4,
      C: 8.76741e-8,
      Temperature_Offset: 273.15,
    };
    // 10 kΩ at 25 °C is what these coefficients are made for.
    const byCurrent = { ...of, Excitation_Type: 10_134, Excitation_Value: 1e-4 };
    const byVoltage = { ...of, Excitation_Type: 10_322, Excitation_Value: 5 };
    expect(scaled(scales(['Thermistor', byCurrent]), 1)[0]).toBeCloseTo(25, 1);
    expect(scaled(scales(['Thermistor', byVoltage]), 2.5)[0]).toBeCloseTo(25, 1);
  });

  it.each([
    [10183, (e: number) => -e * 2],
    [10184, (e: number) => (-e * 2 * 1.3) / 2],
    [10189, (e: number) => (-e * 2) / 2],
    [10271, (e: number) => 1 / (2 + e * 2) - 0.5],
    [10272, (e: number) => 1 / (2 + e * 2) - 0.5],
    [10188, (e: number) => (1 - e * 0.3 * 2) / (2 + e * 2 - e * 0.3 * 2) - 0.5],
    [10185, (e: number) => (-e * 2 * 1.3) / (2 + e * 2 * 0.7)],
  ])('of strain gauges in bridge %i', (Configuration, ratioOf) => {
    const of = {
      Configuration,
      Poisson_Ratio: 0.3,
      Gage_Factor: 2,
      Gage_Resistance: 350,
      Lead_Wire_Resistance: 0,
      Initial_Bridge_Voltage: 0.1,
      Voltage_Excitation: 5,
      Bridge_Shunt_Calibration_Gain_Adjustment: 1,
    };
    for (const strain of [0.001, -0.002]) {
      expect(scaled(scales(['Strain', of]), ratioOf(strain) * 5 + 0.1)[0]).toBeCloseTo(strain, 12);
    }
  });

  it('is not done where the values are stored scaled, or nothing is said', () => {
    const said = { ...scales(['Linear', { Slope: 2, Y_Intercept: 0 }]), NI_Scaling_Status: 'scaled' };
    expect(scalingOf(new Map(Object.entries(said)))).toBeUndefined();
    expect(scalingOf(new Map(), new Map())).toBeUndefined();
  });

  it('is taken from the group where the channel says nothing', () => {
    const group = new Map(Object.entries(scales(['Linear', { Slope: 3, Y_Intercept: 0 }])));
    expect([...(scalingOf(new Map(), group)?.(new Map([[RAW, Float64Array.of(2)]])) ?? [])]).toEqual([6]);
  });

  it.each([
    ['a thermocouple of no known type', scales(['Thermocouple', { Thermocouple_Type: 1 }]), /type that is not known/],
    ['a kind that is not known', scales(['Dowsing', {}]), /not known/],
    ['a circle', scales(['Linear', { Slope: 1, Y_Intercept: 0, Input_Source: 0 }]), /circle/],
    ['a number that is missing', scales(['Linear', { Slope: 1 }]), /says nothing of/],
    [
      'a table that turns round',
      scales(['Table', { ...list('Pre_Scaled_Values', 0, 2, 1, 3), ...list('Scaled_Values', 1, 2, 3, 4) }]),
      /neither/,
    ],
    ['endless scalings', { NI_Number_Of_Scales: 1e9 }, /scalings/],
  ])('refuses %s', (_what, properties, text) => {
    expect(() => scaled(properties, 1)).toThrow(text);
  });
});
