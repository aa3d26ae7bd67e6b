import type { manyUsers, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { HttpError, notFound } from '#http/errors.ts';
import type { Mail } from '#mail/mailer.ts';
import { pause } from '#pause.ts';
import { resetMail } from './account-mails.ts';
import { mailTargetOf } from './address-change/mail-target.ts';
import { newResetLink } from './reset-link.ts';

interface MailedUser {
  userId: UserId;
  username: string;
}

interface Parts {
  find: (userId: UserId, unit?: Work) => Promise<MailedUser | undefined>;
  altEmailOf: (userId: UserId, unit: Work) => Promise<string>;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId) => Promise<void>;
  work: UnitOfWork;
  /** Resolves with whether the mail was taken, which may be much later. */
  deliver: (mail: Mail) => Promise<boolean>;
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

  /** @throws HttpError 404 when one of the users is none that the caller may know of: nothing is sent then */
  async send(caller: Caller, userIds: readonly UserId[]) {
    const { hasMailServer, patienceMs } = this.#parts;
    const named = [...new Set(userIds)];
    const above = await this.#aboveOf(caller, named);
    const underWay: { user: MailedUser; delivered: Promise<boolean> | undefined; outcome: manyUsers.MailOutcome }[] =
      [];
    for (const userId of named) {
      const mailed = above.has(userId) ? { user: above.get(userId) as MailedUser } : await this.#mail(caller, userId);
      const outcome = above.has(userId) ? 'above' : 'no-address';
      underWay.push({ user: mailed.user, delivered: 'delivered' in mailed ? mailed.delivered : undefined, outcome });
    }
    const enough = new AbortController();
    const patience = pause(patienceMs, enough.signal).then(() => 'waiting' as const);
    const outcomes = await Promise.all(
      underWay.map(async ({ user, delivered, outcome }) => {
        const taken = delivered && (await Promise.race([delivered, patience]));
        if (taken === undefined) return { ...user, outcome };
        if (taken === 'waiting') return { ...user, outcome: taken };
        if (!taken) return { ...user, outcome: 'failed' as const };
        return { ...user, outcome: hasMailServer() ? ('sent' as const) : ('written' as const) };
      }),
    );
    enough.abort();
    return outcomes.map(({ userId, username, outcome }) => ({ userId, username, outcome }));
  }

  /**
   * Mails one link without waiting for the mail server.
   * @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more
   */
  async hand(caller: Caller, userId: UserId): Promise<void> {
    await this.#parts.requireSubject(caller, userId);
    await this.#mail(caller, userId);
  }

  /** Those who may do or see more than the caller. */
  async #aboveOf(caller: Caller, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, MailedUser>> {
    const { requireSubject, find } = this.#parts;
    const above = new Map<UserId, MailedUser>();
    for (const userId of userIds) {
      try {
        await requireSubject(caller, userId);
      } catch (error) {
        const user = error instanceof HttpError && error.status === 403 ? await find(userId) : undefined;
        if (!user) throw error;
        above.set(userId, user);
      }
    }
    return above;
  }

  async #mail(caller: Caller, userId: UserId): Promise<{ user: MailedUser; delivered?: Promise<boolean> }> {
    const { work, find, altEmailOf, deliver, portalName } = this.#parts;
    let delivered: Promise<boolean> | undefined;
    const user = await work.run(caller, async (unit) => {
      const current = await find(userId, unit);
      if (!current) throw notFound('The user');
      const to = mailTargetOf(current.username, await altEmailOf(userId, unit));
      if (to === undefined) return current;
      const mail = resetMail(portalName(), current.username, await newResetLink(unit, current, this.#parts));
      unit.note({ kind: 'access', what: `reset link of ${current.username} mailed` });
      unit.afterCommit(() => {
        delivered = deliver({ to, ...mail });
      });
      return current;
    });
    return { user, ...(delivered ? { delivered } : {}) };
  }
}
