import type { Properties } from '../format/properties.ts';
import { TdmsError } from '../tdms-error.ts';
import { polynomial, resistor, type Scale, ScaleProperties, strain, table, thermistor } from './sensors.ts';
import { thermocouple } from './thermocouple.ts';

/** Raw values by the scaling that takes them; without a card there is one, under `RAW`. */
export type RawValues = ReadonlyMap<number, Float64Array>;

/** Makes the values of a channel of what is stored. */
export type Scaling = (raw: RawValues) => Float64Array;

/** The number by which a scaling names what is stored, rather than another scaling. */
export const RAW = 0xffff_ffff;
const MOST_SCALES = 1_000;

type Step =
  | { readonly kind: 'stored' }
  | { readonly kind: 'linear'; readonly input: number; readonly slope: number; readonly intercept: number }
  | { readonly kind: 'scale'; readonly input: number; readonly scale: Scale }
  | { readonly kind: 'same'; readonly input: number }
  | { readonly kind: 'both'; readonly left: number; readonly right: number; readonly sign: 1 | -1 };

const scales: Readonly<Record<string, (of: ScaleProperties) => Scale>> = {
  Polynomial: polynomial,
  Table: table,
  RTD: resistor,
  Thermistor: thermistor,
  Strain: strain,
  Thermocouple: thermocouple,
};

/**
 * What a file says of how a channel's values are scaled: the channel itself, else its group, else the file.
 * @returns undefined where nothing is said, or the values are stored scaled
 */
export function scalingOf(...tellers: readonly Properties[]): Scaling | undefined {
  for (const properties of tellers) {
    const count = numberOfScales(properties);
    if (count === 0) continue;
    if (properties.get('NI_Scaling_Status') === 'scaled') return undefined;
    const steps = Array.from({ length: count }, (_, n) => stepOf(properties, n));
    return (raw) => valuesOf(steps, count - 1, raw);
  }
  return undefined;
}

function numberOfScales(properties: Properties): number {
  const said = properties.get('NI_Number_Of_Scales');
  if (said !== undefined) {
    const count = Number(said);
    if (!(count >= 0 && count <= MOST_SCALES)) throw new TdmsError(`A channel has ${said} scalings.`);
    return Math.floor(count);
  }
  let count = 0;
  while (count < MOST_SCALES && properties.has(`NI_Scale[${count}]_Scale_Type`)) count++;
  return count;
}

function stepOf(properties: Properties, n: number): Step {
  const kind = properties.get(`NI_Scale[${n}]_Scale_Type`);
  // Of what a card stores nothing more is said.
  if (kind === undefined) return { kind: 'stored' };
  const of = new ScaleProperties(properties, `NI_Scale[${n}]_${kind}`);
  // What comes before is there already: scalings that name each other in a circle are refused.
  const before = (name: string) => {
    const source = of.number(name, RAW);
    if (source !== RAW && !(source >= 0 && source < n))
      throw new TdmsError('The scalings of a channel name each other in a circle.');
    return source;
  };
  if (kind === 'Add' || kind === 'Subtract') {
    const [left, right] = [before('Left_Operand_Input_Source'), before('Right_Operand_Input_Source')];
    // As the maker's own programs have it: the left is taken from the right.
    return { kind: 'both', left, right, sign: kind === 'Add' ? 1 : -1 };
  }
  const input = before('Input_Source');
  if (kind === 'AdvancedAPI') return { kind: 'same', input };
  if (kind === 'Linear') {
    return { kind: 'linear', input, slope: of.number('Slope'), intercept: of.number('Y_Intercept') };
  }
  const scale = scales[String(kind)];
  if (scale === undefined)
    throw new TdmsError(`A scaling of the kind ${kind} is not known: the values cannot be read.`);
  return { kind: 'scale', input, scale: scale(of) };
}

function valuesOf(steps: readonly Step[], n: number, raw: RawValues): Float64Array {
  const step = steps[n];
  if (n === RAW || step === undefined || step.kind === 'stored') {
    const stored = raw.get(n) ?? raw.get(RAW);
    if (stored === undefined) throw new TdmsError('A scaling takes raw values that the file does not have.');
    return stored;
  }
  if (step.kind === 'same') return valuesOf(steps, step.input, raw);
  if (step.kind === 'both') {
    const [left, right] = [valuesOf(steps, step.left, raw), valuesOf(steps, step.right, raw)];
    return right.map((value, at) => value + step.sign * (left[at] ?? Number.NaN));
  }
  const input = valuesOf(steps, step.input, raw);
  if (step.kind === 'scale') return input.map(step.scale);
  const { slope, intercept } = step;
  const scaled = new Float64Array(input.length);
  for (let at = 0; at < scaled.length; at++) scaled[at] = (input[at] ?? 0) * slope + intercept;
  return scaled;
}
