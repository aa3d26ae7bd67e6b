import { isMailAddress, type ownAccount, type UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError, notFound } from '#http/errors.ts';
import type { Letter, MailPost } from '#mail/mail-post.ts';
import { hashToken, randomToken } from '#random-token.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import { addressAskedMail, addressChangedMail, confirmAddressMail } from '../account-mails.ts';
import { PasswordResetRepository } from '../password-reset-repository.ts';
import { type AddressChangeRecord, AddressChangeRepository } from './address-change-repository.ts';
import { mailTargetOf } from './mail-target.ts';

const HOUR_MS = 3_600_000;
/** A mailed link is good for so long. */
const LINK_MS = 24 * HOUR_MS;
const MAILS_PER_USER = 5;

interface AccountUser {
  userId: UserId;
  username: string;
}

/** What other features know of the account whose address changes, within a unit. */
export interface AddressOwner {
  find(unit: Work, userId: UserId): Promise<(AccountUser & { passwordHash: string | null }) | undefined>;
  altEmailOf(unit: Work, userId: UserId): Promise<string>;
  setAltEmail(unit: Work, userId: UserId, address: string): Promise<void>;
}

interface Parts {
  work: UnitOfWork;
  changes: AddressChangeRepository;
  owners: AddressOwner;
  altEmailOf: (userId: UserId) => Promise<string>;
  mails: Pick<MailPost, 'add'>;
  clock: Clock;
  limits: RateLimits;
  portalUrl: () => string;
  /** What the portal is called. */
  portalName: () => string;
}

/**
 * Alternative addresses: whoever has the mailbox gets the account's reset links. So a new one counts only once it was
 * confirmed from there, the old one works until then, and both hear of it (spec 3 §14).
 */
export class AddressChangeService {
  readonly #parts: Parts;
  readonly #mailsPerUser: RateLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#mailsPerUser = parts.limits.of('mails of changed addresses to a user', MAILS_PER_USER, HOUR_MS);
  }

  async stateOf(userId: UserId): Promise<ownAccount.AltEmail> {
    const { changes, altEmailOf, clock } = this.#parts;
    const waiting = await changes.findOf(userId);
    const isWaiting = waiting !== undefined && waiting.expiresMs > clock.now();
    const pending = isWaiting ? { address: waiting.address, expires: new Date(waiting.expiresMs).toISOString() } : null;
    return { altEmail: await altEmailOf(userId), pending };
  }

  /**
   * To be called before the unit that asks for a change.
   * @throws HttpError 400 for what is no address, 429 after too many
   */
  admit(userId: UserId, address: string): void {
    if (address === '') return;
    if (!isMailAddress(address)) {
      throw badRequest('The alternative address must be one mail address, or empty.', { field: 'altEmail' });
    }
    this.#takeMail(userId);
  }

  /** Asks for another address, or takes the one there is away. The one there already ends what was waiting. */
  async ask(unit: Work, userId: UserId, address: string): Promise<void> {
    const { owners } = this.#parts;
    const user = await owners.find(unit, userId);
    if (!user) throw notFound('The user');
    const before = await owners.altEmailOf(unit, userId);
    if (address.toLowerCase() === before.toLowerCase() || address === '') {
      await unit.of(AddressChangeRepository).deleteOf(userId);
      if (address === '' && before !== '') await this.#set(unit, user, before, '');
      return;
    }
    await this.#wait(unit, { userId, address, passwordMark: markOf(user.passwordHash), expiresMs: 0 }, user);
    const [old, asked] = [{ altEmail: before }, { altEmail: address }];
    unit.note({ kind: 'access', what: 'alternative address asked for', before: old, after: asked });
    const mail = addressAskedMail(this.#parts.portalName(), user.username, address);
    await this.#mail(unit, user, mailTargetOf(user.username, before), mail);
  }

  /**
   * Mails the link once more; the one before it ends.
   * @throws HttpError 404 when nothing waits, 429 after too many
   */
  async resend(caller: Caller): Promise<void> {
    this.#takeMail(caller.userId);
    const { work, owners, clock } = this.#parts;
    await work.run(caller, async (unit) => {
      const waiting = await unit.of(AddressChangeRepository).findOf(caller.userId);
      const user = await owners.find(unit, caller.userId);
      if (!user || !waiting || waiting.expiresMs <= clock.now()) throw notFound('An address that waits');
      await this.#wait(unit, waiting, user);
    });
  }

  /**
   * Takes the id that was mailed to a new address.
   * @param from where the request comes from, for the journal
   * @throws HttpError 403 when it was used, has expired, or the account has another password since
   */
  async confirm(changeId: string, from: string): Promise<{ username: string; altEmail: string }> {
    const { work, owners, clock } = this.#parts;
    return work.run({ name: 'a mailed link', address: from }, async (unit) => {
      const change = await unit.of(AddressChangeRepository).take(changeId);
      const user = change && (await owners.find(unit, change.userId));
      if (!user || change.expiresMs <= clock.now() || change.passwordMark !== markOf(user.passwordHash)) {
        throw expired();
      }
      await this.#set(unit, user, await owners.altEmailOf(unit, user.userId), change.address);
      return { username: user.username, altEmail: change.address };
    });
  }

  async deleteExpired(): Promise<void> {
    await this.#parts.changes.deleteExpired(this.#parts.clock.now());
  }

  async #wait(unit: Work, change: AddressChangeRecord, user: AccountUser): Promise<void> {
    const { clock, portalUrl, portalName } = this.#parts;
    const changeId = randomToken();
    const expiresMs = clock.now() + LINK_MS;
    await unit.of(AddressChangeRepository).replace({ ...change, expiresMs }, changeId);
    const link = `${portalUrl()}/confirm-address?${new URLSearchParams({ changeId })}`;
    const mail = confirmAddressMail(portalName(), user.username, link);
    await this.#mail(unit, user, change.address, { ...mail, goodUntilMs: expiresMs });
  }

  async #set(unit: Work, user: AccountUser, before: string, address: string): Promise<void> {
    await this.#parts.owners.setAltEmail(unit, user.userId, address);
    // A link that lies in the old mailbox would still open the account.
    await unit.of(PasswordResetRepository).deleteOf(user.userId);
    const [old, now] = [{ altEmail: before }, { altEmail: address }];
    unit.note({ kind: 'access', what: `alternative address of ${user.username} changed`, before: old, after: now });
    const [from, to] = [mailTargetOf(user.username, before), mailTargetOf(user.username, address)];
    const mail = addressChangedMail(this.#parts.portalName(), user.username, address);
    for (const target of new Set([from, to])) await this.#mail(unit, user, target, mail);
  }

  async #mail(
    unit: Work,
    { userId }: AccountUser,
    to: string | undefined,
    mail: Pick<Letter, 'subject' | 'text' | 'goodUntilMs'>,
  ): Promise<void> {
    if (to !== undefined) await this.#parts.mails.add(unit, { userId, to, ...mail });
  }

  #takeMail(userId: UserId): void {
    const waitSeconds = this.#mailsPerUser.take(String(userId));
    if (waitSeconds === 0) return;
    throw new HttpError(429, 'too-many', 'Too many mails were asked for. Try again later.', {
      headers: { 'Retry-After': String(waitSeconds) },
    });
  }
}

/** Tells whether it is the same password, and nothing else of it. */
function markOf(passwordHash: string | null): string {
  return passwordHash === null ? '' : hashToken(passwordHash);
}

const expired = () => new HttpError(403, 'expired', 'This link has expired. Ask for a new one.');
