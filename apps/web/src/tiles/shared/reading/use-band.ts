import type { BandName, ItemBand } from '@telltale/contract';
import { bandOf } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';
import { type ActivePalette, severityFill, severityText, usePalette } from '#tile-kit/portal/use-palette.ts';

/** The band of its description that a value lies in, in words, as a sign and in the colours of the theme. */
export interface ReadingBand {
  readonly word: string;
  /** Beside the value where there is no room for the word. */
  readonly sign: string;
  /** For marks and fills. */
  readonly fill: string;
  /** For text. */
  readonly text: string;
}

/** Each band in words, and as a sign. */
export const BAND_WORDS: Readonly<Record<BandName, Pick<ReadingBand, 'word' | 'sign'>>> = {
  highHigh: { word: 'High-high', sign: '▲▲' },
  high: { word: 'High', sign: '▲' },
  low: { word: 'Low', sign: '▼' },
  lowLow: { word: 'Low-low', sign: '▼▼' },
};

/** Which band of its data item a value lies in; undefined in the normal range, and for a value that is bad or no number. */
export function bandNameOf({ display, value, isString, quality, state }: Reading): BandName | undefined {
  if (state !== 'ok' || isString || value === null || quality === 'bad') return undefined;
  return bandOf(display, value);
}

/** What bands are drawn in: their own colour, else that of their severity. */
export function bandColours(palette: ActivePalette): (band: ItemBand) => string {
  return ({ color, severity }) => color || severityFill(palette, severity);
}

/** The band that a reading's value lies in, as a tile shows it. */
export function useBand(reading: Reading): ReadingBand | undefined {
  const palette = usePalette();
  const name = bandNameOf(reading);
  const band = name && reading.display.bands[name];
  if (!name || !band) return undefined;
  return {
    ...BAND_WORDS[name],
    fill: bandColours(palette)(band),
    text: severityText(palette, band.severity),
  };
}
