import type { AdminId, AssetGroupId, AssetId, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { AccessChange, AccessService } from './access-service.ts';
import type { GroupRepository } from './group-repository.ts';
import type { Executor, UserRecord, UserRepository } from './user-repository.ts';
import { readUsername } from './username.ts';

/** Checks and hashes passwords; given by the auth feature. */
export interface PasswordSetter {
  /** @throws HttpError 400 with a text when the password is too weak */
  hashNew(password: string): Promise<string>;
}

export interface NewUserInput {
  username: string;
  adminId?: AdminId;
  /** Absent: the account cannot log in until a password is set. */
  password?: string;
  readOnly?: boolean;
}

export interface NewGroupInput {
  name: string;
  adminId?: AdminId;
  description?: string;
  parentGroupId?: number | null;
}

const ROOT_ADMIN_ID = 1 as AdminId;
const ROOT_GROUP_ID = 1;

interface Parts {
  db: Kysely<Database>;
  users: UserRepository;
  groups: GroupRepository;
  access: AccessService;
  journal: Journal;
  passwords: PasswordSetter;
  clock: Clock;
}

/** Creates and links users, groups and permissions; every change is journalled and takes effect at once. */
export class AccessAdministration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async createAdminUnit(caller: Caller, name: string, parentAdminId: AdminId = ROOT_ADMIN_ID): Promise<AdminId> {
    const { groups } = this.#parts;
    return this.#change(caller, `admin unit ${name} created`, { parentAdminId }, undefined, (db) =>
      groups.insertAdminUnit(name, parentAdminId, db),
    );
  }

  /** @throws HttpError 409 for a taken name, 400 for a weak password or a name that is none */
  async createUser(caller: Caller, input: NewUserInput): Promise<UserRecord> {
    const { users, passwords, clock } = this.#parts;
    const username = readUsername(input.username);
    const passwordHash = input.password === undefined ? null : await passwords.hashNew(input.password);
    const adminId = input.adminId ?? ROOT_ADMIN_ID;
    const readOnly = input.readOnly ?? false;
    return this.#change(caller, `user ${username} created`, { adminId, readOnly }, undefined, async (db) => {
      if (await users.findByName(username, db)) throw conflict(`The user name ${username} is taken.`);
      return users.insert({ username, adminId, passwordHash, readOnly, createdMs: clock.now() }, db);
    });
  }

  /** Sets a password; every session of the user ends. */
  async setPassword(caller: Caller, username: string, password: string): Promise<void> {
    const { users, passwords } = this.#parts;
    const passwordHash = await passwords.hashNew(password);
    const user = await users.findByName(username);
    if (!user) throw notFound('The user');
    const change: AccessChange = { ended: [user.userId] };
    await this.#change(caller, `password of ${user.username} set`, undefined, change, (db) =>
      users.setPasswordHash(user.userId, passwordHash, db),
    );
  }

  /** Without a password nobody logs in with one until a reset link sets it; every session of the user ends. */
  async removePassword(caller: Caller, { userId, username }: Pick<UserRecord, 'userId' | 'username'>): Promise<void> {
    const { users } = this.#parts;
    await this.#change(caller, `password of ${username} removed`, undefined, { ended: [userId] }, (db) =>
      users.setPasswordHash(userId, null, db),
    );
  }

  async deleteUser(caller: Caller, userId: UserId): Promise<void> {
    const { users } = this.#parts;
    const user = await users.find(userId);
    if (!user) throw notFound('The user');
    await this.#change(caller, `user ${user.username} deleted`, undefined, { ended: [userId] }, (db) =>
      users.delete(userId, db),
    );
  }

  async createUserGroup(caller: Caller, input: NewGroupInput): Promise<UserGroupId> {
    const { groups } = this.#parts;
    return this.#change(caller, `user group ${input.name} created`, input, undefined, (db) =>
      groups.insertUserGroup(toGroup(input), db),
    );
  }

  async createAssetGroup(caller: Caller, input: NewGroupInput): Promise<AssetGroupId> {
    const { groups } = this.#parts;
    const change: AccessChange = { everyone: true };
    return this.#change(caller, `asset group ${input.name} created`, input, change, (db) =>
      groups.insertAssetGroup(toGroup(input), db),
    );
  }

  async grant(caller: Caller, userGroupId: UserGroupId, permissionIds: readonly number[]): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'permissions granted', { userGroupId, permissionIds }, (db) =>
      groups.grant(userGroupId, permissionIds, db),
    );
  }

  async revoke(caller: Caller, userGroupId: UserGroupId, permissionIds: readonly number[]): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'permissions taken back', { userGroupId, permissionIds }, (db) =>
      groups.revoke(userGroupId, permissionIds, db),
    );
    await this.#endSessionsWithoutRights(await groups.listUsers(userGroupId));
  }

  async linkUser(caller: Caller, userGroupId: UserGroupId, userId: UserId): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'user added to group', { userGroupId, userId }, (db) =>
      groups.linkUser(userGroupId, userId, db),
    );
  }

  async unlinkUser(caller: Caller, userGroupId: UserGroupId, userId: UserId): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'user removed from group', { userGroupId, userId }, (db) =>
      groups.unlinkUser(userGroupId, userId, db),
    );
    await this.#endSessionsWithoutRights([userId]);
  }

  async linkAssetGroup(caller: Caller, userGroupId: UserGroupId, assetGroupId: AssetGroupId): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'asset group linked', { userGroupId, assetGroupId }, (db) =>
      groups.linkAssetGroup(userGroupId, assetGroupId, db),
    );
  }

  async unlinkAssetGroup(caller: Caller, userGroupId: UserGroupId, assetGroupId: AssetGroupId): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'asset group unlinked', { userGroupId, assetGroupId }, (db) =>
      groups.unlinkAssetGroup(userGroupId, assetGroupId, db),
    );
  }

  async addAssets(caller: Caller, assetGroupId: AssetGroupId, assetIds: readonly AssetId[]): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'assets added to group', { assetGroupId, assetIds }, (db) =>
      groups.addAssets(assetGroupId, assetIds, db),
    );
  }

  async removeAssets(caller: Caller, assetGroupId: AssetGroupId, assetIds: readonly AssetId[]): Promise<void> {
    const { groups } = this.#parts;
    await this.#changeLinks(caller, 'assets removed from group', { assetGroupId, assetIds }, (db) =>
      groups.removeAssets(assetGroupId, assetIds, db),
    );
  }

  /** Losing the last permission ends the sessions at once (spec 3 §4). */
  async #endSessionsWithoutRights(userIds: readonly UserId[]): Promise<void> {
    const { access } = this.#parts;
    const rights = await Promise.all(userIds.map((userId) => access.accessOf(userId)));
    const ended = rights.filter((right) => right?.permissions.size === 0).map((right) => right?.userId as UserId);
    if (ended.length > 0) access.changed({ ended });
  }

  #changeLinks(caller: Caller, what: string, after: unknown, apply: (db: Executor) => Promise<void>): Promise<void> {
    return this.#change(caller, what, after, { everyone: true }, apply);
  }

  /** One transaction for the change and its journal entry; whoever is affected hears of it once it has committed. */
  async #change<T>(
    caller: Caller,
    what: string,
    after: unknown,
    change: AccessChange | undefined,
    apply: (db: Executor) => Promise<T>,
  ): Promise<T> {
    const { db, journal, access } = this.#parts;
    const result = await db.transaction().execute(async (trx) => {
      const applied = await apply(trx);
      await journal.append({ kind: 'access', what, after, by: actorOf(caller) }, trx);
      return applied;
    });
    if (change) access.changed(change);
    return result;
  }
}

function toGroup(input: NewGroupInput) {
  return {
    name: input.name,
    description: input.description ?? '',
    adminId: input.adminId ?? ROOT_ADMIN_ID,
    parentGroupId: input.parentGroupId === undefined ? ROOT_GROUP_ID : input.parentGroupId,
  };
}
