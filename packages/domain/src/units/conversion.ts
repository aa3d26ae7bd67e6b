import type { ItemBand, ItemDisplay } from '@telltale/contract';

/** What is done to the numbers. */
export interface Line {
  readonly factor: number;
  /** Added after multiplying: temperatures have another zero. */
  readonly offset: number;
}

/** How values in the unit that a data item is stored in become those that somebody reads. */
export interface Conversion extends Line {
  /** As the data item has it. */
  readonly from: string;
  readonly to: string;
  /** Where the factor comes from, in words. */
  readonly origin: string;
  /** A value as it is read. */
  convert(value: number): number;
  /** The decimals in which nothing is lost that was there before; null: nobody has set any. */
  decimals(decimals: number | null): number | null;
  /**
   * The label that an author gave an axis whose series are shown in other units: where it names a stored unit, the shown one
   * stands in its place, and else behind it.
   * @param all of the series on the axis
   */
  axisLabel(label: string, all: readonly (Conversion | undefined)[]): string;
  /** Whether a text means the unit as the data item has it, however it is written. */
  isFrom(text: string): boolean;
}

/** A value as it is read. Both steps keep the order of values, so that a value is beyond a limit in every unit or in none. */
export function convert({ factor, offset }: Line, value: number): number {
  return value * factor + offset;
}

/** The value that is read so, as it is stored. */
export function convertBack({ factor, offset }: Line, value: number): number {
  return (value - offset) / factor;
}

/** A difference of two values, the width of a band, a deadband, a rate: it has no zero of its own, so nothing is added. */
export function convertDifference({ factor }: Pick<Line, 'factor'>, difference: number): number {
  return difference * factor;
}

/** Above this it would take more decimals than a value is written with. */
const MOST_DECIMALS = 12;
/** Decimals of a value that nobody has set any for. */
const PLAIN_DECIMALS = 2;

/** How many more decimals (or fewer) tell what as many as before did: 1 psi is 0.07 bar. */
function moreDecimals({ factor }: Line): number {
  // The powers of ten themselves must not tip over by the last bit of a logarithm.
  return Math.ceil(-Math.log10(Math.abs(factor)) - 1e-9);
}

/**
 * The decimals in which nothing is lost that was there before.
 * @param decimals null: nobody has set any
 */
export function convertDecimals(conversion: Line, decimals: number | null): number | null {
  const more = moreDecimals(conversion);
  if (decimals === null) return more > 1 ? Math.min(MOST_DECIMALS, PLAIN_DECIMALS + more - 1) : null;
  return Math.min(MOST_DECIMALS, Math.max(0, decimals + more));
}

/** A description in the unit that is read: the ends of its scale, its bands and words lie where they lay. */
export function convertDisplay(conversion: Line, display: ItemDisplay): ItemDisplay {
  const end = (stored: number | null) => (stored === null ? null : convert(conversion, stored));
  const band = (stored: ItemBand | null) => stored && { ...stored, limit: convert(conversion, stored.limit) };
  const { lowLow, low, high, highHigh } = display.bands;
  return {
    ...display,
    decimals: convertDecimals(conversion, display.decimals),
    min: end(display.min),
    max: end(display.max),
    bands: { lowLow: band(lowLow), low: band(low), high: band(high), highHigh: band(highHigh) },
    words: display.words.map((word) => ({ ...word, value: convert(conversion, word.value) })),
  };
}
