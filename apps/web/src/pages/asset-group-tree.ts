import type { ownership } from '@telltale/contract';
import { treeOptions, treeOrder } from '#ui/access/group-tree.ts';

/** The groups as a tree reads, each indented by its depth. */
export function groupOptions(groups: readonly ownership.AssetGroup[]) {
  const records = groups.map(({ assetGroupId, assetGroupName, parentGroupId }) => ({
    id: assetGroupId as number,
    parentId: parentGroupId as number | null,
    name: assetGroupName,
  }));
  return treeOptions(treeOrder(records));
}

/** The assets that stand in a group or below it. */
export function assetsBelow(group: ownership.AssetGroupTree): Set<number> {
  const assetIds = new Set<number>();
  const waiting = [group];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { assetId } of next.assets) assetIds.add(assetId);
    waiting.push(...next.childAssetGroups);
  }
  return assetIds;
}
