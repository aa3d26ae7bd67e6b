import type { AdminId, accounts, UserId } from '@telltale/contract';
import { z } from 'zod';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { HttpError } from '#http/errors.ts';
import type { Journal } from '#journal/journal.ts';
import { isSafeLink } from '#links.ts';
import { SealBrokenError, type SecretBox } from '#secret-box.ts';
import type { ExternalLoginRepository } from './external-login-repository.ts';
import { describeProviderError, type ExternalIdentity, type IdentityProvider } from './identity-provider.ts';

/** How long somebody may take at the provider. */
export const FLOW_MS = 10 * 60_000;
const FLOW_OWNER = 'login with an identity provider';

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  expiresMs: z.number(),
});

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
    findByName(username: string): Promise<AccountUser | undefined>;
    find(userId: UserId): Promise<AccountUser | undefined>;
    /** Makes an account without a password and without permissions. */
    create(username: string): Promise<AccountUser>;
    /** Ends what others may hold of the account: password, sessions, API tokens. */
    giveOver(user: AccountUser): Promise<void>;
  };
  saveAttributes(list: readonly { userId: UserId; attributeName: string; attributeValue: string }[]): Promise<void>;
  box: SecretBox;
  journal: Journal;
  clock: Clock;
  log: Log;
}

/** A login with the identity provider did not work out; the login page shows the text of the code. */
export class ExternalLoginError extends Error {
  override readonly name = 'ExternalLoginError';
  readonly failure: accounts.ExternalLoginFailure;

  constructor(failure: accounts.ExternalLoginFailure, cause?: unknown) {
    super(`login with the identity provider: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Logging in with an identity provider (OpenID Connect). */
export class ExternalLoginService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Begins a login.
   * @param next the page to go to afterwards; anything but a page of this portal is forgotten
   * @returns the provider's address, and what the browser must bring back, sealed: the portal keeps nothing
   * @throws ExternalLoginError
   */
  async begin(next: string | undefined): Promise<{ address: URL; flow: string }> {
    const { provider, box, clock } = this.#parts;
    try {
      const { address, checks } = await provider.begin();
      const flow = { ...checks, next: pageOf(next), expiresMs: clock.now() + FLOW_MS };
      return { address, flow: box.seal(JSON.stringify(flow), FLOW_OWNER) };
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /**
   * Takes the provider's answer.
   * @param flow what `begin` answered, as the browser brought it back
   * @throws ExternalLoginError
   */
  async finish(query: string, flow: string | undefined, address: string): Promise<{ user: AccountUser; next: string }> {
    const { provider, clock } = this.#parts;
    const checks = this.#open(flow);
    if (!checks || checks.expiresMs <= clock.now()) throw new ExternalLoginError('expired');
    const identity = await provider.finish(query, checks).catch((error: unknown) => {
      throw this.#failed(error);
    });
    return { user: await this.#accountOf(identity, address), next: checks.next };
  }

  async #accountOf(identity: ExternalIdentity, address: string): Promise<AccountUser> {
    const { repository, accounts, newAccounts, journal, clock } = this.#parts;
    const { issuer, subject, verifiedEmail } = identity;
    const known = await repository.findUser(issuer, subject);
    const knownUser = known === undefined ? undefined : await accounts.find(known);
    if (knownUser) return knownUser;
    if (verifiedEmail === undefined) throw new ExternalLoginError('unverified');
    const existing = await accounts.findByName(verifiedEmail);
    if (!existing && !newAccounts) throw new ExternalLoginError('refused');
    // Whoever registered under this address did not have to prove that it is theirs: they must not stay in the account.
    if (existing) await accounts.giveOver(existing);
    const user = existing ?? (await this.#newAccount(identity, verifiedEmail));
    await repository.insert({ issuer, subject, userId: user.userId, createdMs: clock.now() });
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    const what = existing ? 'account joined to the identity provider' : 'registered by the identity provider';
    await journal.append({ kind: 'access', what, after: { issuer, subject }, by });
    return user;
  }

  async #newAccount({ firstName, lastName }: ExternalIdentity, username: string): Promise<AccountUser> {
    const { accounts, saveAttributes } = this.#parts;
    const user = await accounts.create(username).catch((error: unknown) => {
      // A name that this portal cannot take, or that another login took at the same moment.
      if (error instanceof HttpError) throw new ExternalLoginError('refused', error);
      throw error;
    });
    const names = Object.entries({ firstName, lastName }).filter(([, value]) => value !== '');
    await saveAttributes(
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
  #failed(error: unknown): ExternalLoginError {
    const failure = describeProviderError(error);
    if (failure !== 'cancelled') this.#parts.log.warn({ err: error }, 'a login with the identity provider failed');
    return new ExternalLoginError(failure, error);
  }
}

const HOME = '/assets';

function pageOf(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || !isSafeLink(next)) return HOME;
  return /^\/(login|api)(\/|\?|#|$)/i.test(next) ? HOME : next;
}
