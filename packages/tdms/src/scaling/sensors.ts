import type { Properties } from '../format/properties.ts';
import { TdmsError } from '../tdms-error.ts';

/** Makes a physical value of a raw one. */
export type Scale = (raw: number) => number;

/** What a file says of one of its scalings: numbers under names that begin alike. */
export class ScaleProperties {
  readonly #properties: Properties;
  readonly #prefix: string;

  /** @param prefix `NI_Scale[2]_Linear` */
  constructor(properties: Properties, prefix: string) {
    this.#properties = properties;
    this.#prefix = prefix;
  }

  number(name: string, otherwise?: number): number {
    const value = this.#properties.get(`${this.#prefix}_${name}`) ?? otherwise;
    if (typeof value === 'number') return value;
    throw new TdmsError(`A scaling says nothing of ${this.#prefix}_${name}.`);
  }

  /** `…_Name[0]` and those after it, as many as `…_Name_Size` says. */
  numbers(name: string, otherwise?: number): number[] {
    const count = this.number(`${name}_Size`, otherwise);
    if (count > 100_000) throw new TdmsError(`A scaling has more numbers than is sensible (${count}).`);
    return Array.from({ length: count }, (_, n) => this.number(`${name}[${n}]`));
  }
}

export function polynomial(of: ScaleProperties): Scale {
  const coefficients = of.numbers('Coefficients', 4);
  return (raw) => coefficients.reduceRight((sum, coefficient) => sum * raw + coefficient, 0);
}

/** Between the points of a table along straight lines; beyond its ends the value of the end. */
export function table(of: ScaleProperties): Scale {
  const [inputs, outputs] = [of.numbers('Pre_Scaled_Values'), of.numbers('Scaled_Values')];
  if (inputs.length !== outputs.length || inputs.length === 0)
    throw new TdmsError('The columns of a scaling table differ in length.');
  if ((inputs[0] ?? 0) > (inputs.at(-1) ?? 0)) {
    inputs.reverse();
    outputs.reverse();
  }
  if (inputs.some((input, n) => n > 0 && input <= (inputs[n - 1] ?? 0))) {
    throw new TdmsError('The column of a scaling table neither rises nor falls all along.');
  }
  return (raw) => {
    const after = inputs.findIndex((input) => input >= raw);
    if (after === 0) return outputs[0] ?? Number.NaN;
    if (after < 0) return Number.isNaN(raw) ? raw : (outputs.at(-1) ?? Number.NaN);
    const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [inputs[after - 1], inputs[after], outputs[after - 1], outputs[after]];
    return y0 + ((y1 - y0) * (raw - x0)) / (x1 - x0);
  };
}

const CURRENT = 10_134;
const VOLTAGE = 10_322;

/** What the wires to a resistor add to it. */
function wires(of: ScaleProperties, excitation: number): number {
  const configuration = of.number('Resistance_Configuration');
  const ohms = of.number('Lead_Wire_Resistance');
  if (configuration === 3) return ohms;
  return excitation === CURRENT && configuration === 2 ? 2 * ohms : 0;
}

const NEWTON_STEPS = 20;

/** Volts across a platinum resistor to °C: R = R0 (1 + A T + B T² + C (T − 100) T³), C only below zero (Callendar, Van Dusen). */
export function resistor(of: ScaleProperties): Scale {
  const [current, r0, lead] = [of.number('Current_Excitation'), of.number('R0_Nominal_Resistance'), wires(of, CURRENT)];
  const [a, b, c] = [of.number('A'), of.number('B'), of.number('C')];
  const above = (ratio: number) =>
    b === 0 ? (ratio - 1) / a : (-a + Math.sqrt(a * a - 4 * b * (1 - ratio))) / (2 * b);
  return (volts) => {
    const ratio = (volts / current - lead) / r0;
    let celsius = above(ratio);
    if (ratio >= 1) return celsius;
    for (let n = 0; n < NEWTON_STEPS; n++) {
      const [t, t2, t3] = [celsius, celsius ** 2, celsius ** 3];
      const off = 1 + a * t + b * t2 + c * (t - 100) * t3 - ratio;
      celsius -= off / (a + 2 * b * t + c * (4 * t3 - 300 * t2));
    }
    return celsius;
  };
}

/** Volts across a thermistor to kelvin, less an offset: 1/T = A + B ln R + C (ln R)³ (Steinhart, Hart). */
export function thermistor(of: ScaleProperties): Scale {
  const excitation = of.number('Excitation_Type');
  if (excitation !== CURRENT && excitation !== VOLTAGE)
    throw new TdmsError('A thermistor is fed by neither a current nor a voltage.');
  const [value, reference] = [of.number('Excitation_Value'), of.number('R1_Reference_Resistance')];
  const [a, b, c] = [of.number('A'), of.number('B'), of.number('C')];
  const [offset, lead] = [of.number('Temperature_Offset'), wires(of, excitation)];
  return (volts) => {
    const ohms = (excitation === CURRENT ? volts / value : reference / (value / volts - 1)) - lead;
    const log = Math.log(ohms);
    return 1 / (a + b * log + c * log ** 3) - offset;
  };
}

/** How strain follows from the bridge's ratio r of voltages, gauge factor g and Poisson's ratio v; and whether wires count. */
const bridges: Readonly<Record<number, [strain: (r: number, g: number, v: number) => number, hasWires: boolean]>> = {
  10183: [(r, g) => -r / g, false],
  10184: [(r, g, v) => (-2 * r) / (g * (1 + v)), false],
  10185: [(r, g, v) => (-2 * r) / (g * (1 + v + r * (1 - v))), false],
  10188: [(r, g, v) => (-4 * r) / (g * (1 + v + 2 * r * (1 - v))), true],
  10189: [(r, g) => (-2 * r) / g, true],
  10271: [(r, g) => (-4 * r) / (g * (1 + 2 * r)), true],
  10272: [(r, g) => (-4 * r) / (g * (1 + 2 * r)), true],
};

/** Volts of a bridge of strain gauges to strain. */
export function strain(of: ScaleProperties): Scale {
  const bridge = bridges[of.number('Configuration')];
  if (bridge === undefined) throw new TdmsError('The strain gauges are in a bridge that is not known.');
  const [strainOf, hasWires] = bridge;
  const [poisson, factor] = [of.number('Poisson_Ratio'), of.number('Gage_Factor')];
  const [initial, excitation] = [of.number('Initial_Bridge_Voltage'), of.number('Voltage_Excitation')];
  const lead = hasWires ? 1 + of.number('Lead_Wire_Resistance') / of.number('Gage_Resistance') : 1;
  const gain = of.number('Bridge_Shunt_Calibration_Gain_Adjustment') * lead;
  return (volts) => gain * strainOf((volts - initial) / excitation, factor, poisson);
}
