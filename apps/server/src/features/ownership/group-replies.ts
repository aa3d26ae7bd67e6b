import { flagsOfPermissions, type ownership } from '@telltale/contract';
import type { GroupRecord } from './group-repository.ts';

/** A user group with the types of permissions of which something is set. */
export function toUserGroup(group: GroupRecord, permissions: ReadonlySet<number>): ownership.UserGroup {
  const { id, name, adminId, description, parentGroupId } = group;
  const rows = permissions.size === 0 ? [] : flagsOfPermissions(permissions);
  return {
    userGroupId: id as ownership.UserGroup['userGroupId'],
    userGroupName: name,
    adminId,
    description,
    parentGroupId: parentGroupId as ownership.UserGroup['parentGroupId'],
    permissionGroups: rows.filter((row) => row.view || row.create || row.delete || row.modify),
  };
}

export function toAssetGroup({ id, name, adminId, description, parentGroupId }: GroupRecord): ownership.AssetGroup {
  return {
    assetGroupId: id as ownership.AssetGroup['assetGroupId'],
    assetGroupName: name,
    description,
    parentGroupId: parentGroupId as ownership.AssetGroup['parentGroupId'],
    adminId,
  };
}
