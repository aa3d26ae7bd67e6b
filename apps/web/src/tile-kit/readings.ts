import type { DataItemSelection, QualityLevel } from '@telltale/contract';

/**
 * One data item as a tile shows it, live or at a past moment.
 * `unchosen`: no data item selected; `waiting`: not yet answered; `missing`: the asset has no such data item
 * (tiles write 'Cannot find data item'); `ok`: there is a value, or the item exists and never had one.
 */
export interface Reading {
  state: 'unchosen' | 'waiting' | 'missing' | 'ok';
  /** Alias, else label. */
  name: string;
  label: string;
  unit: string;
  isString: boolean;
  /** Null: none, NaN or infinite; shown as '- -'. */
  value: number | null;
  stringValue: string | null;
  /** Milliseconds since 1970. */
  timestamp: number | null;
  quality: QualityLevel;
  /** No news for longer than the asset's pingrate, or the asset is offline, or the live connection is down. */
  isStale: boolean;
}

/** Hooks of the tile kit. A view reads through these only, so that a whole dashboard can be played back. */
export type UseReading = (selection: DataItemSelection) => Reading;

export interface SeriesRequest {
  selection: DataItemSelection;
}

/** Points of one series in order of time; seconds, as charts want them. Null values are gaps. */
export interface SeriesWindow {
  times: Float64Array;
  values: (number | null)[];
}
