import type { AdminId, UserId } from '@telltale/contract';
import { addressKey, subnetKey } from '#address-key.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, HttpError, notFound, unauthorized } from '#http/errors.ts';
import type { Journal } from '#journal/journal.ts';
import type { MailPost } from '#mail/mail-post.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import { passwordChangedMail, registeredMail, resetMail } from './account-mails.ts';
import type { AddressChangeService } from './address-change/address-change-service.ts';
import { mailTargetOf } from './address-change/mail-target.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import { PasswordResetRepository } from './password-reset-repository.ts';
import { findPasswordWeakness, type Passwords } from './passwords.ts';
import { newResetLink } from './reset-link.ts';
import type { SecondFactorService } from './second-factor/second-factor-service.ts';

const HOUR_MS = 3_600_000;
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

/** What the access feature does with accounts; without a unit it only looks. */
export interface Accounts {
  findByName(username: string, unit?: Work): Promise<AccountUser | undefined>;
  find(userId: UserId, unit?: Work): Promise<AccountUser | undefined>;
  /** @throws HttpError 409 for a taken name */
  create(unit: Work, username: string, passwordHash: string): Promise<AccountUser>;
  /** Ends every session of the user, but the one to keep. */
  setPassword(unit: Work, user: AccountUser, passwordHash: string, keptAuthId?: string): Promise<void>;
}

/** What the users feature knows of a user's own attributes. */
export interface AccountAttributes {
  altEmailOf(userId: UserId, unit?: Work): Promise<string>;
  save(
    unit: Work,
    attributes: readonly { userId: UserId; attributeName: string; attributeValue: string }[],
  ): Promise<void>;
  /** Whether an address is the alternative one of some user. */
  isAltEmail(unit: Work, address: string): Promise<boolean>;
}

interface Parts {
  accounts: Accounts;
  attributes: AccountAttributes;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId, unit: Work) => Promise<void>;
  /** @throws HttpError 400 for a name that is none */
  readUsername: (text: string) => string;
  passwords: Pick<Passwords, 'hashNew'>;
  addresses: Pick<AddressChangeService, 'admit' | 'ask' | 'deleteExpired'>;
  work: UnitOfWork;
  resets: PasswordResetRepository;
  /** Whether a session is still there. */
  isOpen: (authId: string) => boolean;
  secondFactors: Pick<SecondFactorService, 'demand'>;
  mails: Pick<MailPost, 'add'>;
  journal: Journal;
  clock: Clock;
  limits: RateLimits;
  portalUrl: () => string;
  /** What the portal is called. */
  portalName: () => string;
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
    this.#perAddress = parts.limits.of('registrations from an address', REGISTRATIONS_PER_ADDRESS, HOUR_MS);
    this.#perSubnet = parts.limits.of('registrations from a subnet', REGISTRATIONS_PER_SUBNET, HOUR_MS);
    this.#mailsPerUser = parts.limits.of('reset mails to a user', MAILS_PER_USER, HOUR_MS);
    this.#requestsPerAddress = parts.limits.of('reset mails asked for from an address', REQUESTS_PER_ADDRESS, HOUR_MS);
  }

  /**
   * Makes an account without any permission.
   * @throws HttpError 409 for a taken name, 400 for a weak password or a name that is none, 429 after too many
   */
  async register({ username, password, attributes }: Registration, address: string): Promise<AccountUser> {
    const wait = this.#perAddress.take(addressKey(address)) || this.#perSubnet.take(subnetKey(address));
    if (wait > 0) throw tooMany('Too many accounts were registered from here. Try again later.', wait);
    if (mixesScripts(username)) throw badRequest('The user name mixes letters of several alphabets.');
    const { accounts, attributes: stored, addresses, passwords, work, mails, readUsername } = this.#parts;
    const { portalName, portalUrl } = this.#parts;
    const name = readUsername(username);
    const passwordHash = await passwords.hashNew(password);
    return work.run({ name, address }, async (unit) => {
      if (await stored.isAltEmail(unit, name)) throw conflict(`The user name ${name} is taken.`);
      const user = await accounts.create(unit, name, passwordHash);
      const { altEmail, ...others } = attributes;
      const given = Object.entries(others).filter(([, value]) => value !== '');
      await stored.save(
        unit,
        given.map(([attributeName, attributeValue]) => ({ userId: user.userId, attributeName, attributeValue })),
      );
      unit.note({ kind: 'access', what: 'registered', by: { ...actorFor(user), address } });
      if (altEmail !== '') await addresses.ask(unit, user.userId, altEmail);
      const to = mailTargetOf(user.username, '');
      if (to !== undefined) {
        const mail = registeredMail(portalName(), user.username, portalUrl());
        await mails.add(unit, { userId: user.userId, to, ...mail });
      }
      return user;
    });
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
    const { accounts, requireSubject, work } = this.#parts;
    return work.run(caller, async (unit) => {
      const user = await accounts.findByName(username, unit);
      if (!user) throw notFound('The user');
      await requireSubject(caller, user.userId, unit);
      unit.note({ kind: 'access', what: `reset link of ${user.username} made` });
      return (await newResetLink(unit, user, this.#parts)).link;
    });
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
  ): Promise<{ user: AccountUser; passwordHash: string }> {
    const { accounts, resets, secondFactors, passwords, work, clock, usernameKey } = this.#parts;
    const reset = await resets.find(changeId);
    const user = reset && reset.expiresMs > clock.now() ? await accounts.find(reset.userId) : undefined;
    if (!user || usernameKey(user.username) !== usernameKey(username)) throw expired();
    // Before the code, which counts once: whoever chose a weak password would have to wait for the next.
    const weakness = findPasswordWeakness(password);
    if (weakness) throw new HttpError(400, 'weak-password', weakness);
    await secondFactors.demand(user, code, address);
    const passwordHash = await passwords.hashNew(password);
    await work.run({ ...actorFor(user), address }, async (unit) => {
      // The link first: of two submissions only one gets any further.
      if (!(await unit.of(PasswordResetRepository).take(changeId))) throw expired();
      await accounts.setPassword(unit, user, passwordHash);
      unit.note({ kind: 'access', what: 'password set by link' });
      await this.#tellOfPassword(unit, user);
    });
    return { user, passwordHash };
  }

  /**
   * Sets another password for the caller, who has proved who they are; their other sessions and open links end.
   * @throws HttpError 400 for a weak password, 401 when somebody else changed it meanwhile, which ended this session
   */
  async change(caller: Caller, password: string): Promise<void> {
    const { accounts, passwords, work, isOpen } = this.#parts;
    const passwordHash = await passwords.hashNew(password);
    await work.run(caller, async (unit) => {
      const user = await accounts.find(caller.userId, unit);
      if (!user || !isOpen(caller.authId)) throw unauthorized();
      await unit.of(PasswordResetRepository).deleteOf(user.userId);
      await accounts.setPassword(unit, user, passwordHash, caller.authId);
      await this.#tellOfPassword(unit, user);
    });
  }

  async deleteExpired(): Promise<void> {
    await this.#parts.resets.deleteExpired(this.#parts.clock.now());
    await this.#parts.addresses.deleteExpired();
  }

  /** Resolves once nothing is under way in the background. */
  async idle(): Promise<void> {
    await Promise.all(this.#background);
  }

  async #mailLink(username: string, address: string): Promise<void> {
    const { accounts, attributes, mails, work, journal, portalName } = this.#parts;
    const user = await accounts.findByName(username);
    if (!user) return;
    const by = { ...actorFor(user), address };
    const to = mailTargetOf(user.username, await attributes.altEmailOf(user.userId));
    if (to === undefined) {
      await journal.append({ kind: 'access', what: 'reset link asked for, but the account has no mail address', by });
      return;
    }
    if (this.#mailsPerUser.take(String(user.userId)) > 0) return;
    await work.run(by, async (unit) => {
      // The address that it has now: it may have changed since.
      const current = await accounts.find(user.userId, unit);
      const target = current && mailTargetOf(current.username, await attributes.altEmailOf(user.userId, unit));
      if (!current || target === undefined) return;
      const { link, expiresMs } = await newResetLink(unit, current, this.#parts);
      const mail = resetMail(portalName(), current.username, link);
      unit.note({ kind: 'access', what: 'reset link mailed' });
      await mails.add(unit, { userId: current.userId, to: target, ...mail, goodUntilMs: expiresMs });
    });
  }

  async #tellOfPassword(unit: Work, user: AccountUser): Promise<void> {
    const { attributes, mails, portalName } = this.#parts;
    const to = mailTargetOf(user.username, await attributes.altEmailOf(user.userId, unit));
    if (to === undefined) return;
    await mails.add(unit, { userId: user.userId, to, ...passwordChangedMail(portalName(), user.username) });
  }

  #inBackground(work: Promise<void>): void {
    const kept = work.finally(() => this.#background.delete(kept));
    this.#background.add(kept);
    // Whoever asked is gone; `idle` still hears of it, and the request log has the rest.
    kept.catch(() => undefined);
  }
}

const actorFor = ({ userId, username, adminId }: AccountUser) => ({ name: username, userId, adminId });

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
