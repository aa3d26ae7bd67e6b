import { TdmsError } from '../tdms-error.ts';
import type { Scale, ScaleProperties } from './sensors.ts';
import { THERMOCOUPLES, type Thermocouple } from './thermocouples.ts';

/** As files name them. */
const BY_CODE: Readonly<Record<number, Thermocouple>> = {
  10047: THERMOCOUPLES.B,
  10055: THERMOCOUPLES.E,
  10072: THERMOCOUPLES.J,
  10073: THERMOCOUPLES.K,
  10077: THERMOCOUPLES.N,
  10082: THERMOCOUPLES.R,
  10085: THERMOCOUPLES.S,
  10086: THERMOCOUPLES.T,
};

const TO_VOLTAGE = 1;
const MICROVOLTS = 1_000;

/** Microvolts to °C, or the other way round: the cold end of a thermocouple is a temperature that a scaling turns into a voltage. */
export function thermocouple(of: ScaleProperties): Scale {
  const kind = BY_CODE[of.number('Thermocouple_Type')];
  if (kind === undefined) throw new TdmsError('A thermocouple is of a type that is not known.');
  if (of.number('Scaling_Direction', 0) === TO_VOLTAGE) return (celsius) => millivolts(kind, celsius) * MICROVOLTS;
  const table = tableOf(kind);
  return (microvolts) => celsiusOf(kind, table, microvolts / MICROVOLTS);
}

/** The thermal voltage against 0 °C; NaN beyond what is known of it. */
export function millivolts({ range: [, most], pieces, bump }: Thermocouple, celsius: number): number {
  let piece = pieces[0];
  for (const one of pieces) if (celsius >= one.from) piece = one;
  if (piece === undefined || !(celsius >= COLDEST && celsius <= most)) return Number.NaN;
  const sum = piece.coefficients.reduceRight((value, coefficient) => value * celsius + coefficient, 0);
  if (bump === undefined || celsius < 0) return sum;
  const [a0, a1, a2] = bump;
  return sum + a0 * Math.exp(a1 * (celsius - a2) ** 2);
}

/** No function of these goes below it. */
const COLDEST = -270;
const NEWTON_STEPS = 3;
/** Of a voltage, mV. */
const ROUNDING = 1e-9;
/** For a slope, °C. */
const SMALL = 1e-3;

/** The voltage at each whole degree, and at the end. */
function tableOf(kind: Thermocouple): Float64Array {
  const [least, most] = kind.range;
  return Float64Array.from({ length: Math.ceil(most - least) + 1 }, (_, n) =>
    millivolts(kind, Math.min(most, least + n)),
  );
}

/** The temperature of a voltage: between two degrees of the table, and from there by Newton's steps. */
function celsiusOf(kind: Thermocouple, table: Float64Array, voltage: number): number {
  const [least, most] = kind.range;
  let [low, high] = [0, table.length - 1];
  const isWithin = voltage >= (table[low] ?? 0) - ROUNDING && voltage <= (table[high] ?? 0) + ROUNDING;
  if (!isWithin) return Number.NaN;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((table[middle] ?? 0) <= voltage) low = middle;
    else high = middle;
  }
  const [from, to] = [least + low, Math.min(most, least + high)];
  const [v0, v1] = [table[low] ?? 0, table[high] ?? 0];
  const within = (celsius: number) => Math.min(to, Math.max(from, celsius));
  let celsius = within(from + ((to - from) * (voltage - v0)) / (v1 - v0));
  for (let n = 0; n < NEWTON_STEPS; n++) {
    const [one, other] = [within(celsius - SMALL), within(celsius + SMALL)];
    const slope = (millivolts(kind, other) - millivolts(kind, one)) / (other - one);
    celsius = within(celsius - (millivolts(kind, celsius) - voltage) / slope);
  }
  return celsius;
}
