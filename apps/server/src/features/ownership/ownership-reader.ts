import {
  type AdminId,
  type AssetGroupId,
  ownership,
  type PermissionGroup,
  permissionId,
  type UserGroupId,
} from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { toAssetGroup, toUserGroup } from './group-replies.ts';
import type { GroupRecord, GroupRepository } from './group-repository.ts';
import type { OwnershipRepository } from './ownership-repository.ts';
import { UnitTree } from './unit-tree.ts';

const mayView = (caller: Caller, group: PermissionGroup) => holds(caller, permissionId(group, 'View'));

/** Who owns what, as far as the caller may know of it. */
export class OwnershipReader {
  readonly #repository: OwnershipRepository;
  readonly #groups: GroupRepository;

  constructor(repository: OwnershipRepository, groups: GroupRepository) {
    this.#repository = repository;
    this.#groups = groups;
  }

  async listUnits(caller: Caller): Promise<ownership.AdminUnit[]> {
    const units = await this.#repository.listUnits();
    const inSight = new UnitTree(units).inSightOf(caller);
    return units.filter((unit) => inSight.has(unit.adminId));
  }

  /**
   * Everything of a unit and the units below it. A link is there when both its ends are.
   * @throws HttpError 404 for a unit that the caller may not know of
   */
  async read(caller: Caller, adminId: AdminId = caller.adminId): Promise<ownership.Ownership> {
    const units = new UnitTree(await this.#repository.listUnits());
    const inSight = units.inSightOf(caller);
    if (!inSight.has(adminId)) throw notFound('The admin unit');
    const asked = units.within(adminId);
    const rows = async <T extends { adminId: AdminId }>(group: PermissionGroup, list: () => Promise<T[]>) =>
      mayView(caller, group) ? (await list()).filter((row) => asked.has(row.adminId) && inSight.has(row.adminId)) : [];

    const repository = this.#repository;
    // One beside the other: on PostgreSQL each waits for its way there and back.
    const [users, userGroups, assetGroups, listedAssets, alerts, ...links] = await Promise.all([
      rows('Users', () => repository.listUsers()),
      rows('UserGroups', () => this.#groups.list('user')).then((found) => this.#userGroups(caller, found)),
      rows('AssetGroups', () => this.#groups.list('asset')).then((found) => found.map(toAssetGroup)),
      mayView(caller, 'Assets') ? repository.listAssets() : [],
      mayView(caller, 'Alerts') ? repository.listAlerts() : [],
      repository.listUserGroupUsers(),
      repository.listUserGroupAssetGroups(),
      repository.listAssetGroupAssets(),
    ]);
    const [userGroupUsers, userGroupAssetGroups, assetGroupAssets] = links;
    // Visibility alone decides about assets: whoever is no administrator may see some of the units below, too.
    const assets = listedAssets.filter((row) => asked.has(row.adminId) && caller.visibility.canSee(row.assetId));

    const userIds = new Set(users.map((user) => user.userId));
    const userGroupIds = new Set(userGroups.map((group) => group.userGroupId));
    const assetGroupIds = new Set(assetGroups.map((group) => group.assetGroupId));
    const assetIds = new Set(assets.map((asset) => asset.assetId));
    return {
      users,
      userGroups,
      assetGroups,
      assets,
      userGroupUsers: userGroupUsers.filter((link) => userGroupIds.has(link.userGroupId) && userIds.has(link.userId)),
      userGroupAssetGroups: userGroupAssetGroups.filter(
        (link) => userGroupIds.has(link.userGroupId) && assetGroupIds.has(link.assetGroupId),
      ),
      assetGroupAssets: assetGroupAssets.filter(
        (link) => assetGroupIds.has(link.assetGroupId) && assetIds.has(link.assetId),
      ),
      alerts: alerts.filter((alert) => userGroupIds.has(alert.userGroupId) && assetGroupIds.has(alert.assetGroupId)),
    };
  }

  /** By name. */
  async listAssetGroups(caller: Caller): Promise<ownership.AssetGroup[]> {
    const inSight = new UnitTree(await this.#repository.listUnits()).inSightOf(caller);
    return (await this.#groups.list('asset')).filter((group) => inSight.has(group.adminId)).map(toAssetGroup);
  }

  /**
   * A group, what the caller sees in it, and the groups below it. Group 1 is everybody's: in it stands every group whose
   * parent the caller may not know of.
   * @throws HttpError 404
   */
  async assetGroupTree(caller: Caller, assetGroupId: AssetGroupId): Promise<ownership.AssetGroupTree> {
    const groups = await this.listAssetGroups(caller);
    const asked = groups.find((group) => group.assetGroupId === assetGroupId);
    if (!asked && assetGroupId !== ownership.ROOT_GROUP_ID) throw notFound('The asset group');
    const seen = (await this.#repository.listAssets()).filter(({ assetId }) => caller.visibility.canSee(assetId));
    const aliases = new Map(seen.map(({ assetId, assetAlias }) => [assetId, assetAlias]));
    const links = Map.groupBy(await this.#repository.listAssetGroupAssets(), (link) => link.assetGroupId);
    const known = new Set(groups.map((group) => group.assetGroupId));
    const children = Map.groupBy(groups, ({ parentGroupId }) =>
      parentGroupId !== null && known.has(parentGroupId) ? parentGroupId : ownership.ROOT_GROUP_ID,
    );
    const treeOf = (id: AssetGroupId, assetGroupName: string): ownership.AssetGroupTree => ({
      assetGroupId: id,
      assetGroupName,
      assets: (links.get(id) ?? []).flatMap(({ assetId }) => {
        const assetAlias = aliases.get(assetId);
        return assetAlias === undefined ? [] : [{ assetId, assetAlias }];
      }),
      childAssetGroups: (children.get(id) ?? [])
        .filter((child) => child.assetGroupId !== id)
        .map((child) => treeOf(child.assetGroupId, child.assetGroupName)),
    });
    return treeOf(assetGroupId, asked?.assetGroupName ?? '');
  }

  async #userGroups(caller: Caller, groups: readonly GroupRecord[]): Promise<ownership.UserGroup[]> {
    if (groups.length === 0) return [];
    const isShown = mayView(caller, 'Permissions');
    const permissions = isShown ? await this.#repository.listPermissions() : new Map<UserGroupId, Set<number>>();
    return groups.map((group) => toUserGroup(group, permissions.get(group.id as UserGroupId) ?? new Set()));
  }
}
