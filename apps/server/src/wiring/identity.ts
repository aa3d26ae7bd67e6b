import { shareCounts } from '#cluster/limits/share-counts.ts';
import { AccessService } from '#features/access/access-service.ts';
import { ScopeRepository } from '#features/access/scope-repository.ts';
import { UserRepository } from '#features/access/user-repository.ts';
import { usernameKey } from '#features/access/username.ts';
import { accountRoutes } from '#features/auth/account-routes.ts';
import { authRoutes, LoginReplies } from '#features/auth/auth-routes.ts';
import { AuthService } from '#features/auth/auth-service.ts';
import { externalLoginRoutes } from '#features/auth/external-login/external-login-routes.ts';
import { type LoginCount, LoginThrottle } from '#features/auth/login-throttle.ts';
import { ownAccountRoutes } from '#features/auth/own-account-routes.ts';
import { Passwords } from '#features/auth/passwords.ts';
import { RequestCallers } from '#features/auth/request-callers.ts';
import { resetMailRoutes } from '#features/auth/reset-mail-routes.ts';
import { SecondFactorRepository } from '#features/auth/second-factor/second-factor-repository.ts';
import { secondFactorRoutes } from '#features/auth/second-factor/second-factor-routes.ts';
import { SecondFactorService } from '#features/auth/second-factor/second-factor-service.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import { SessionService } from '#features/auth/session-service.ts';
import { ApiTokenRepository } from '#features/auth/tokens/api-token-repository.ts';
import { ApiTokenService } from '#features/auth/tokens/api-token-service.ts';
import { tokenRoutes } from '#features/auth/tokens/token-routes.ts';
import { viewRoutes } from '#features/auth/views/view-routes.ts';
import { ViewService } from '#features/auth/views/view-service.ts';
import type { OwnershipServices } from '#features/ownership/ownership-routes.ts';
import { userRoutes } from '#features/users/user-routes.ts';
import type { CallerSource } from '#http/access-check.ts';
import type { Route } from '#http/route.ts';
import { createFirstAccount, type FirstAccount } from '../first-start.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import { type OpenAccounts, openAccounts } from './accounts.ts';
import type { Foundation } from './foundation.ts';
import { openOwnership } from './ownership.ts';

const LOGINS = 'telltale.limits.logins';
const SESSION_SWEEP_MS = 60_000;
/** A live connection hears at most so long as somebody whose view is over. */
const VIEW_SWEEP_MS = 2_000;

/** Users, what they may see, and their sessions. */
export interface Identity {
  readonly users: UserRepository;
  readonly access: AccessService;
  readonly ownership: OwnershipServices;
  readonly passwords: Passwords;
  readonly sessions: SessionService;
  readonly apiTokens: ApiTokenService;
  readonly secondFactors: SecondFactorService;
  readonly callers: CallerSource;
  readonly views: ViewService;
  readonly identityRoutes: readonly Route[];
}

export interface IdentityOptions {
  /** log2 of scrypt's cost; tests make it cheap. */
  passwordCostLog2?: number;
  /** Hears of the account that a new data folder gets, at once: what fails after this would lose its password. */
  onFirstAccount?: (account: FirstAccount) => void;
}

export async function openIdentity(foundation: Foundation, options: IdentityOptions = {}): Promise<Identity> {
  const { config, clock, log, db, work, journal, news, closing, secretBox: box } = foundation;
  const users = new UserRepository(db);
  const access = new AccessService(users, new ScopeRepository(db), news.access);
  news.assets.subscribe((event) => {
    if (event.kind === 'created') access.forget();
    if (event.kind === 'deleted' || event.kind === 'moved') access.follow({ everyone: true });
  });
  const passwords = new Passwords(options.passwordCostLog2);
  const ownership = openOwnership(foundation, {
    access,
    passwords,
    mailResetLink: async (caller, userId) => void (await accounts.resetMails.hand(caller, userId)),
  });
  const firstAccount = await createFirstAccount(users, ownership.ownership, config.adminPassword);
  if (firstAccount) options.onFirstAccount?.(firstAccount);

  const sessions = new SessionService(work, new SessionRepository(db), access, clock, news.sessions, {
    idleMs: config.sessionIdleMs,
    maxMs: config.sessionMaxMs,
  });
  await sessions.load();
  const sweep = startPeriodicJob('end expired sessions', SESSION_SWEEP_MS, log, () => sessions.endExpired());
  closing.defer(async () => {
    await sweep.stop();
    // When the database is away it is the last use of sessions that is lost: no reason to call the stop a failure.
    await sessions.endExpired().catch((error: unknown) => log.error({ err: error }, 'sessions could not be saved'));
  });
  const apiTokens = new ApiTokenService(work, new ApiTokenRepository(db), access, clock, news.tokens);
  const { cluster } = foundation;
  const tellLogins = cluster && shareCounts<LoginCount>(cluster, LOGINS, (count) => throttle.follow(count));
  const throttle = new LoginThrottle(clock, tellLogins);
  const secondFactors = new SecondFactorService({
    work,
    repository: new SecondFactorRepository(db),
    users: { find: (unit, userId) => unit.of(UserRepository).find(userId) },
    requireSubject: (caller, userId, unit) => ownership.requireSubject(caller, userId, unit),
    box,
    portalName: () => foundation.portalName.shown,
    journal,
    clock,
    limits: foundation.limits,
  });
  const views = new ViewService({
    ...{ access, sessions: news.sessions, news: news.views, work, clock, log },
    requireSubject: (caller, userId) => ownership.requireSubject(caller, userId),
  });
  const endViews = startPeriodicJob('end views', VIEW_SWEEP_MS, log, () => views.endExpired());
  closing.defer(async () => {
    await endViews.stop();
    await views.close();
  });
  const authService = new AuthService({
    users: {
      findByName: (username) => users.findByName(username),
      passwordHashOf: async (unit, userId) => (await unit.of(UserRepository).find(userId))?.passwordHash,
    },
    passwords,
    throttle,
    sessions,
    secondFactors,
    journal,
    usernameKey,
  });
  const accounts: OpenAccounts = openAccounts(foundation, {
    users,
    access,
    passwords,
    sessions,
    secondFactors,
    box,
    ownership,
  });
  const { account, addresses, externalLogins, resetMails, resetLinks, userService } = accounts;
  const replies = new LoginReplies({
    access,
    findUser: (userId) => userService.find(userId),
    isSecure: config.tls !== undefined || (config.publicUrl?.startsWith('https:') ?? false),
    cookieSeconds: Math.ceil(config.sessionMaxMs / 1_000),
  });
  return {
    users,
    access,
    ownership: ownership.ownership,
    passwords,
    sessions,
    apiTokens,
    secondFactors,
    callers: new RequestCallers(sessions, apiTokens, views),
    views,
    identityRoutes: [
      ...authRoutes({ authService, sessions, replies }),
      ...viewRoutes(views),
      ...accountRoutes(account, authService, replies),
      ...resetMailRoutes(resetMails, resetLinks),
      ...externalLoginRoutes(externalLogins, config.oidc?.label ?? null, authService, replies),
      ...ownAccountRoutes({
        account,
        authService,
        sessions,
        secondFactors,
        addresses,
        hasPassword: async (userId) => typeof (await users.find(userId))?.passwordHash === 'string',
        isConnected: async (userId) => (await externalLogins?.isConnected(userId)) ?? false,
      }),
      ...tokenRoutes(apiTokens),
      ...secondFactorRoutes(secondFactors),
      ...userRoutes(userService),
      ...ownership.ownershipRoutes,
    ],
  };
}
