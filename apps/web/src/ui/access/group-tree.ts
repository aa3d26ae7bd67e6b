import { collator } from './columns/item-list.ts';

/** A record of a tree as lists hold it: with the id of its parent. */
export interface TreeRecord {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
}

export interface TreeNode<T extends TreeRecord> {
  readonly record: T;
  /** Steps below the top. */
  readonly depth: number;
  readonly hasChildren: boolean;
}

/**
 * The records as a tree reads from top to bottom: each below its parent, siblings by name. A record whose parent is not
 * in the list stands at the top, and so does what hangs in a circle: nothing is ever left out.
 */
export function treeOrder<T extends TreeRecord>(records: readonly T[]): TreeNode<T>[] {
  const ids = new Set(records.map(({ id }) => id));
  const children = new Map<number | null, T[]>();
  for (const record of [...records].sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id)) {
    const parent = record.parentId !== null && record.parentId !== record.id && ids.has(record.parentId);
    const key = parent ? record.parentId : null;
    children.set(key, [...(children.get(key) ?? []), record]);
  }
  const ordered: TreeNode<T>[] = [];
  const seen = new Set<number>();
  const visit = (record: T, depth: number) => {
    if (seen.has(record.id)) return;
    seen.add(record.id);
    const below = children.get(record.id) ?? [];
    ordered.push({ record, depth, hasChildren: below.length > 0 });
    for (const child of below) visit(child, depth + 1);
  };
  for (const record of children.get(null) ?? []) visit(record, 0);
  for (const record of records) visit(record, 0);
  return ordered;
}

export interface TreeOption {
  readonly value: string;
  readonly label: string;
  readonly depth: number;
}

/** The records of a tree to choose from; `renderTreeOption` indents them by how deep they stand. */
export function treeOptions(nodes: readonly TreeNode<TreeRecord>[]): TreeOption[] {
  return nodes.map(({ record: { id, name }, depth }) => ({ value: String(id), label: name, depth }));
}
