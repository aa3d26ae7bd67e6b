import {
  ADMIN_MODIFY,
  type AdminId,
  type AssetGroupId,
  type AssetId,
  ownership,
  type UserId,
} from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import type { GroupKind, GroupRecord } from './group-repository.ts';
import { groupsWithin, makesCycle } from './group-tree.ts';
import type { Rights, Step } from './ownership-changes.ts';
import { UnitTree } from './unit-tree.ts';

/** Where the rules read: the transaction of a change, or the database. */
export type Sources = Pick<Step, 'tables' | 'groups' | 'records' | 'links'>;

/** Whatever a caller may not know of does not exist for them; nobody changes what may do or see more than they. */
export class OwnershipRules {
  readonly #rights: Pick<Rights, 'accessOf'>;

  constructor(rights: Pick<Rights, 'accessOf'>) {
    this.#rights = rights;
  }

  async unitsInSight(caller: Caller, { tables }: Pick<Sources, 'tables'>): Promise<ReadonlySet<AdminId>> {
    return new UnitTree(await tables.listUnits()).inSightOf(caller);
  }

  /** @throws HttpError 404 */
  async requireUnit(caller: Caller, adminId: AdminId, sources: Sources): Promise<void> {
    if (!(await this.unitsInSight(caller, sources)).has(adminId)) throw notFound('The admin unit');
  }

  /** @throws HttpError 404 */
  async requireGroup(caller: Caller, kind: GroupKind, groupId: number, sources: Sources): Promise<GroupRecord> {
    const group = await sources.groups.find(kind, groupId);
    if (!group || !(await this.unitsInSight(caller, sources)).has(group.adminId)) throw notFound(`The ${kind} group`);
    return group;
  }

  /** @throws HttpError 404 when one of them is none, or none that the caller may know of */
  async requireUsers(caller: Caller, userIds: readonly UserId[], sources: Sources): Promise<void> {
    const inSight = await this.unitsInSight(caller, sources);
    const units = await sources.records.listUnitsOfUsers(userIds);
    if (units.length !== userIds.length || !units.every((unit) => inSight.has(unit))) throw notFound('The user');
  }

  /** @throws HttpError 404 when one of them is none, or none that the caller may know of */
  async requireAssetGroups(caller: Caller, ids: readonly AssetGroupId[], sources: Sources): Promise<void> {
    const inSight = await this.unitsInSight(caller, sources);
    const units = await sources.records.listUnitsOfAssetGroups(ids);
    if (units.length !== ids.length || !units.every((unit) => inSight.has(unit))) throw notFound('The asset group');
  }

  /** @throws HttpError 404 when one of them is none, or none that the caller sees */
  async requireAssets(caller: Caller, assetIds: readonly AssetId[], { records }: Sources): Promise<void> {
    const isSeen = assetIds.every((assetId) => caller.visibility.canSee(assetId));
    if (!isSeen || (await records.countAssets(assetIds)) !== assetIds.length) throw notFound('The asset');
  }

  /**
   * What a group gives must be the caller's own: every permission of it, and every asset that it shows.
   * @throws HttpError 403
   */
  async refuseGroupAbove(caller: Caller, kind: GroupKind, groupId: number, sources: Sources): Promise<void> {
    if (kind === 'asset') return this.refuseAssetsOutOfSight(caller, [groupId], sources);
    const permissions = await sources.records.listPermissionsOf(groupId);
    if (![...permissions].every((permissionId) => holds(caller, permissionId))) {
      throw forbidden('The members of this user group may do more than you.');
    }
    await this.refuseAssetsOutOfSight(caller, await sources.links.list('assetGroups', groupId), sources);
  }

  /**
   * Refuses asset groups that hold, themselves or in groups below them, assets which the caller does not see.
   * @throws HttpError 403
   */
  async refuseAssetsOutOfSight(caller: Caller, ids: readonly number[], { tables, groups }: Sources): Promise<void> {
    // Administrators see every asset of their unit, and no group shows those of other units to its users.
    if (caller.visibility.everything || caller.permissions.has(ADMIN_MODIFY) || ids.length === 0) return;
    const below = groupsWithin(await groups.list('asset'), ids);
    const assets = (await tables.listAssetGroupAssets()).filter((link) => below.has(link.assetGroupId));
    if (!assets.every((link) => caller.visibility.canSee(link.assetId))) {
      throw forbidden('This group shows assets that you do not see.');
    }
  }

  /**
   * An API token is measured by what it holds, against its own owner too.
   * @throws HttpError 403 for a user who may do or see more than the caller
   */
  async refuseUserAbove(caller: Caller, userId: UserId): Promise<void> {
    const rights = await this.#rights.accessOf(userId);
    if (!rights) throw notFound('The user');
    const { permissions, visibility } = rights;
    const doesMore = ![...permissions].every((permissionId) => holds(caller, permissionId));
    const seesMore = visibility.assetIds
      ? ![...visibility.assetIds].every((assetId) => caller.visibility.canSee(assetId))
      : !caller.visibility.everything;
    if (doesMore || seesMore) throw forbidden('This user may do or see more than you.');
  }

  /**
   * Group 1 is everybody's: what is made without a parent stands below it.
   * @throws HttpError 404, or 400 for a group that would stand below itself
   */
  async requireParent(caller: Caller, kind: GroupKind, group: GroupRecord, sources: Sources): Promise<void> {
    const { id, parentGroupId } = group;
    if (parentGroupId === null) return;
    if (parentGroupId !== ownership.ROOT_GROUP_ID) await this.requireGroup(caller, kind, parentGroupId, sources);
    if (makesCycle(await sources.groups.list(kind), id, parentGroupId)) {
      throw cycle('parentGroupId', 'a group cannot stand below itself');
    }
  }
}

/** A record that would come to stand below itself: 400 that names the field. */
export function cycle(field: string, message: string) {
  return badRequest(`The body field '${field}' is not valid: ${message}.`, [{ field, message }]);
}

/**
 * Names match without regard to case.
 * @throws HttpError 409
 */
export function refuseTakenName(name: string, others: readonly string[], what: string): void {
  const key = nameKey(name);
  if (others.some((other) => nameKey(other) === key)) throw conflict(`The name ${name} is taken by another ${what}.`);
}
