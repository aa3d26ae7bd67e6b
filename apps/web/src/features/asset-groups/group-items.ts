import type { ownership } from '@telltale/contract';
import { type ListItem, searchTextOf } from '#ui/access/columns/item-list.ts';
import { treeOrder } from '#ui/access/group-tree.ts';

/** The asset groups as a tree, each with how many assets stand in it and in the groups below it. */
export function groupTreeItems({
  assetGroups,
  assetGroupAssets,
}: Pick<ownership.Ownership, 'assetGroups' | 'assetGroupAssets'>): ListItem[] {
  const own = Map.groupBy(assetGroupAssets, ({ assetGroupId }) => assetGroupId as number);
  const children = Map.groupBy(assetGroups, ({ parentGroupId }) => parentGroupId as number | null);
  const within = (id: number, seen: Set<number>, counted: Set<number>) => {
    if (counted.has(id)) return;
    counted.add(id);
    for (const { assetId } of own.get(id) ?? []) seen.add(assetId);
    for (const { assetGroupId } of children.get(id) ?? []) within(assetGroupId, seen, counted);
  };
  const countOf = (id: number) => {
    const assets = new Set<number>();
    within(id, assets, new Set());
    const here = own.get(id)?.length ?? 0;
    const total = assets.size.toLocaleString('en');
    if (here === assets.size) return total;
    return here === 0 ? `${total} below` : `${total}, ${here.toLocaleString('en')} here`;
  };
  return treeOrder(
    assetGroups.map(({ assetGroupId, assetGroupName, parentGroupId }) => ({
      id: assetGroupId as number,
      parentId: parentGroupId as number | null,
      name: assetGroupName,
    })),
  ).map(({ record, depth }) => ({
    id: record.id,
    name: record.name,
    detail: countOf(record.id),
    searchText: searchTextOf(record.name),
    depth,
  }));
}

/** The assets that stand in a group itself. */
export function assetsOfGroup(
  { assetGroupAssets }: Pick<ownership.Ownership, 'assetGroupAssets'>,
  groupId: number | undefined,
): ReadonlySet<number> {
  return new Set(assetGroupAssets.filter((one) => one.assetGroupId === groupId).map(({ assetId }) => assetId));
}
