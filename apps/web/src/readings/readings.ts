import { type ItemDisplay, PLAIN_DISPLAY, type QualityLevel } from '@telltale/contract';
import type { Conversion } from '@telltale/domain/units/conversion.ts';

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
  /** How its values are read, unless a tile says otherwise (spec 3 §14). */
  display: ItemDisplay;
  /** How value, unit and description became what they are; undefined: they are as they are stored. */
  conversion?: Conversion;
  /** As it is stored, where it was converted. */
  sent?: Reading;
}

/** A data item of an asset: what a selection means once its slots are walked. */
export interface AssetItem {
  readonly assetId: number;
  readonly dataItemId: number;
}

/**
 * Where readings come from: the live store, or a past moment while a dashboard is played back. `read` answers the
 * same object until something that a tile shows has changed.
 */
export interface ReadingSource {
  subscribe(item: AssetItem, listener: () => void): () => void;
  read(item: AssetItem): Reading;
}

const nothing: Omit<Reading, 'state'> = {
  name: '',
  label: '',
  unit: '',
  isString: false,
  value: null,
  stringValue: null,
  timestamp: null,
  quality: 'good',
  isStale: false,
  display: PLAIN_DISPLAY,
};

export const UNCHOSEN_READING: Reading = { state: 'unchosen', ...nothing };
export const WAITING_READING: Reading = { state: 'waiting', ...nothing };
export const MISSING_READING: Reading = { state: 'missing', ...nothing };
