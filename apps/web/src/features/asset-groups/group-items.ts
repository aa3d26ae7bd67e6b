import type { ownership } from '@telltale/contract';
import { type ListItem, searchTextOf } from '#ui/access/columns/item-list.ts';
import { treeOrder } from '#ui/access/group-tree.ts';

/** The asset groups as a tree, each with how many assets stand in it. */
export function groupTreeItems({
  assetGroups,
  assetGroupAssets,
}: Pick<ownership.Ownership, 'assetGroups' | 'assetGroupAssets'>): ListItem[] {
  const counts = new Map<number, number>();
  for (const { assetGroupId } of assetGroupAssets) counts.set(assetGroupId, (counts.get(assetGroupId) ?? 0) + 1);
  return treeOrder(
    assetGroups.map(({ assetGroupId, assetGroupName, parentGroupId }) => ({
      id: assetGroupId as number,
      parentId: parentGroupId as number | null,
      name: assetGroupName,
    })),
  ).map(({ record, depth }) => ({
    id: record.id,
    name: record.name,
    detail: (counts.get(record.id) ?? 0).toLocaleString('en'),
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
