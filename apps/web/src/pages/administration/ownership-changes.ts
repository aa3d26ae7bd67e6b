import type { QueryClient } from '@tanstack/react-query';
import {
  type AdminId,
  type AssetId,
  accounts,
  assetLists,
  grantedPermissions,
  groupLinks,
  manyUsers,
  ownership,
  type PermissionFlags,
  secondFactor,
  type UserId,
} from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { changingLinks, type Link, withLinks } from '#ui/access/links/links.ts';
import type { ItemRef } from '#ui/access/ownership.ts';
import { isOnItsWay, type MailResult } from './mail-outcomes.ts';

type Ownership = ownership.Ownership;

/** From which severity on a user group is told, and whether of assets that go offline and come back. */
export type AlertLevel = Pick<ownership.Alert, 'severityMin' | 'online' | 'offline'>;

/**
 * Changes of users, groups and links in one admin unit. What the screen shows changes at once; when the portal refuses,
 * it goes back to what it was and the `ApiError` is thrown on.
 */
export class OwnershipChanges {
  readonly #client: QueryClient;
  readonly #adminId: number;

  constructor(client: QueryClient, adminId: number) {
    this.#client = client;
    this.#adminId = adminId;
  }

  /** Links or unlinks; one call for each group. What went through before a refusal stays. */
  async link(links: readonly Link[], change: 'add' | 'remove'): Promise<void> {
    const before = this.#read();
    if (before === undefined) return;
    const open = new Set(changingLinks(before, links, change));
    await this.#show((now) => withLinks(now, [...open], change));
    try {
      for (const part of byGroup([...open])) {
        await callLinks(part, change);
        for (const link of part) open.delete(link);
      }
    } catch (error) {
      await this.#show((now) => withLinks(now, [...open], change === 'add' ? 'remove' : 'add'));
      void this.reload();
      throw error;
    }
  }

  async createUser(username: string): Promise<ItemRef> {
    const user = await callApi(ownership.saveUser, {
      query: { sendEmail: 'false' },
      body: { userId: 0, username, password: '', adminId: this.#adminId, email: true },
    });
    await this.#show((now) => ({ ...now, users: [...now.users, user] }));
    return { kind: 'user', id: user.userId };
  }

  async createUserGroup(userGroupName: string, description: string): Promise<ItemRef> {
    const group = await callApi(ownership.saveUserGroup, {
      body: {
        userGroupId: 0,
        userGroupName,
        description,
        adminId: this.#adminId,
        parentGroupId: ownership.ROOT_GROUP_ID,
      },
    });
    await this.#show((now) => ({ ...now, userGroups: [...now.userGroups, group] }));
    return { kind: 'userGroup', id: group.userGroupId };
  }

  async createAssetGroup(assetGroupName: string, description: string, parentGroupId: number): Promise<ItemRef> {
    const group = await callApi(ownership.saveAssetGroup, {
      body: { assetGroupId: 0, assetGroupName, description, parentGroupId, adminId: this.#adminId },
    });
    await this.#show((now) => ({ ...now, assetGroups: [...now.assetGroups, group] }));
    return { kind: 'assetGroup', id: group.assetGroupId };
  }

  async renameUser(userId: number, username: string): Promise<void> {
    await this.#try(
      (now) => ({ ...now, users: now.users.map((one) => (one.userId === userId ? { ...one, username } : one)) }),
      () => callApi(ownership.saveUser, { body: { userId, username } }),
    );
  }

  async changeUserGroup(userGroupId: number, userGroupName: string, description: string): Promise<void> {
    const change = { userGroupName, description };
    await this.#try(
      (now) => ({
        ...now,
        userGroups: now.userGroups.map((one) => (one.userGroupId === userGroupId ? { ...one, ...change } : one)),
      }),
      () => callApi(ownership.saveUserGroup, { body: { userGroupId, ...change } }),
    );
  }

  async changeAssetGroup(
    assetGroupId: number,
    change: { assetGroupName: string; description: string; parentGroupId: number | null },
  ): Promise<void> {
    await this.#try(
      (now) => ({
        ...now,
        assetGroups: now.assetGroups.map((one) =>
          one.assetGroupId === assetGroupId ? ({ ...one, ...change } as typeof one) : one,
        ),
      }),
      () => callApi(ownership.saveAssetGroup, { body: { assetGroupId, ...change } }),
    );
  }

  /** Deletes a user or a group with its links. Assets are not deleted here. */
  async remove({ kind, id }: ItemRef): Promise<void> {
    await this.#try(
      (now) => ({
        ...now,
        users: now.users.filter((one) => kind !== 'user' || one.userId !== id),
        userGroups: now.userGroups.filter((one) => kind !== 'userGroup' || one.userGroupId !== id),
        assetGroups: now.assetGroups.filter((one) => kind !== 'assetGroup' || one.assetGroupId !== id),
      }),
      () => callDelete({ kind, id }),
    );
  }

  /** Sets what a user group is told of an asset group; severity 0 ends it (spec 2 §2.6). */
  async setAlert(userGroupId: number, assetGroupId: number, level: AlertLevel): Promise<void> {
    const alert = { userGroupId, assetGroupId, ...level, severityMax: 10, status: 'open' };
    const shown = alert as ownership.Alert;
    const { severityMin } = level;
    await this.#try(
      (now) => ({
        ...now,
        alerts: [
          ...now.alerts.filter((one) => one.userGroupId !== userGroupId || one.assetGroupId !== assetGroupId),
          ...(severityMin > 0 ? [shown] : []),
        ],
      }),
      () =>
        callApi(ownership.saveAlerts, {
          body: [{ ...alert, assetGroupId: String(assetGroupId) }],
        }),
    );
  }

  /** @param before the permissions that whoever decided saw: what somebody else set meanwhile is not written over */
  async savePermissions(
    userGroupId: number,
    flags: readonly PermissionFlags[],
    before: ReadonlySet<number>,
  ): Promise<void> {
    const saved = await callApi(grantedPermissions.saveGroupPermissions, {
      params: { userGroupId },
      query: { before: [...before].join(',') },
      body: [...flags],
    });
    await this.showPermissions(userGroupId, saved);
  }

  /** What a group may do, as the portal told it. */
  async showPermissions(userGroupId: number, permissionGroups: PermissionFlags[]): Promise<void> {
    await this.#show((now) => ({
      ...now,
      userGroups: now.userGroups.map((one) => (one.userGroupId === userGroupId ? { ...one, permissionGroups } : one)),
    }));
  }

  /** Mails the links that set the password, and answers of each what became of it. */
  async sendResetMails(userIds: readonly number[]): Promise<MailResult[]> {
    const results = await callApi(manyUsers.sendResetMails, { body: { userIds: [...userIds] as UserId[] } });
    const mailed = new Set(results.filter(({ outcome }) => isOnItsWay(outcome)).map(({ userId }) => userId));
    await this.#show((now) => ({
      ...now,
      users: now.users.map((one) => (mailed.has(one.userId) ? { ...one, resetSent: true } : one)),
    }));
    return results;
  }

  /** Makes accounts by the lines of a list, or only says what would be; the screen shows them after `reload`. */
  importUsers(lines: readonly manyUsers.UserLine[], how: { linkExisting: boolean; preview: boolean }) {
    return callApi(manyUsers.importUsers, {
      body: { lines: [...lines], adminId: this.#adminId as AdminId, ...how },
    });
  }

  /** For a user who has lost both the app and the recovery codes. */
  async removeSecondFactor(userId: number): Promise<void> {
    await callApi(secondFactor.removeSecondFactorOf, { params: { userId } });
    await this.#show((now) => ({
      ...now,
      users: now.users.map((one) => (one.userId === userId ? { ...one, secondFactor: false } : one)),
    }));
  }

  /** A link that sets a password, to be handed over by other means than mail. */
  async makeResetLink(username: string): Promise<string> {
    const { link } = await callApi(accounts.makeResetLink, { params: { username } });
    await this.#show((now) => ({
      ...now,
      users: now.users.map((one) => (one.username === username ? { ...one, resetSent: true } : one)),
    }));
    return link;
  }

  /** Gives assets to an admin unit, all or none. */
  async giveAssets(assetIds: readonly number[], adminId: number): Promise<void> {
    await callApi(assetLists.giveToUnit, {
      body: { assetIds: [...assetIds] as AssetId[], adminId: adminId as AdminId },
    });
    await this.#client.invalidateQueries({ queryKey: queryKeys.everyOwnership });
  }

  async reload(): Promise<void> {
    await this.#client.invalidateQueries({ queryKey: ownershipQuery(this.#adminId).queryKey });
  }

  #read(): Ownership | undefined {
    return this.#client.getQueryData(ownershipQuery(this.#adminId).queryKey);
  }

  /** A list that is on its way would undo what is shown, so it is not waited for. */
  async #show(apply: (now: Ownership) => Ownership): Promise<void> {
    const { queryKey } = ownershipQuery(this.#adminId);
    await this.#client.cancelQueries({ queryKey });
    this.#client.setQueryData(queryKey, (now: Ownership | undefined) => now && apply(now));
  }

  async #try(apply: (now: Ownership) => Ownership, call: () => Promise<unknown>): Promise<void> {
    const before = this.#read();
    await this.#show(apply);
    const shown = this.#read();
    try {
      await call();
    } catch (error) {
      // Others may have been changed meanwhile: then only the portal knows what stands.
      await this.#show((now) => (now === shown && before ? before : now));
      void this.reload();
      throw error;
    }
  }
}

/** One part for each group, because a call names one group and a list. */
function byGroup(links: readonly Link[]): readonly (readonly [Link, ...Link[]])[] {
  const parts = new Map<string, [Link, ...Link[]]>();
  for (const link of links) {
    const key = `${link.list} ${link.list === 'userGroupUsers' ? link.right : link.left}`;
    const part = parts.get(key);
    if (part) part.push(link);
    else parts.set(key, [link]);
  }
  return [...parts.values()];
}

async function callLinks(part: readonly [Link, ...Link[]], change: 'add' | 'remove'): Promise<void> {
  const [{ list, left, right }] = part;
  const isAdded = change === 'add';
  if (list === 'userGroupUsers') {
    const call = isAdded ? groupLinks.addUsersToGroup : groupLinks.removeUsersFromGroup;
    await callApi(call, { params: { userGroupId: right }, body: part.map((link) => link.left) });
  } else if (list === 'userGroupAssetGroups') {
    const call = isAdded ? groupLinks.addAssetGroupsToGroup : groupLinks.removeAssetGroupsFromGroup;
    await callApi(call, { params: { userGroupId: left }, body: part.map((link) => link.right) });
  } else {
    const call = isAdded ? groupLinks.addAssetsToGroup : groupLinks.removeAssetsFromGroup;
    await callApi(call, { params: { assetGroupId: left }, body: part.map((link) => link.right) });
  }
}

async function callDelete({ kind, id }: ItemRef): Promise<void> {
  if (kind === 'user') await callApi(ownership.deleteUser, { params: { userId: id } });
  else if (kind === 'userGroup') await callApi(ownership.deleteUserGroup, { params: { userGroupId: id } });
  else if (kind === 'assetGroup') await callApi(ownership.deleteAssetGroup, { params: { assetGroupId: id } });
  else throw new TypeError('Assets are deleted on their own page.');
}
