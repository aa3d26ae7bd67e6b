import {
  BAND_NAMES,
  type BandName,
  type ItemBand,
  type ItemDisplay,
  type ItemDisplayOverride,
} from '@telltale/contract';

/** The ends of a scale. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The description that counts for an asset: what it has differently, over its definition's. */
export function displayOf(defined: ItemDisplay, override: ItemDisplayOverride | undefined): ItemDisplay {
  if (override === undefined) return defined;
  const display: ItemDisplay = {
    decimals: override.decimals === undefined ? defined.decimals : override.decimals,
    min: override.min === undefined ? defined.min : override.min,
    max: override.max === undefined ? defined.max : override.max,
    bands: override.bands ?? defined.bands,
    words: override.words ?? defined.words,
    description: override.description ?? defined.description,
  };
  // Each was checked alone: ends that cross once they are put together are no scale.
  return display.min !== null && display.max !== null && display.min >= display.max
    ? { ...display, min: override.min ?? null, max: override.max ?? null }
    : display;
}

/** Nothing is described that anything could show. */
export function isPlainDisplay(display: ItemDisplay): boolean {
  const { decimals, min, max, bands, words, description } = display;
  const isUnbanded = BAND_NAMES.every((name) => bands[name] === null);
  return isUnbanded && decimals === null && min === null && max === null && words.length === 0 && description === '';
}

/** The band a value lies in, the outermost where two hold; undefined in the normal range and for no number. */
export function bandOf({ bands }: Pick<ItemDisplay, 'bands'>, value: number): BandName | undefined {
  if (!Number.isFinite(value)) return undefined;
  const holds = (name: BandName) => {
    const limit = bands[name]?.limit;
    if (limit === undefined) return false;
    return name.startsWith('low') ? value <= limit : value >= limit;
  };
  return (['lowLow', 'highHigh', 'low', 'high'] as const).find(holds);
}

/** A stretch of a scale that lies in one band, or in none. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly name: BandName | undefined;
  readonly band: ItemBand | undefined;
}

/** The scale cut up by its bands, from `min` to `max`, without holes; stretches of no length are left out. */
export function segmentsOf({ bands }: Pick<ItemDisplay, 'bands'>, { min, max }: Range): Segment[] {
  const within = (limit: number) => Math.min(max, Math.max(min, limit));
  const lows = (['lowLow', 'low'] as const).map((name) => ({ name, end: bands[name]?.limit }));
  const highs = (['high', 'highHigh'] as const).map((name) => ({ name, start: bands[name]?.limit }));
  const segments: Segment[] = [];
  let from = min;
  const cut = (to: number, name: BandName | undefined) => {
    if (to > from) segments.push({ from, to, name, band: (name && bands[name]) ?? undefined });
    from = Math.max(from, to);
  };
  for (const { name, end } of lows) if (end !== undefined) cut(within(end), name);
  const starts = highs.map(({ start }) => within(start ?? max));
  cut(Math.max(from, Math.min(...starts)), undefined);
  const [, highHigh = max] = starts;
  if (bands.high !== null) cut(Math.max(from, highHigh), 'high');
  if (bands.highHigh !== null) cut(max, 'highHigh');
  return segments;
}

/** The word for a value, where it has one. */
export function wordOf({ words }: Pick<ItemDisplay, 'words'>, value: number): string | undefined {
  return words.find((word) => word.value === value)?.word;
}
