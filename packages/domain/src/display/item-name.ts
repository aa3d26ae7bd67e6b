/** A data item by both of its names. */
export interface ItemNames {
  /** What devices send it as: the key that formulas, files of devices and settings keep. */
  readonly label: string;
  /** What its asset, or over it a system, calls it; '' or absent: nothing else. */
  readonly alias?: string | undefined;
}

/** What people read of a data item, wherever it is told of (decision 0486). */
export function itemName({ label, alias }: ItemNames): string {
  return alias || label;
}

/** All that a data item is looked up by: what people read of it, and its label. */
export function itemNames({ label, alias }: ItemNames): string[] {
  return alias ? [alias, label] : [label];
}

/** The data item that somebody wrote, whatever the case: by its label, which is its own, else by its alias. */
export function findNamed<Item extends ItemNames>(items: readonly Item[], written: string): Item | undefined {
  const key = keyOf(written);
  if (key === '') return undefined;
  return items.find(({ label }) => keyOf(label) === key) ?? items.find(({ alias }) => keyOf(alias ?? '') === key);
}

const keyOf = (text: string) => text.trim().normalize('NFC').toLowerCase();

/**
 * What an asset (spec 1 §3) or a system (spec 2 §3) calls its data items: the attribute aliasMap, JSON from data item id
 * to name. What is no such entry is passed over.
 */
export function aliasesOf(aliasMap: string | null | undefined): ReadonlyMap<number, string> {
  const parsed = parseJson(aliasMap);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return new Map();
  const named = Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Map(named.flatMap(([id, alias]) => (alias === '' ? [] : [[Number(id), alias]])));
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    // An attribute that somebody wrote by hand: no JSON names nothing.
    return undefined;
  }
}
