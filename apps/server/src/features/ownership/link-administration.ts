import type { AssetGroupId, AssetId, UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import { refuseAssetsFromElsewhere, refuseGroupsFromElsewhere } from './asset-units.ts';
import type { GroupKind, GroupRecord } from './group-repository.ts';
import type { LinkKind } from './link-repository.ts';
import type { OwnershipChanges, Step } from './ownership-changes.ts';
import type { OwnershipRules, Sources } from './ownership-rules.ts';
import { UnitTree } from './unit-tree.ts';

const kindOfOwner: Readonly<Record<LinkKind, GroupKind>> = { users: 'user', assetGroups: 'user', assets: 'asset' };
const nameOfMembers: Readonly<Record<LinkKind, string>> = {
  users: 'users',
  assetGroups: 'asset groups',
  assets: 'assets',
};

/** Links: users in user groups, asset groups shown to user groups, assets in asset groups. */
export class LinkAdministration {
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;

  constructor(changes: OwnershipChanges, rules: OwnershipRules) {
    this.#changes = changes;
    this.#rules = rules;
  }

  /** Adds those that are not there yet. @returns the members as they are now, as far as the caller sees them */
  async add(caller: Caller, kind: LinkKind, groupId: number, ids: readonly number[]): Promise<number[]> {
    return this.#change(caller, kind, groupId, ids, 'added to', async (step, named, there, owner) => {
      const added = named.filter((id) => !there.has(id));
      if (kind === 'users') await refuseUsersFromAbove(step, groupId, added);
      if (kind === 'assets') await refuseAssetsFromElsewhere(step, owner.adminId, added);
      if (kind === 'assetGroups') await refuseGroupsFromElsewhere(step, owner.adminId, added);
      await step.links.add(kind, groupId, added);
      return added;
    });
  }

  /** Removes those that are there. @returns the members as they are now, as far as the caller sees them */
  async remove(caller: Caller, kind: LinkKind, groupId: number, ids: readonly number[]): Promise<number[]> {
    return this.#change(caller, kind, groupId, ids, 'removed from', async (step, named, there) => {
      const removed = named.filter((id) => there.has(id));
      await step.links.remove(kind, groupId, removed);
      return removed;
    });
  }

  async #change(
    caller: Caller,
    kind: LinkKind,
    groupId: number,
    ids: readonly number[],
    verb: 'added to' | 'removed from',
    apply: (
      step: Step,
      named: readonly number[],
      there: ReadonlySet<number>,
      owner: GroupRecord,
    ) => Promise<readonly number[]>,
  ): Promise<number[]> {
    const named = [...new Set(ids)];
    return this.#changes.run(caller, { takesAway: verb === 'removed from' }, async (step) => {
      const owner = await this.#rules.requireGroup(caller, kindOfOwner[kind], groupId, step);
      await this.#requireMembers(caller, kind, named, step);
      await this.#rules.refuseGroupAbove(caller, kindOfOwner[kind], groupId, step);
      if (kind === 'assetGroups') await this.#rules.refuseAssetsOutOfSight(caller, named, step);
      const there = new Set(await step.links.list(kind, groupId));
      const changed = await apply(step, named, there, owner);
      const now = await step.links.list(kind, groupId);
      if (changed.length > 0) {
        const what = `${nameOfMembers[kind]} ${verb} ${kindOfOwner[kind]} group ${owner.name}`;
        const links = { groupId, [kind]: changed };
        step.note(what, ...(verb === 'added to' ? [undefined, links] : [links]));
        await touch(step, kind, groupId, changed);
      }
      return this.#inSight(caller, kind, now, step);
    });
  }

  async #requireMembers(caller: Caller, kind: LinkKind, ids: readonly number[], sources: Sources): Promise<void> {
    if (kind === 'users') return this.#rules.requireUsers(caller, ids as readonly UserId[], sources);
    if (kind === 'assets') return this.#rules.requireAssets(caller, ids as readonly AssetId[], sources);
    return this.#rules.requireAssetGroups(caller, ids as readonly AssetGroupId[], sources);
  }

  /** A group may hold members of other units that somebody above put there. */
  async #inSight(caller: Caller, kind: LinkKind, ids: number[], step: Step): Promise<number[]> {
    if (kind === 'assets') return ids.filter((id) => caller.visibility.canSee(id as AssetId));
    const inSight = await this.#rules.unitsInSight(caller, step);
    const rows =
      kind === 'users'
        ? (await step.tables.listUsers()).map((user) => ({ id: user.userId as number, adminId: user.adminId }))
        : await step.groups.list('asset');
    const seen = new Set(rows.filter((row) => inSight.has(row.adminId)).map((row) => row.id));
    return ids.filter((id) => seen.has(id));
  }
}

/** Whose rights a changed link changes. */
async function touch(step: Step, kind: LinkKind, groupId: number, changed: readonly number[]): Promise<void> {
  if (kind === 'users') step.touch(changed);
  else if (kind === 'assetGroups') step.touch(await step.links.list('users', groupId));
  else step.touchesEveryone = true;
}

/**
 * Rights of a group reach its own unit and the units below it: a user from above would carry them up.
 * @throws HttpError 409
 */
async function refuseUsersFromAbove(step: Step, groupId: number, userIds: readonly number[]): Promise<void> {
  const group = await step.groups.find('user', groupId);
  if (!group) throw notFound('The user group');
  const within = new UnitTree(await step.tables.listUnits()).within(group.adminId);
  const units = await step.records.listUnitsOfUsers(userIds as readonly UserId[]);
  if (units.every((unit) => within.has(unit))) return;
  throw conflict('A user group holds users of its own admin unit and of the units below it.');
}
