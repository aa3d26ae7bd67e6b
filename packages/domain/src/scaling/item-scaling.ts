import { type ItemScaling, scalingMapSchema } from '@telltale/contract';

/** The value of a reading, kept within what a number can hold. */
export function scaledValue(reading: number, scaling: ItemScaling): number {
  const { unscaledMin, unscaledMax, scaledMin, scaledMax, offset } = scaling;
  // Endless times nothing would be no number, where all readings have one value.
  const part = held((reading - unscaledMin) / (unscaledMax - unscaledMin));
  return held(scaledMin + part * (scaledMax - scaledMin) + offset);
}

const held = (value: number) => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value));

/** The reading behind a value; undefined where every reading has the same value. */
export function unscaledValue(value: number, scaling: ItemScaling): number | undefined {
  const { unscaledMin, unscaledMax, scaledMin, scaledMax, offset } = scaling;
  if (scaledMin === scaledMax) return undefined;
  return unscaledMin + ((value - offset - scaledMin) / (scaledMax - scaledMin)) * (unscaledMax - unscaledMin);
}

/** A scaling that leaves every reading as it is: an asset has it where only its definition's is not to count. */
export const NOT_SCALED: ItemScaling = {
  ...{ unscaledMin: 0, unscaledMax: 1, scaledMin: 0, scaledMax: 1 },
  ...{ offset: 0, samples: 1 },
};

function leavesReadings({ unscaledMin, unscaledMax, scaledMin, scaledMax, offset, samples }: ItemScaling): boolean {
  return unscaledMin === scaledMin && unscaledMax === scaledMax && offset === 0 && samples === 1;
}

/**
 * How readings become values: as the asset's own scaling says, and where it has none, as its definition's. Undefined:
 * they are values.
 */
export function scalingInForce(own: ItemScaling | undefined, ofDefinition: ItemScaling | null | undefined) {
  const scaling = own ?? ofDefinition ?? undefined;
  return scaling === undefined || leavesReadings(scaling) ? undefined : scaling;
}

/** The attribute scalingMap by data item id. Anything else counts as no scaling. */
export function scalingsOf(scalingMap: string | null | undefined): ReadonlyMap<number, ItemScaling> {
  const parsed = scalingMapSchema.safeParse(parseJson(scalingMap));
  return new Map(parsed.success ? Object.entries(parsed.data).map(([id, scaling]) => [Number(id), scaling]) : []);
}

/** The attribute streamMap: JSON from data item id to the index of its stream. What is no such entry is passed over. */
export function streamsOf(streamMap: string | null | undefined): ReadonlyMap<number, number> {
  const parsed = parseJson(streamMap);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return new Map();
  const entries = Object.entries(parsed).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return new Map(entries.map(([id, index]) => [Number(id), index]));
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}
