import type { manyUsers, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError, notFound } from '#http/errors.ts';
import type { MailPost } from '#mail/mail-post.ts';
import { pause } from '#pause.ts';
import { randomToken } from '#random-token.ts';
import { resetMail } from './account-mails.ts';
import { mailTargetOf } from './address-change/mail-target.ts';
import { newResetLink } from './reset-link.ts';

interface MailedUser {
  userId: UserId;
  username: string;
  passwordHash: string | null;
}

/** What one unit of work decided of a user: a mail is under way once it has committed. */
interface Decided {
  readonly user: MailedUser;
  readonly outcome: manyUsers.MailOutcome;
  delivered?: Promise<boolean>;
}

interface Parts {
  find: (userId: UserId, unit: Work) => Promise<MailedUser | undefined>;
  altEmailOf: (userId: UserId, unit: Work) => Promise<string>;
  /** Whether the user logs in with the identity provider. */
  isConnected: (unit: Work, userId: UserId) => Promise<boolean>;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId, unit: Work) => Promise<void>;
  work: UnitOfWork;
  mails: Pick<MailPost, 'add' | 'outcomeOf'>;
  /** Without a mail server mails are files in the data folder. */
  hasMailServer: () => boolean;
  /** So long an answer waits for the mail server. */
  patienceMs: number;
  clock: Clock;
  portalUrl: () => string;
  /** What the portal is called. */
  portalName: () => string;
}

/**
 * Reset links that an administrator has mailed. The limits that hold off strangers do not count here: the caller has
 * proved who they are, each mail is in the journal under their name, and they hear of each what became of it.
 */
export class ResetMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Says of each user what became of their mail.
   * @throws HttpError 404 when one of the users is none that the caller may know of: nothing is sent then
   */
  async send(caller: Caller, userIds: readonly UserId[]) {
    const { hasMailServer, patienceMs, work } = this.#parts;
    const decided = await work.run(caller, async (unit) => {
      const all: Decided[] = [];
      for (const userId of new Set(userIds)) all.push(await this.#decide(unit, caller, userId));
      return all;
    });
    const enough = new AbortController();
    const patience = pause(patienceMs, enough.signal).then(() => 'waiting' as const);
    const outcomes = await Promise.all(
      decided.map(async ({ user: { userId, username }, outcome, delivered }) => {
        const taken = delivered && (await Promise.race([delivered, patience]));
        if (taken === undefined) return { userId, username, outcome };
        if (taken === 'waiting') return { userId, username, outcome: taken };
        if (!taken) return { userId, username, outcome: 'failed' as const };
        return { userId, username, outcome: hasMailServer() ? ('sent' as const) : ('written' as const) };
      }),
    );
    enough.abort();
    return outcomes;
  }

  /**
   * Mails one link without waiting for the mail server.
   * @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more, 409 for one who
   * logs in with the identity provider
   */
  async hand(caller: Caller, userId: UserId): Promise<void> {
    await this.#parts.work.run(caller, async (unit) => {
      await this.#parts.requireSubject(caller, userId, unit);
      const { outcome } = await this.#decide(unit, caller, userId);
      if (outcome === 'external') throw conflict('The user logs in with the identity provider, and has no password.');
    });
  }

  /** @throws HttpError 404 */
  async #decide(unit: Work, caller: Caller, userId: UserId): Promise<Decided> {
    const { find, altEmailOf, isConnected, mails, portalName } = this.#parts;
    const isAbove = await this.#isAbove(unit, caller, userId);
    const user = await find(userId, unit);
    if (!user) throw notFound('The user');
    if (isAbove) return { user, outcome: 'above' };
    // A link would give an account a second way in that its user has never asked for.
    if (user.passwordHash === null && (await isConnected(unit, userId))) return { user, outcome: 'external' };
    const to = mailTargetOf(user.username, await altEmailOf(userId, unit));
    if (to === undefined) return { user, outcome: 'no-address' };
    const { link, expiresMs } = await newResetLink(unit, user, this.#parts);
    const mail = resetMail(portalName(), user.username, link);
    unit.note({ kind: 'access', what: `reset link of ${user.username} mailed` });
    const decided: Decided = { user, outcome: 'waiting' };
    const mailId = randomToken();
    // Before it is taken in: it may be sent as soon as this has committed.
    unit.afterCommit(() => {
      decided.delivered = mails.outcomeOf(mailId);
    });
    await mails.add(unit, { mailId, userId, to, ...mail, goodUntilMs: expiresMs });
    return decided;
  }

  /** Whether the user may do or see more than the caller. */
  async #isAbove(unit: Work, caller: Caller, userId: UserId): Promise<boolean> {
    try {
      await this.#parts.requireSubject(caller, userId, unit);
      return false;
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) return true;
      throw error;
    }
  }
}
