import type { ownership } from '@telltale/contract';
import { type TreeNode, type TreeRecord, treeOrder } from '#ui/access/group-tree.ts';

/** The admin units as a tree. */
export function unitTree(units: readonly ownership.AdminUnit[]): TreeNode<TreeRecord>[] {
  return treeOrder(
    units.map(({ adminId, adminName, parentAdminId }) => ({ id: adminId, parentId: parentAdminId, name: adminName })),
  );
}
