import type { DataItemSelection } from '@telltale/contract';

/** How a tile type is made of data items that somebody picked from a list, with nothing else to fill in. */
export interface TileOfItems {
  /** A tile for each data item, or one that shows them all. */
  readonly makes: 'each' | 'one';
  /** In grid units: a whole part of the 96 columns, so that several fill a row. */
  readonly size: { readonly w: number; readonly h: number };
  /** The settings that name the data items; the others stay at their defaults. */
  readonly settingsFor: (items: readonly DataItemSelection[]) => Record<string, unknown>;
  /** The type of tile that a data item of text gets instead, of a type that shows numbers only. */
  readonly forText?: string;
}

/** A type that shows numbers: a scale says nothing of a text, which a Text Indicator shows. */
export function ofNumbers(tileOfItems: TileOfItems): TileOfItems {
  return { ...tileOfItems, forText: 'Indicator' };
}

/** A type that shows one data item, which lies flat in its settings. */
export function ofOneItem(size: TileOfItems['size']): TileOfItems {
  return { makes: 'each', size, settingsFor: ([item]) => ({ ...item }) };
}

/** A type that keeps a list of data items under a key. */
export function ofManyItems(size: TileOfItems['size'], key: string, others: Record<string, unknown> = {}): TileOfItems {
  return { makes: 'one', size, settingsFor: (items) => ({ ...others, [key]: items.map((item) => ({ ...item })) }) };
}
