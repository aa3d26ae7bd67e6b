import { type AdminId, type ownership, permissionId, type UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
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
  find(work: Work, userId: UserId): Promise<Account | undefined>;
  findByName(work: Work, username: string): Promise<Account | undefined>;
  insert(
    work: Work,
    user: { username: string; adminId: AdminId; passwordHash: string | null; readOnly: boolean },
  ): Promise<Account>;
  update(work: Work, userId: UserId, user: { username: string; adminId: AdminId }): Promise<void>;
  delete(work: Work, userId: UserId): Promise<unknown>;
  /** @throws HttpError 400 with a text when the password is too weak */
  hashNew(password: string): Promise<string>;
  setPasswordHash(work: Work, userId: UserId, passwordHash: string): Promise<void>;
}

/** An account as whoever runs the portal makes it. */
export interface NewAccount {
  username: string;
  adminId?: AdminId | undefined;
  /** Absent: the account cannot log in until a password is set. */
  password?: string;
  readOnly?: boolean;
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
  mailResetLink: (caller: Caller, userId: UserId) => Promise<void>;
}

const MAY_REMOVE = { takesAway: true };

/** Creating, renaming, moving and deleting users, and giving them a password. */
export class UserAdministration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async save(caller: Caller, input: UserInput, sendEmail: boolean): Promise<ownership.OwnedUser> {
    const { tables, mailResetLink } = this.#parts;
    const { userId } =
      input.userId === 0 ? await this.#createNamed(caller, input) : await this.#update(caller, input.userId, input);
    if (sendEmail) await mailResetLink(caller, userId);
    const saved = await tables.findUser(userId);
    if (!saved) throw notFound('The user');
    return saved;
  }

  /** @throws HttpError 409 for a taken name, 400 for a weak password or a name that is none */
  async create(caller: Caller, input: NewAccount): Promise<Account> {
    if (!holds(caller, USERS_CREATE)) throw forbidden();
    const { changes, rules, accounts } = this.#parts;
    const username = accounts.readUsername(input.username);
    const { adminId = caller.adminId, readOnly = false, password } = input;
    const passwordHash = password === undefined ? null : await accounts.hashNew(password);
    return changes.run(caller, { takesAway: false }, async (step) => {
      await rules.requireUnit(caller, adminId, step);
      await this.#refuseTaken(username, undefined, step);
      const user = await accounts.insert(step.work, { username, adminId, passwordHash, readOnly });
      step.note(`user ${username} created`, undefined, { ...describe(user), ...(readOnly ? { readOnly } : {}) });
      return user;
    });
  }

  /**
   * Sets a password; every session of the user ends.
   * @throws HttpError 400 for a weak password, 404 for a name that nobody has
   */
  async setPassword(caller: Caller, username: string, password: string): Promise<void> {
    const { changes, rules, accounts } = this.#parts;
    const passwordHash = await accounts.hashNew(password);
    await changes.run(caller, { takesAway: false }, async (step) => {
      const user = await accounts.findByName(step.work, username);
      if (!user) throw notFound('The user');
      await rules.requireUsers(caller, [user.userId], step);
      await rules.refuseUserAbove(caller, user.userId);
      await accounts.setPasswordHash(step.work, user.userId, passwordHash);
      step.note(`password of ${user.username} set`);
      step.ended.add(user.userId);
    });
  }

  /** Sessions, API tokens and live connections of the user end at once. */
  async delete(caller: Caller, userId: UserId): Promise<void> {
    const { changes, rules } = this.#parts;
    await changes.run(caller, MAY_REMOVE, async (step) => {
      const user = await this.#require(caller, userId, step);
      if (userId === caller.userId) throw conflict('You cannot delete your own account.');
      await rules.refuseUserAbove(caller, userId);
      await this.#parts.accounts.delete(step.work, userId);
      step.note(`user ${user.username} deleted`, describe(user));
      step.ended.add(userId);
    });
  }

  #createNamed(caller: Caller, { username, adminId }: UserInput): Promise<Account> {
    if (!holds(caller, USERS_CREATE)) throw forbidden();
    if (username === undefined) throw badRequest("The body field 'username' is missing.", missing('username'));
    return this.create(caller, { username, adminId });
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
      await accounts.update(step.work, userId, { username, adminId });
      const after = { ...user, username, adminId };
      step.note(`user ${user.username} changed`, describe(user), describe(after));
      step.touch([userId]);
      return after;
    });
  }

  async #require(caller: Caller, userId: UserId, step: Step): Promise<Account> {
    await this.#parts.rules.requireUsers(caller, [userId], step);
    const user = await this.#parts.accounts.find(step.work, userId);
    if (!user) throw notFound('The user');
    return user;
  }

  async #refuseTaken(username: string, own: UserId | undefined, { work }: Step): Promise<void> {
    const other = await this.#parts.accounts.findByName(work, username);
    if (other && other.userId !== own) throw conflict(`The user name ${username} is taken.`);
  }
}

const missing = (field: string) => [{ field, message: 'is missing' }];

function describe({ userId, username, adminId }: Account) {
  return { userId, username, adminId };
}
