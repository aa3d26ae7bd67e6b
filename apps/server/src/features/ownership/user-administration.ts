import { type AdminId, type ownership, permissionId, type UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import type { OwnershipChanges, Step } from './ownership-changes.ts';
import type { OwnershipRepository } from './ownership-repository.ts';
import type { OwnershipRules } from './ownership-rules.ts';

const USERS_CREATE = permissionId('Users', 'Create');
const USERS_MODIFY = permissionId('Users', 'Modify');

export interface Account {
  userId: UserId;
  username: string;
  adminId: AdminId;
}

/** User accounts; the access feature has them. */
export interface Accounts {
  /** @throws HttpError 400 for a name that is none */
  readUsername(text: string): string;
  find(userId: UserId, db?: Kysely<Database>): Promise<Account | undefined>;
  findByName(username: string, db: Kysely<Database>): Promise<Account | undefined>;
  insert(user: { username: string; adminId: AdminId }, db: Kysely<Database>): Promise<Account>;
  update(userId: UserId, user: { username: string; adminId: AdminId }, db: Kysely<Database>): Promise<void>;
  delete(userId: UserId, db: Kysely<Database>): Promise<unknown>;
}

export interface UserInput {
  userId: 0 | UserId;
  username?: string | undefined;
  adminId?: AdminId | undefined;
}

interface Parts {
  changes: OwnershipChanges;
  rules: OwnershipRules;
  accounts: Accounts;
  tables: OwnershipRepository;
  /** Mails the link that sets a password; the account may have no mail address, then nothing is sent. */
  mailResetLink: (username: string, address: string) => Promise<void>;
}

const MAY_REMOVE = { takesAway: true };

/** Creating, renaming, moving and deleting users. */
export class UserAdministration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async save(caller: Caller, input: UserInput, sendEmail: boolean, address: string): Promise<ownership.OwnedUser> {
    const { tables, mailResetLink } = this.#parts;
    const { userId, username } =
      input.userId === 0 ? await this.#create(caller, input) : await this.#update(caller, input.userId, input);
    if (sendEmail) await mailResetLink(username, address);
    const saved = await tables.findUser(userId);
    if (!saved) throw notFound('The user');
    return saved;
  }

  /** Sessions, API tokens and live connections of the user end at once. */
  async delete(caller: Caller, userId: UserId): Promise<void> {
    const { changes, rules } = this.#parts;
    await changes.run(caller, MAY_REMOVE, async (step) => {
      const user = await this.#require(caller, userId, step);
      if (userId === caller.userId) throw conflict('You cannot delete your own account.');
      await rules.refuseUserAbove(caller, userId);
      await this.#parts.accounts.delete(userId, step.db);
      step.note(`user ${user.username} deleted`, describe(user));
      step.ended.add(userId);
    });
  }

  async #create(caller: Caller, input: UserInput): Promise<Account> {
    if (!holds(caller, USERS_CREATE)) throw forbidden();
    const { changes, rules, accounts } = this.#parts;
    if (input.username === undefined) throw badRequest("The body field 'username' is missing.", missing('username'));
    const username = accounts.readUsername(input.username);
    const adminId = input.adminId ?? caller.adminId;
    return changes.run(caller, { takesAway: false }, async (step) => {
      await rules.requireUnit(caller, adminId, step);
      await this.#refuseTaken(username, undefined, step);
      const user = await accounts.insert({ username, adminId }, step.db);
      step.note(`user ${username} created`, undefined, describe(user));
      return user;
    });
  }

  async #update(caller: Caller, userId: UserId, input: UserInput): Promise<Account> {
    if (!holds(caller, USERS_MODIFY)) throw forbidden();
    const { changes, rules, accounts } = this.#parts;
    return changes.run(caller, MAY_REMOVE, async (step) => {
      const user = await this.#require(caller, userId, step);
      await rules.refuseUserAbove(caller, userId);
      const username = input.username === undefined ? user.username : accounts.readUsername(input.username);
      const adminId = input.adminId ?? user.adminId;
      if (username === user.username && adminId === user.adminId) return user;
      await rules.requireUnit(caller, adminId, step);
      await this.#refuseTaken(username, userId, step);
      await accounts.update(userId, { username, adminId }, step.db);
      const after = { ...user, username, adminId };
      step.note(`user ${user.username} changed`, describe(user), describe(after));
      step.touch([userId]);
      return after;
    });
  }

  async #require(caller: Caller, userId: UserId, step: Step): Promise<Account> {
    await this.#parts.rules.requireUsers(caller, [userId], step);
    const user = await this.#parts.accounts.find(userId, step.db);
    if (!user) throw notFound('The user');
    return user;
  }

  async #refuseTaken(username: string, own: UserId | undefined, { db }: Step): Promise<void> {
    const other = await this.#parts.accounts.findByName(username, db);
    if (other && other.userId !== own) throw conflict(`The user name ${username} is taken.`);
  }
}

const missing = (field: string) => [{ field, message: 'is missing' }];

function describe({ userId, username, adminId }: Account) {
  return { userId, username, adminId };
}
