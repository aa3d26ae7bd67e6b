import {
  flagsOfPermissions,
  type PermissionFlags,
  permissionsOfFlags,
  permissionsOfType,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, notFound } from '#http/errors.ts';
import type { OwnershipChanges, Rights } from './ownership-changes.ts';
import type { OwnershipRules, Sources } from './ownership-rules.ts';

/** Permissions of user groups, and what they come to for a user. */
export class PermissionAdministration {
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;
  readonly #rights: Rights;
  readonly #sources: Sources;

  constructor(parts: { changes: OwnershipChanges; rules: OwnershipRules; rights: Rights; sources: Sources }) {
    this.#changes = parts.changes;
    this.#rules = parts.rules;
    this.#rights = parts.rights;
    this.#sources = parts.sources;
  }

  async ofGroup(caller: Caller, userGroupId: UserGroupId): Promise<PermissionFlags[]> {
    await this.#rules.requireGroup(caller, 'user', userGroupId, this.#sources);
    return flagsOfPermissions(await this.#sources.records.listPermissionsOf(userGroupId));
  }

  /** The union over the groups of the user (spec 2 §4). */
  async ofUser(caller: Caller, userId: UserId): Promise<PermissionFlags[]> {
    await this.#rules.requireUsers(caller, [userId], this.#sources);
    const rights = await this.#rights.accessOf(userId);
    if (!rights) throw notFound('The user');
    return flagsOfPermissions(rights.permissions);
  }

  /**
   * Replaces the flags of the types that are named; the others stay.
   * @param seen the permissions of the group that the caller saw when they decided; undefined: whatever they were
   * @throws HttpError 403 for permissions that the caller does not hold, in the group or in the list; 409 with those that
   * stand when somebody else has changed one of the named types meanwhile
   */
  async save(
    caller: Caller,
    userGroupId: UserGroupId,
    rows: readonly PermissionFlags[],
    seen?: readonly number[],
  ): Promise<PermissionFlags[]> {
    return this.#changes.run(caller, { takesAway: true }, async (step) => {
      const group = await this.#rules.requireGroup(caller, 'user', userGroupId, step);
      await this.#rules.refuseGroupAbove(caller, 'user', userGroupId, step);
      const before = await step.records.listPermissionsOf(userGroupId);
      const named = new Set(rows.flatMap((row) => permissionsOfType(row.type)));
      if (seen) refuseOther(seen, before, named);
      const wanted = new Set(permissionsOfFlags(rows));
      const added = [...wanted].filter((permissionId) => !before.has(permissionId));
      const removed = [...before].filter((permissionId) => named.has(permissionId) && !wanted.has(permissionId));
      const excess = added.filter((permissionId) => !holds(caller, permissionId));
      if (excess.length > 0) throw forbidden('You cannot grant a permission that you do not hold.');
      await step.records.grant(userGroupId, added);
      await step.records.revoke(userGroupId, removed);
      const after = await step.records.listPermissionsOf(userGroupId);
      if (added.length + removed.length > 0) {
        const what = `permissions of user group ${group.name} changed`;
        step.note(what, { userGroupId, permissionIds: [...before] }, { userGroupId, permissionIds: [...after] });
        step.touch(await step.links.list('users', userGroupId));
      }
      return flagsOfPermissions(after);
    });
  }
}

function refuseOther(seen: readonly number[], now: ReadonlySet<number>, named: ReadonlySet<number>): void {
  const then = new Set(seen);
  if ([...named].every((permissionId) => then.has(permissionId) === now.has(permissionId))) return;
  throw conflict('Somebody else has changed these permissions meanwhile. Nothing was saved.', {
    permissionGroups: flagsOfPermissions(now),
  });
}
