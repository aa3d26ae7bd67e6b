import { createContext, use } from 'react';
import type { ItemRef } from '../ownership.ts';
import { type Link, linkBetween } from './links.ts';

/** An item on its way to another one. */
export interface MovingItem {
  readonly item: ItemRef;
  readonly name: string;
  /** Dragged by a pointer, or picked up with the keyboard and dropped wherever the focus goes. */
  readonly by: 'pointer' | 'keyboard';
}

/** What rows know of linking: one item is on its way, or none. */
export interface Linking {
  readonly moving: MovingItem | undefined;
  /** Picks an item up with the keyboard. */
  pickUp(item: ItemRef, name: string): void;
  /** Drops what is on its way on an item. */
  dropOn(target: ItemRef): void;
  cancel(): void;
}

export const LinkingContext = createContext<Linking | undefined>(undefined);

/** @throws when it stands outside of a `LinkBoard` */
export function useLinking(): Linking {
  const linking = use(LinkingContext);
  if (linking === undefined) throw new Error('Rows that can be linked stand in a LinkBoard.');
  return linking;
}

/**
 * The link that the drop makes; a drop that makes no sense is only logged (spec 2 §5: 'Invalid drop combo'), because
 * the columns that take the item are marked while it is on its way.
 */
export function linkOfDrop(dragged: ItemRef, target: ItemRef): Link | undefined {
  const link = linkBetween(dragged, target);
  if (link === undefined) console.warn('Invalid drop combo', { dragged, target });
  return link;
}
