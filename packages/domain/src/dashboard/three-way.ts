import { ownValue } from './read-json.ts';
import { isSameJson } from './same-json.ts';

/** Whose change holds where both changed the same thing differently. */
export type Side = 'mine' | 'theirs';

/** One thing before and after two people worked on it. Undefined where it is not there. */
export interface ThreeWay<Value> {
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
}

/** Whether both changed it, and not to the same. */
export function isContested<Value>({ base, mine, theirs }: ThreeWay<Value>): boolean {
  return !isSameJson(mine, theirs) && !isSameJson(mine, base) && !isSameJson(theirs, base);
}

/** The change of the one who made one; `whenBoth` decides where both did. */
export function pick<Value>(ways: ThreeWay<Value>, whenBoth: Side = 'mine'): Value | undefined {
  const { base, mine, theirs } = ways;
  if (isContested(ways)) return whenBoth === 'mine' ? mine : theirs;
  return isSameJson(mine, base) ? theirs : mine;
}

type Bag = Readonly<Record<string, unknown>>;

/** The keys of a record that both changed differently. */
export function contestedKeys(ways: ThreeWay<Bag>): string[] {
  return keysOf(ways).filter((key) => isContested(at(ways, key)));
}

/** Merges key by key. Entries and not assignments: a key `__proto__` must stay a key. */
export function mergeRecords(ways: ThreeWay<Bag>, sideOf: (key: string) => Side = () => 'mine') {
  const entries = keysOf(ways).flatMap((key) => {
    const value = pick(at(ways, key), sideOf(key));
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function keysOf({ base, mine, theirs }: ThreeWay<Bag>): string[] {
  return [...new Set([mine, theirs, base].flatMap((bag) => Object.keys(bag ?? {})))];
}

function at({ base, mine, theirs }: ThreeWay<Bag>, key: string): ThreeWay<unknown> {
  return { base: ownValue(base, key), mine: ownValue(mine, key), theirs: ownValue(theirs, key) };
}

/**
 * The order of those in `wanted`: mine if I changed it, else theirs. What only the other side has stands behind the
 * one that it stands behind there.
 */
export function mergeOrder({ base, mine, theirs }: ThreeWay<readonly string[]>, wanted: ReadonlySet<string>): string[] {
  const leads = isSameJson(mine, base) ? theirs : mine;
  const others = leads === mine ? theirs : mine;
  const order = [...(leads ?? [])];
  const present = new Set(order);
  for (const list of [others, base]) {
    let before: string | undefined;
    for (const id of list ?? []) {
      if (!present.has(id) && wanted.has(id)) {
        order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
        present.add(id);
      }
      if (present.has(id)) before = id;
    }
  }
  return order.filter((id) => wanted.has(id));
}
