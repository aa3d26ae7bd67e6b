import { type AdminId, ownership, type PermissionGroup, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden } from '#http/errors.ts';
import type { GroupKind, GroupRecord } from './group-repository.ts';
import type { OwnershipChanges, Step } from './ownership-changes.ts';
import { type OwnershipRules, refuseTakenName } from './ownership-rules.ts';
import { moveStrandingNothing } from './stranded-links.ts';

export interface GroupInput {
  id: number;
  name?: string | undefined;
  adminId?: AdminId | undefined;
  description?: string | undefined;
  parentGroupId?: number | null | undefined;
}

interface Words {
  what: string;
  permissions: PermissionGroup;
  /** The field of the body that holds the name. */
  nameField: string;
}

const words: Readonly<Record<GroupKind, Words>> = {
  user: { what: 'user group', permissions: 'UserGroups', nameField: 'userGroupName' },
  asset: { what: 'asset group', permissions: 'AssetGroups', nameField: 'assetGroupName' },
};

interface GroupChange {
  readonly before: GroupRecord;
  readonly after: GroupRecord;
}

const ROOT = ownership.ROOT_GROUP_ID;
const MAX_NAMED = 20;

/** Creating, renaming, moving and deleting groups of one kind. */
export class GroupAdministration {
  readonly #kind: GroupKind;
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;

  constructor(kind: GroupKind, changes: OwnershipChanges, rules: OwnershipRules) {
    this.#kind = kind;
    this.#changes = changes;
    this.#rules = rules;
  }

  /** @throws HttpError 400 for a cycle, 404 for what the caller may not know of, 409 for a taken name or stranded links */
  async save(caller: Caller, input: GroupInput): Promise<GroupRecord & { permissions: ReadonlySet<number> }> {
    const { permissions } = words[this.#kind];
    if (!holds(caller, permissionId(permissions, input.id === 0 ? 'Create' : 'Modify'))) throw forbidden();
    if (input.id === 0) return { ...(await this.#create(caller, input)), permissions: new Set() };
    return this.#changes.run(caller, { takesAway: true }, async (step) => ({
      ...(await this.#update(caller, input, step)),
      permissions: this.#kind === 'user' ? await step.records.listPermissionsOf(input.id) : new Set<number>(),
    }));
  }

  /**
   * Saves groups that there are, all or none; where they stand is looked at once all of them have moved.
   * @throws HttpError as `save`
   */
  async saveAll(caller: Caller, inputs: readonly GroupInput[]): Promise<GroupRecord[]> {
    return this.#changes.run(caller, { takesAway: true }, async (step) => {
      const changes: GroupChange[] = [];
      for (const input of inputs) changes.push(await this.#changeOf(caller, input, step));
      await this.#write(caller, changes, step);
      return changes.map(({ after }) => after);
    });
  }

  /**
   * Links, permissions and alerts go with the group.
   * @throws HttpError 409 while groups are below it
   */
  async delete(caller: Caller, groupId: number): Promise<void> {
    const { what } = words[this.#kind];
    await this.#changes.run(caller, { takesAway: true }, async (step) => {
      const group = await this.#rules.requireGroup(caller, this.#kind, groupId, step);
      await this.#rules.refuseGroupAbove(caller, this.#kind, groupId, step);
      if (groupId === ROOT) throw conflict('This group stands above all others and cannot be deleted.');
      const below = (await step.groups.list(this.#kind)).filter((other) => other.parentGroupId === groupId);
      if (below.length > 0) {
        const message = `The ${what} cannot be deleted: ${below.length} groups are below it.`;
        throw conflict(message, { groups: below.slice(0, MAX_NAMED).map((other) => other.name) });
      }
      const contents = await this.#contents(groupId, step);
      await step.groups.delete(this.#kind, groupId);
      step.note(`${what} ${group.name} deleted`, { ...this.#describe(group), ...contents });
      if (this.#kind === 'user') step.touch(contents.users ?? []);
      else step.touchesEveryone = true;
    });
  }

  async #create(caller: Caller, input: GroupInput): Promise<GroupRecord> {
    const { name } = input;
    const { what, nameField } = words[this.#kind];
    if (name === undefined) {
      throw badRequest(`The body field '${nameField}' is missing.`, [{ field: nameField, message: 'is missing' }]);
    }
    return this.#changes.run(caller, { takesAway: false }, async (step) => {
      const { adminId = caller.adminId, description = '', parentGroupId = ROOT } = input;
      const group = { id: 0, name, adminId, description, parentGroupId };
      await this.#check(caller, group, step);
      const made = { ...group, id: await step.groups.insert(this.#kind, group) };
      step.note(`${what} ${name} created`, undefined, this.#describe(made));
      return made;
    });
  }

  async #update(caller: Caller, input: GroupInput, step: Step): Promise<GroupRecord> {
    const change = await this.#changeOf(caller, input, step);
    await this.#write(caller, [change], step);
    return change.after;
  }

  async #changeOf(caller: Caller, input: GroupInput, step: Step): Promise<GroupChange> {
    const before = await this.#rules.requireGroup(caller, this.#kind, input.id, step);
    await this.#rules.refuseGroupAbove(caller, this.#kind, input.id, step);
    const {
      name = before.name,
      adminId = before.adminId,
      description = before.description,
      parentGroupId = before.parentGroupId,
    } = input;
    const after = { id: input.id, name, adminId, description, parentGroupId };
    const isMoved = parentGroupId !== before.parentGroupId || adminId !== before.adminId;
    if (input.id === ROOT && isMoved) throw conflict('This group stands above all others and cannot be moved.');
    return { before, after };
  }

  async #write(caller: Caller, all: readonly GroupChange[], step: Step): Promise<void> {
    const changes = all.filter(({ before, after }) => !isSame(before, after));
    await moveStrandingNothing(step, async () => {
      for (const { after } of changes) await step.groups.update(this.#kind, after);
    });
    for (const { before, after } of changes) {
      await this.#check(caller, after, step);
      step.note(`${words[this.#kind].what} ${before.name} changed`, this.#describe(before), this.#describe(after));
      // Who sees an asset group also sees those below it: a move changes what people see.
      if (this.#kind === 'asset' && after.parentGroupId !== before.parentGroupId) step.touchesEveryone = true;
    }
  }

  async #check(caller: Caller, group: GroupRecord, step: Step): Promise<void> {
    await this.#rules.requireUnit(caller, group.adminId, step);
    await this.#rules.requireParent(caller, this.#kind, group, step);
    const names = (await step.groups.list(this.#kind))
      .filter((other) => other.adminId === group.adminId && other.id !== group.id)
      .map((other) => other.name);
    refuseTakenName(group.name, names, `${words[this.#kind].what} of this admin unit`);
  }

  /** What goes with a group, for the journal. */
  async #contents(groupId: number, { links, records }: Step): Promise<{ users?: number[] } & Record<string, number[]>> {
    if (this.#kind === 'asset') return { assets: await links.list('assets', groupId) };
    return {
      permissionIds: [...(await records.listPermissionsOf(groupId))],
      users: await links.list('users', groupId),
      assetGroups: await links.list('assetGroups', groupId),
    };
  }

  #describe({ id, name, ...place }: GroupRecord) {
    return this.#kind === 'user'
      ? { userGroupId: id, userGroupName: name, ...place }
      : { assetGroupId: id, assetGroupName: name, ...place };
  }
}

function isSame(one: GroupRecord, other: GroupRecord): boolean {
  const isThere = one.parentGroupId === other.parentGroupId && one.adminId === other.adminId;
  return isThere && one.name === other.name && one.description === other.description;
}
