import type { definitionFiles } from '@telltale/contract';
import { isSameJson } from '@telltale/domain/dashboard/same-json.ts';
import type { DefinitionPart, PartChanges, StoredEntry } from '#expressions/definition-parts.ts';
import { nameKey } from '#names.ts';

/** What a file does to one part of a definition. */
export interface PartDifference<Entry> extends PartChanges<Entry> {
  readonly changes: readonly definitionFiles.FileChange[];
  /** How many things the file does not name, and leaves as they are. */
  readonly others: number;
}

/**
 * Compares what a definition has of one kind with what a file names. Things of one name are told apart by their order.
 * @param removeOthers whether what the file does not name goes
 */
export function differenceOf<Entry>(
  part: Pick<DefinitionPart<Entry>, 'nameOf' | 'comparable'>,
  name: definitionFiles.FilePartName,
  stored: readonly StoredEntry<Entry>[],
  wanted: readonly Entry[],
  removeOthers: boolean,
): PartDifference<Entry> {
  const before = new Map(keyed(stored, ({ entry }) => part.nameOf(entry)));
  const after = keyed(wanted, (entry) => part.nameOf(entry));
  const kept = new Set(after.map(([key]) => key));
  const added: Entry[] = [];
  const changed: StoredEntry<Entry>[] = [];
  const changes: definitionFiles.FileChange[] = [];
  for (const [key, entry] of after) {
    const old = before.get(key);
    const told = { part: name, name: part.nameOf(entry), after: entry };
    if (old === undefined) {
      added.push(entry);
      changes.push({ ...told, kind: 'added', before: null });
    } else if (!isSameJson(part.comparable(old.entry), part.comparable(entry))) {
      changed.push({ id: old.id, entry });
      changes.push({ ...told, kind: 'changed', before: old.entry });
    }
  }
  const others = [...before].filter(([key]) => !kept.has(key)).map(([, entry]) => entry);
  const removed = removeOthers ? others : [];
  for (const { entry } of removed) {
    changes.push({ part: name, name: part.nameOf(entry), kind: 'removed', before: entry, after: null });
  }
  return { added, changed, removed, changes, others: others.length - removed.length };
}

/** Each under its name, whatever its case, and its place among those of that name. */
function keyed<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item][] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = nameKey(nameOf(item));
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return [`${place} ${key}`, item];
  });
}
