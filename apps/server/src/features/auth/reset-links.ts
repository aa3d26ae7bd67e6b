import type { manyUsers, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import { mailTargetOf } from './address-change/mail-target.ts';
import { newResetLink } from './reset-link.ts';

interface LinkedUser {
  userId: UserId;
  username: string;
  passwordHash: string | null;
}

interface Parts {
  find: (unit: Work, userId: UserId) => Promise<LinkedUser | undefined>;
  altEmailOf: (unit: Work, userId: UserId) => Promise<string>;
  /** Whether the user logs in with the identity provider. */
  isConnected: (unit: Work, userId: UserId) => Promise<boolean>;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId, unit: Work) => Promise<void>;
  work: UnitOfWork;
  clock: Clock;
  portalUrl: () => string;
}

type Answer = manyUsers.UserLink;

/** Links that set the password, of many users at once, for an administrator to hand over where no mail can be sent. */
export class ResetLinks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Says of each user whether they get a link, and makes it unless this is a look. What is made is answered this once. */
  async make(caller: Caller, userIds: readonly UserId[], isLook: boolean): Promise<Answer[]> {
    return this.#parts.work.run(caller, async (unit) => {
      const users: Answer[] = [];
      for (const userId of new Set(userIds)) users.push(await this.#linkOf(unit, caller, userId, isLook));
      return users;
    });
  }

  async #linkOf(unit: Work, caller: Caller, userId: UserId, isLook: boolean): Promise<Answer> {
    const { altEmailOf, find, isConnected } = this.#parts;
    const none = { userId, username: null, hasAddress: false, link: null };
    const refusal = await this.#refusalOf(unit, caller, userId);
    const user = refusal === 404 ? undefined : await find(unit, userId);
    if (!user) return { ...none, outcome: 'gone' };
    const { username } = user;
    if (refusal === 403) return { ...none, username, outcome: 'above' };
    const hasAddress = mailTargetOf(username, await altEmailOf(unit, userId)) !== undefined;
    const known = { ...none, username, hasAddress };
    // A link would give an account a second way in that its user has never asked for.
    if (user.passwordHash === null && (await isConnected(unit, userId))) return { ...known, outcome: 'external' };
    if (isLook) return { ...known, outcome: 'link' };
    unit.note({ kind: 'access', what: `reset link of ${username} made` });
    return { ...known, outcome: 'link', link: (await newResetLink(unit, user, this.#parts)).link };
  }

  /** 404 or 403, or undefined where there is none. */
  async #refusalOf(unit: Work, caller: Caller, userId: UserId): Promise<number | undefined> {
    try {
      await this.#parts.requireSubject(caller, userId, unit);
      return undefined;
    } catch (error) {
      if (error instanceof HttpError && [403, 404].includes(error.status)) return error.status;
      throw error;
    }
  }
}
