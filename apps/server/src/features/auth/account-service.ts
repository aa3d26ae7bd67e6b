import type { AdminId, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, HttpError, notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { Mail } from '#mail/mailer.ts';
import { randomToken } from '#random-token.ts';
import { passwordChangedMail, registeredMail, resetMail } from './account-mails.ts';
import { addressKey, subnetKey } from './address-key.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import type { PasswordResetRepository } from './password-reset-repository.ts';
import { findPasswordWeakness } from './passwords.ts';
import { RateLimit } from './rate-limit.ts';
import type { SecondFactorService } from './second-factor-service.ts';

const HOUR_MS = 3_600_000;
/** A reset link is good for so long (spec 3 §4). */
const LINK_MS = HOUR_MS;
/** Limits of spec 3 §13 and guarantees A13, A15. */
const REGISTRATIONS_PER_ADDRESS = 5;
const REGISTRATIONS_PER_SUBNET = 20;
const MAILS_PER_USER = 3;
const REQUESTS_PER_ADDRESS = 30;

interface AccountUser {
  userId: UserId;
  username: string;
  adminId: AdminId;
}

/** What the access feature does with accounts. */
export interface Accounts {
  findByName(username: string): Promise<AccountUser | undefined>;
  find(userId: UserId): Promise<AccountUser | undefined>;
  create(username: string, password: string): Promise<AccountUser>;
  /** Ends every session of the user. */
  setPassword(username: string, password: string): Promise<void>;
}

/** What the users feature knows of a user's own attributes. */
export interface AccountAttributes {
  list(userId: UserId): Promise<readonly { attributeName: string; attributeValue: string }[]>;
  save(attributes: readonly { userId: UserId; attributeName: string; attributeValue: string }[]): Promise<void>;
  /** Whether an address is the alternative one of some user. */
  isAltEmail(address: string): Promise<boolean>;
}

interface Parts {
  accounts: Accounts;
  attributes: AccountAttributes;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId) => Promise<void>;
  resets: PasswordResetRepository;
  secondFactors: Pick<SecondFactorService, 'demand'>;
  mails: { add(mail: Mail): void };
  journal: Journal;
  clock: Clock;
  portalUrl: () => string;
  usernameKey: (username: string) => string;
}

export interface Registration {
  username: string;
  password: string;
  attributes: Readonly<Record<'firstName' | 'lastName' | 'altEmail' | 'phone', string>>;
}

/** Registering, and setting a password by a link. */
export class AccountService {
  readonly #parts: Parts;
  readonly #perAddress: RateLimit;
  readonly #perSubnet: RateLimit;
  readonly #mailsPerUser: RateLimit;
  readonly #requestsPerAddress: RateLimit;
  /** Work that a caller must not wait for, because its time would tell whether there is such a user. */
  readonly #background = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#perAddress = new RateLimit(parts.clock, REGISTRATIONS_PER_ADDRESS, HOUR_MS);
    this.#perSubnet = new RateLimit(parts.clock, REGISTRATIONS_PER_SUBNET, HOUR_MS);
    this.#mailsPerUser = new RateLimit(parts.clock, MAILS_PER_USER, HOUR_MS);
    this.#requestsPerAddress = new RateLimit(parts.clock, REQUESTS_PER_ADDRESS, HOUR_MS);
  }

  /**
   * Makes an account without any permission.
   * @throws HttpError 409 for a taken name, 400 for a weak password or a name that is none, 429 after too many
   */
  async register({ username, password, attributes }: Registration, address: string): Promise<AccountUser> {
    const wait = this.#perAddress.take(addressKey(address)) || this.#perSubnet.take(subnetKey(address));
    if (wait > 0) throw tooMany('Too many accounts were registered from here. Try again later.', wait);
    if (mixesScripts(username)) throw badRequest('The user name mixes letters of several alphabets.');
    const { accounts, attributes: stored, mails, journal, portalUrl } = this.#parts;
    if (await stored.isAltEmail(username)) throw conflict(`The user name ${username} is taken.`);
    const user = await accounts.create(username, password);
    const given = Object.entries(attributes).filter(([, value]) => value !== '');
    await stored.save(
      given.map(([attributeName, attributeValue]) => ({ userId: user.userId, attributeName, attributeValue })),
    );
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    await journal.append({ kind: 'access', what: 'registered', by });
    const to = mailAddress(user.username, attributes.altEmail);
    if (to !== undefined) mails.add({ to, ...registeredMail(user.username, portalUrl()) });
    return user;
  }

  /** Mails a link to the user, if there is one. Answers at once and always the same, so that nothing can be told from it. */
  requestReset(username: string, address: string): void {
    if (this.#requestsPerAddress.take(addressKey(address)) > 0) return;
    this.#inBackground(this.#mailLink(username, address));
  }

  /**
   * A link for a user who may do and see no more than the caller; sending it on is the caller's.
   * @throws HttpError 404 for users of other admin units, 403 for those who may do more
   */
  async makeLink(caller: Caller, username: string): Promise<string> {
    const { accounts, requireSubject, journal } = this.#parts;
    const user = await accounts.findByName(username);
    if (!user) throw notFound('The user');
    await requireSubject(caller, user.userId);
    const link = await this.#newLink(user);
    await journal.append({
      kind: 'access',
      what: `reset link of ${user.username} made`,
      by: actorOf(caller),
    });
    return link;
  }

  /**
   * Sets the password of the user that a link was made for. A weak password does not use the link up.
   * @param code of the second factor, where the user has one: a mailbox alone does not open the account
   * @throws HttpError 403 when the link is used, old or another user's, or the code is missing or wrong; 400 for a weak
   * password
   */
  async submit(
    changeId: string,
    { username, password }: BasicCredentials,
    code: string | undefined,
    address: string,
  ): Promise<AccountUser> {
    const { accounts, attributes, resets, secondFactors, clock, mails, journal, usernameKey } = this.#parts;
    const reset = await resets.find(changeId);
    const user = reset && reset.expiresMs > clock.now() ? await accounts.find(reset.userId) : undefined;
    if (!user || usernameKey(user.username) !== usernameKey(username)) throw expired();
    // Before the code, which counts once: whoever chose a weak password would have to wait for the next.
    const weakness = findPasswordWeakness(password);
    if (weakness) throw new HttpError(400, 'weak-password', weakness);
    await secondFactors.demand(user, code, address);
    await accounts.setPassword(user.username, password);
    if (!(await resets.take(changeId))) throw expired();
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    await journal.append({ kind: 'access', what: 'password set by link', by });
    const to = mailAddress(user.username, await this.#altEmail(attributes, user.userId));
    if (to !== undefined) mails.add({ to, ...passwordChangedMail(user.username) });
    return user;
  }

  async deleteExpired(): Promise<void> {
    await this.#parts.resets.deleteExpired(this.#parts.clock.now());
  }

  /** Resolves once nothing is under way in the background. */
  async idle(): Promise<void> {
    await Promise.all(this.#background);
  }

  /** Mails a link to a user for whom somebody asks who may; nothing is sent to an account without a mail address. */
  async mailLink(username: string, address: string): Promise<void> {
    await this.#mailLink(username, address);
  }

  async #mailLink(username: string, address: string): Promise<void> {
    const { accounts, attributes, mails, journal } = this.#parts;
    const user = await accounts.findByName(username);
    if (!user) return;
    const to = mailAddress(user.username, await this.#altEmail(attributes, user.userId));
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    if (to === undefined) {
      await journal.append({ kind: 'access', what: 'reset link asked for, but the account has no mail address', by });
      return;
    }
    if (this.#mailsPerUser.take(String(user.userId)) > 0) return;
    mails.add({ to, ...resetMail(user.username, await this.#newLink(user)) });
    await journal.append({ kind: 'access', what: 'reset link mailed', by });
  }

  async #newLink(user: AccountUser): Promise<string> {
    const { resets, clock, portalUrl } = this.#parts;
    const changeId = randomToken();
    await resets.replace(user.userId, changeId, clock.now() + LINK_MS);
    const query = new URLSearchParams({ changeId, username: user.username });
    return `${portalUrl()}/login?${query}`;
  }

  async #altEmail(attributes: AccountAttributes, userId: UserId): Promise<string> {
    const list = await attributes.list(userId);
    return list.find(({ attributeName }) => attributeName.toLowerCase() === 'altemail')?.attributeValue ?? '';
  }

  #inBackground(work: Promise<void>): void {
    const kept = work.finally(() => this.#background.delete(kept));
    this.#background.add(kept);
    // Whoever asked is gone; `idle` still hears of it, and the request log has the rest.
    kept.catch(() => undefined);
  }
}

/** The alternative address, else the user name where it is one; undefined: there is none. */
function mailAddress(username: string, altEmail: string): string | undefined {
  return [altEmail, username].map((text) => text.trim()).find((text) => /^[^\s@<>"',;]+@[^\s@<>"',;]+$/.test(text));
}

/** `аdmin` with a Cyrillic first letter looks like `admin` (guarantees A18). */
function mixesScripts(username: string): boolean {
  return /\p{Script=Latin}/u.test(username) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(username);
}

/** The client shows that the link has expired (spec 2 §7). */
const expired = () =>
  new HttpError(403, 'expired', 'This link has expired. Ask for a new one.', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });

const tooMany = (message: string, seconds: number) =>
  new HttpError(429, 'too-many', message, { headers: { 'Retry-After': String(seconds) } });
