import type { Relation } from '../relations.ts';

/** An item as its column shows it. */
export interface ListItem {
  readonly id: number;
  readonly name: string;
  /** A second, dimmer text: the serial number of an asset, the description of a group. */
  readonly detail?: string | undefined;
  /** A third text, where there is room for it: the definition of an asset. */
  readonly note?: string | undefined;
  /** What the filter looks through, in lower case, one text a line. */
  readonly searchText: string;
  /** Steps below the top in a tree. */
  readonly depth?: number | undefined;
  /** A mark that asks for attention, with what it says: a user who was sent no mail yet. */
  readonly alert?: string | undefined;
  /** A user whose login asks for a code of an app. */
  readonly hasSecondFactor?: boolean;
}

export const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The search text of an item: each of its texts is searched for itself. */
export function searchTextOf(...texts: readonly (string | null | undefined)[]): string {
  return texts
    .filter((text) => text != null)
    .join('\n')
    .toLowerCase();
}

/** The items whose text contains `filter`, without regard to case (spec 2 §2.6). */
export function filterItems<T extends ListItem>(items: readonly T[], filter: string): readonly T[] {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' ? items : items.filter((item) => item.searchText.includes(wanted));
}

/** Related items first, those linked directly before those reached over others; otherwise the order stays. */
export function relatedFirst<T extends ListItem>(
  items: readonly T[],
  related: ReadonlyMap<number, Relation>,
): readonly T[] {
  if (related.size === 0) return items;
  const of = (relation: Relation | undefined) => items.filter((item) => related.get(item.id) === relation);
  return [...of('direct'), ...of('indirect'), ...of(undefined)];
}

/** How many of the items are related. */
export function countRelated(items: readonly ListItem[], related: ReadonlyMap<number, Relation>): number {
  return related.size === 0 ? 0 : items.reduce((count, item) => (related.has(item.id) ? count + 1 : count), 0);
}
