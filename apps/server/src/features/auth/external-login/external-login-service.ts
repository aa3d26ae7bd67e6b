import { type AdminId, type accounts, type UserId, userIdSchema } from '@telltale/contract';
import { z } from 'zod';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError } from '#http/errors.ts';
import { isSafeLink } from '#links.ts';
import { SealBrokenError, type SecretBox } from '#secret-box.ts';
import { loginRefused } from '../auth-service.ts';
import type { SessionService, StillStands } from '../session-service.ts';
import { ExternalLoginRepository } from './external-login-repository.ts';
import { describeProviderError, type ExternalIdentity, type IdentityProvider } from './identity-provider.ts';

/** How long somebody may take at the provider. */
export const FLOW_MS = 10 * 60_000;
const FLOW_OWNER = 'login with an identity provider';
const LOGIN_PAGE = '/login';
const HOME = '/assets';

/** What a browser is at the provider for; without one, to log in. */
const purposeSchema = z.object({ kind: z.enum(['connect', 'prove']), userId: userIdSchema, authId: z.string() });
type Purpose = z.infer<typeof purposeSchema>;

const flowSchema = z.object({
  purpose: purposeSchema.optional(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  expiresMs: z.number(),
});

/** The provider's address, and what the browser must bring back, sealed. */
export interface BegunFlow {
  address: URL;
  flow: string;
}

interface AccountUser {
  userId: UserId;
  username: string;
  adminId: AdminId;
}

interface Parts {
  provider: IdentityProvider;
  newAccounts: boolean;
  repository: ExternalLoginRepository;
  accounts: {
    findByName(unit: Work, username: string): Promise<(AccountUser & { hasPassword: boolean }) | undefined>;
    find(unit: Work, userId: UserId): Promise<(AccountUser & { hasPassword: boolean }) | undefined>;
    /** Makes an account without a password and without permissions. */
    create(unit: Work, username: string): Promise<AccountUser>;
  };
  saveAttributes(
    unit: Work,
    list: readonly { userId: UserId; attributeName: string; attributeValue: string }[],
  ): Promise<void>;
  sessions: Pick<SessionService, 'listOf' | 'prove'>;
  work: UnitOfWork;
  box: SecretBox;
  clock: Clock;
  log: Log;
}

/** What was begun with the identity provider did not work out; the page shows the text of the code. */
export class ExternalLoginError extends Error {
  override readonly name = 'ExternalLoginError';
  readonly failure: accounts.ExternalLoginFailure;
  /** Where the browser goes to read it. */
  readonly page: string;

  constructor(failure: accounts.ExternalLoginFailure, options: { cause?: unknown; page?: string } = {}) {
    super(`with the identity provider: ${failure}`, { cause: options.cause });
    this.failure = failure;
    this.page = options.page ?? LOGIN_PAGE;
  }
}

/** A login, with what it is bound to; without one the browser had come for something else, which is done. */
export interface FinishedFlow {
  next: string;
  login?: { user: AccountUser; stillStands: StillStands };
}

/** Logging in with an identity provider (OpenID Connect), connecting an account to it, and proving there who one is. */
export class ExternalLoginService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async isConnected(userId: UserId): Promise<boolean> {
    return this.#parts.repository.isConnected(userId);
  }

  /**
   * Begins a login.
   * @param next the page to go to afterwards; anything but a page of this portal is forgotten
   * @returns the provider's address, and what the browser must bring back, sealed: the portal keeps nothing
   * @throws ExternalLoginError
   */
  async begin(next: string | undefined): Promise<BegunFlow> {
    return this.#begin(next);
  }

  /** Begins what somebody who is logged in goes to the provider for; it asks for a login in any case. */
  async beginFor(caller: Caller, kind: Purpose['kind'], next: string | undefined): Promise<BegunFlow> {
    return this.#begin(next, { kind, userId: caller.userId, authId: caller.authId });
  }

  /**
   * Takes the provider's answer.
   * @param flow what `begin` answered, as the browser brought it back
   * @throws ExternalLoginError
   */
  async finish(query: string, flow: string | undefined, address: string): Promise<FinishedFlow> {
    const { provider, clock } = this.#parts;
    const checks = this.#open(flow);
    if (!checks || checks.expiresMs <= clock.now()) throw new ExternalLoginError('expired');
    const { purpose, next } = checks;
    const page = purpose ? next : LOGIN_PAGE;
    const identity = await provider.finish(query, checks, purpose !== undefined).catch((error: unknown) => {
      throw this.#failed(error, page);
    });
    if (!purpose) return { next, login: await this.#logIn(identity, address) };
    await this.#serve(purpose, identity, page, address);
    return { next };
  }

  /** @throws HttpError 409 when nobody could log in any more */
  async disconnect(caller: Caller): Promise<void> {
    const { work, accounts } = this.#parts;
    await work.run(caller, async (unit) => {
      const logins = unit.of(ExternalLoginRepository);
      if (!(await logins.isConnected(caller.userId))) return;
      const user = await accounts.find(unit, caller.userId);
      if (!user?.hasPassword)
        throw conflict('Without a password nobody could log in. Set one with a reset link first.');
      await logins.deleteOf(caller.userId);
      unit.note({ kind: 'access', what: 'account taken from the identity provider' });
    });
  }

  async #begin(next: string | undefined, purpose?: Purpose): Promise<BegunFlow> {
    const { provider, box, clock } = this.#parts;
    try {
      const { address, checks } = await provider.begin(purpose !== undefined);
      const flow = { ...checks, purpose, next: pageOf(next), expiresMs: clock.now() + FLOW_MS };
      return { address, flow: box.seal(JSON.stringify(flow), FLOW_OWNER) };
    } catch (error) {
      throw this.#failed(error, LOGIN_PAGE);
    }
  }

  async #logIn(identity: ExternalIdentity, address: string): Promise<Required<FinishedFlow>['login']> {
    const { issuer, subject } = identity;
    const by = { name: identity.verifiedEmail ?? 'unknown', address };
    const user = await this.#parts.work.run(by, (unit) => this.#accountOf(unit, identity, address));
    const stillStands = async (unit: Work) => {
      if ((await unit.of(ExternalLoginRepository).findUser(issuer, subject)) !== user.userId) throw loginRefused();
    };
    return { user, stillStands };
  }

  /**
   * An account is found by its name only as long as nobody has it: an administrator made it for this address, and no
   * password was set yet. Every other one is joined by its own user, who is logged in to it (`connect`).
   */
  async #accountOf(unit: Work, identity: ExternalIdentity, address: string): Promise<AccountUser> {
    const { accounts, newAccounts, clock } = this.#parts;
    const logins = unit.of(ExternalLoginRepository);
    const { issuer, subject, verifiedEmail } = identity;
    const known = await logins.findUser(issuer, subject);
    const knownUser = known === undefined ? undefined : await accounts.find(unit, known);
    if (knownUser) return knownUser;
    if (verifiedEmail === undefined) throw new ExternalLoginError('unverified');
    const existing = await accounts.findByName(unit, verifiedEmail);
    if (existing && (existing.hasPassword || (await logins.isConnected(existing.userId)))) {
      throw new ExternalLoginError('exists');
    }
    if (!existing && !newAccounts) throw new ExternalLoginError('refused');
    const user = existing ?? (await this.#newAccount(unit, identity, verifiedEmail));
    await logins.insert({ issuer, subject, userId: user.userId, createdMs: clock.now() });
    const what = existing ? 'account joined to the identity provider' : 'registered by the identity provider';
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    unit.note({ kind: 'access', what, after: { issuer, subject }, by });
    return user;
  }

  /** Connects or proves, as long as the session that asked for it is there. */
  async #serve(purpose: Purpose, identity: ExternalIdentity, page: string, address: string): Promise<void> {
    const { sessions, work, accounts, clock } = this.#parts;
    const { kind, userId, authId } = purpose;
    const { issuer, subject } = identity;
    if (!sessions.listOf(userId).some((session) => session.authId === authId)) {
      throw new ExternalLoginError('expired', { page });
    }
    if (kind === 'prove') {
      const isThere = await sessions.prove(authId, async (unit) => {
        const known = await unit.of(ExternalLoginRepository).findUser(issuer, subject);
        if (known !== userId) throw new ExternalLoginError('other', { page });
      });
      if (!isThere) throw new ExternalLoginError('expired', { page });
      return;
    }
    const by = { name: 'the identity provider', userId, address };
    await work.run(by, async (unit) => {
      const logins = unit.of(ExternalLoginRepository);
      const user = await accounts.find(unit, userId);
      const known = await logins.findUser(issuer, subject);
      if (!user) throw new ExternalLoginError('expired', { page });
      if (known === userId) return;
      if (known !== undefined) throw new ExternalLoginError('taken', { page });
      await logins.insert({ issuer, subject, userId, createdMs: clock.now() });
      const owner = { name: user.username, userId, adminId: user.adminId, address };
      const what = 'account connected to the identity provider';
      unit.note({ kind: 'access', what, after: { issuer, subject }, by: owner });
    });
  }

  async #newAccount(unit: Work, { firstName, lastName }: ExternalIdentity, username: string): Promise<AccountUser> {
    const { accounts, saveAttributes } = this.#parts;
    const user = await accounts.create(unit, username).catch((cause: unknown) => {
      // A name that this portal cannot take.
      if (cause instanceof HttpError) throw new ExternalLoginError('refused', { cause });
      throw cause;
    });
    const names = Object.entries({ firstName, lastName }).filter(([, value]) => value !== '');
    await saveAttributes(
      unit,
      names.map(([attributeName, attributeValue]) => ({ userId: user.userId, attributeName, attributeValue })),
    );
    return user;
  }

  #open(flow: string | undefined): z.infer<typeof flowSchema> | undefined {
    if (flow === undefined) return undefined;
    try {
      return flowSchema.parse(JSON.parse(this.#parts.box.unseal(flow, FLOW_OWNER)));
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  /** The operator needs the reason; whoever logs in gets no more than its kind. */
  #failed(error: unknown, page: string): ExternalLoginError {
    const failure = describeProviderError(error);
    if (failure !== 'cancelled') this.#parts.log.warn({ err: error }, 'a login with the identity provider failed');
    return new ExternalLoginError(failure, { cause: error, page });
  }
}

function pageOf(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || !isSafeLink(next)) return HOME;
  return /^\/(login|api)(\/|\?|#|$)/i.test(next) ? HOME : next;
}
