import { AccessAdministration } from '#features/access/access-administration.ts';
import { AccessService } from '#features/access/access-service.ts';
import { GroupRepository } from '#features/access/group-repository.ts';
import { ScopeRepository } from '#features/access/scope-repository.ts';
import { UserRepository } from '#features/access/user-repository.ts';
import { usernameKey } from '#features/access/username.ts';
import { accountRoutes } from '#features/auth/account-routes.ts';
import { AccountService } from '#features/auth/account-service.ts';
import { ApiTokenRepository } from '#features/auth/api-token-repository.ts';
import { ApiTokenService } from '#features/auth/api-token-service.ts';
import { authRoutes, LoginReplies } from '#features/auth/auth-routes.ts';
import { AuthService } from '#features/auth/auth-service.ts';
import { ExternalLoginRepository } from '#features/auth/external-login-repository.ts';
import { externalLoginRoutes } from '#features/auth/external-login-routes.ts';
import { ExternalLoginService } from '#features/auth/external-login-service.ts';
import { IdentityProvider } from '#features/auth/identity-provider.ts';
import { LoginThrottle } from '#features/auth/login-throttle.ts';
import { PasswordResetRepository } from '#features/auth/password-reset-repository.ts';
import { Passwords } from '#features/auth/passwords.ts';
import { RequestCallers } from '#features/auth/request-callers.ts';
import { SecondFactorRepository } from '#features/auth/second-factor-repository.ts';
import { secondFactorRoutes } from '#features/auth/second-factor-routes.ts';
import { SecondFactorService } from '#features/auth/second-factor-service.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import { SessionService } from '#features/auth/session-service.ts';
import { tokenRoutes } from '#features/auth/token-routes.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import { userRoutes } from '#features/users/user-routes.ts';
import { UserService } from '#features/users/user-service.ts';
import type { CallerSource } from '#http/access-check.ts';
import type { Route } from '#http/route.ts';
import { systemCaller } from '#http/system-caller.ts';
import { createFirstAccount, type FirstAccount } from '../first-start.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import { openSecretBox } from '../secret-box.ts';
import type { Foundation } from './foundation.ts';
import { openOwnership } from './ownership.ts';

const SESSION_SWEEP_MS = 60_000;
const RESET_SWEEP_MS = 3_600_000;

/** Users, what they may see, and their sessions. */
export interface Identity {
  readonly users: UserRepository;
  readonly access: AccessService;
  readonly administration: AccessAdministration;
  readonly passwords: Passwords;
  readonly sessions: SessionService;
  readonly apiTokens: ApiTokenService;
  readonly secondFactors: SecondFactorService;
  readonly callers: CallerSource;
  readonly identityRoutes: readonly Route[];
}

export interface IdentityOptions {
  /** log2 of scrypt's cost; tests make it cheap. */
  passwordCostLog2?: number;
  /** Hears of the account that a new data folder gets, at once: what fails after this would lose its password. */
  onFirstAccount?: (account: FirstAccount) => void;
}

export async function openIdentity(foundation: Foundation, options: IdentityOptions = {}): Promise<Identity> {
  const { config, clock, log, folder, db, journal, assetEvents, mails, publicAddress, closing } = foundation;
  const users = new UserRepository(db);
  const access = new AccessService(users, new ScopeRepository(db));
  assetEvents.subscribe((event) => {
    if (event.kind === 'created') access.forget();
    if (event.kind === 'deleted') access.changed({ everyone: true });
  });
  const passwords = new Passwords(options.passwordCostLog2);
  const groups = new GroupRepository(db);
  const administration = new AccessAdministration({ db, users, groups, access, journal, passwords, clock });
  const firstAccount = await createFirstAccount(users, administration, config.adminPassword);
  if (firstAccount) options.onFirstAccount?.(firstAccount);

  const sessions = new SessionService(new SessionRepository(db), access, clock, {
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
  const apiTokenRepository = new ApiTokenRepository(db);
  const apiTokens = new ApiTokenService(apiTokenRepository, access, journal, clock);
  const throttle = new LoginThrottle(clock);
  const box = await openSecretBox(folder.secretKeyFile);
  const secondFactors = new SecondFactorService({
    db,
    repository: new SecondFactorRepository(db),
    users,
    requireSubject: (caller, userId) => ownership.requireSubject(caller, userId),
    box,
    journal,
    clock,
  });
  const authService = new AuthService({ users, passwords, throttle, sessions, secondFactors, journal, usernameKey });
  const ownership = openOwnership(foundation, {
    users,
    access,
    mailResetLink: (username, address) => account.mailLink(username, address),
  });
  const attributes = new UserAttributeRepository(db);
  const userService = new UserService(users, attributes, ownership);
  const account: AccountService = new AccountService({
    accounts: {
      findByName: (username) => users.findByName(username),
      find: (userId) => users.find(userId),
      create: (username, password) => administration.createUser(systemCaller, { username, password }),
      setPassword: (username, password) => administration.setPassword(systemCaller, username, password),
    },
    attributes: {
      list: (userId) => attributes.list(userId),
      save: (list) => attributes.save(list),
      isAltEmail: (address) => attributes.hasValue('altEmail', address),
    },
    requireSubject: (caller, userId) => ownership.requireSubject(caller, userId),
    resets: new PasswordResetRepository(db),
    secondFactors,
    mails,
    journal,
    clock,
    portalUrl: () => publicAddress.url,
    usernameKey,
  });
  closing.defer(() => account.idle());
  const forget = startPeriodicJob('forget expired reset links', RESET_SWEEP_MS, log, () => account.deleteExpired());
  closing.defer(() => forget.stop());
  const replies = new LoginReplies({
    access,
    loadUser: (userId) => userService.load(userId),
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    cookieSeconds: Math.ceil(config.sessionMaxMs / 1_000),
  });
  const externalLogins =
    config.oidc &&
    new ExternalLoginService({
      provider: new IdentityProvider(config.oidc, () => publicAddress.url),
      newAccounts: config.oidc.newAccounts,
      repository: new ExternalLoginRepository(db),
      accounts: {
        findByName: (username) => users.findByName(username),
        find: (userId) => users.find(userId),
        create: (username) => administration.createUser(systemCaller, { username }),
        giveOver: async (user) => {
          await apiTokenRepository.deleteOf(user.userId);
          await administration.removePassword(systemCaller, user);
        },
      },
      saveAttributes: (list) => attributes.save(list),
      box,
      journal,
      clock,
      log,
    });
  return {
    users,
    access,
    administration,
    passwords,
    sessions,
    apiTokens,
    secondFactors,
    callers: new RequestCallers(sessions, apiTokens),
    identityRoutes: [
      ...authRoutes({ authService, sessions, replies }),
      ...accountRoutes(account, authService, replies),
      ...externalLoginRoutes(externalLogins, authService, replies),
      ...tokenRoutes(apiTokens),
      ...secondFactorRoutes(secondFactors, authService),
      ...userRoutes(userService),
      ...ownership.ownershipRoutes,
    ],
  };
}
