import type { UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { AccessService } from '#features/access/access-service.ts';
import { type UserRecord, UserRepository } from '#features/access/user-repository.ts';
import { readUsername, usernameKey } from '#features/access/username.ts';
import { AccountService, type Accounts } from '#features/auth/account-service.ts';
import { AddressChangeRepository } from '#features/auth/address-change/address-change-repository.ts';
import { AddressChangeService } from '#features/auth/address-change/address-change-service.ts';
import { ExternalLoginRepository } from '#features/auth/external-login/external-login-repository.ts';
import { ExternalLoginService } from '#features/auth/external-login/external-login-service.ts';
import { IdentityProvider } from '#features/auth/external-login/identity-provider.ts';
import { PasswordResetRepository } from '#features/auth/password-reset-repository.ts';
import type { Passwords } from '#features/auth/passwords.ts';
import { ResetLinks } from '#features/auth/reset-links.ts';
import { ResetMails } from '#features/auth/reset-mails.ts';
import type { SecondFactorService } from '#features/auth/second-factor/second-factor-service.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import type { SessionService } from '#features/auth/session-service.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import { UserService } from '#features/users/user-service.ts';
import { conflict } from '#http/errors.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Foundation } from './foundation.ts';
import type { Ownership } from './ownership.ts';

const SWEEP_MS = 3_600_000;
/** Whoever asks for mails waits so long for the mail server; it is tried again afterwards, too. */
const MAIL_PATIENCE_MS = 10_000;
const ROOT_ADMIN_ID = 1 as UserRecord['adminId'];

interface Parts {
  users: UserRepository;
  access: AccessService;
  passwords: Passwords;
  sessions: SessionService;
  secondFactors: SecondFactorService;
  box: SecretBox;
  ownership: Ownership;
}

export interface OpenAccounts {
  account: AccountService;
  resetMails: ResetMails;
  resetLinks: ResetLinks;
  addresses: AddressChangeService;
  /** Undefined: no identity provider is configured. */
  externalLogins: ExternalLoginService | undefined;
  userService: UserService;
}

/** What leads to an account: registering, reset links, addresses, the identity provider; and a user's own record. */
export function openAccounts(foundation: Foundation, parts: Parts): OpenAccounts {
  const { db, work, clock, log, journal, mails, mailer, publicAddress, config, closing, cluster, limits } = foundation;
  const { users, access, passwords, sessions, secondFactors, box, ownership } = parts;
  const attributes = new UserAttributeRepository(db);
  const portalUrl = () => publicAddress.url;
  const portalName = () => foundation.portalName.shown;
  const usersIn = (unit: Work | undefined) => unit?.of(UserRepository) ?? users;
  const attributesIn = (unit: Work | undefined) => unit?.of(UserAttributeRepository) ?? attributes;

  async function create(unit: Work, username: string, passwordHash: string | null): Promise<UserRecord> {
    const inUnit = unit.of(UserRepository);
    if (await inUnit.findByName(username)) throw conflict(`The user name ${username} is taken.`);
    const createdMs = clock.now();
    const user = await inUnit.insert({ username, adminId: ROOT_ADMIN_ID, passwordHash, readOnly: false, createdMs });
    const after = { adminId: user.adminId, readOnly: false };
    unit.note({ kind: 'access', what: `user ${username} created`, after, by: { name: 'telltale' } });
    return user;
  }

  const addresses = new AddressChangeService({
    work,
    changes: new AddressChangeRepository(db),
    owners: {
      find: (unit, userId) => unit.of(UserRepository).find(userId),
      altEmailOf: (unit, userId) => unit.of(UserAttributeRepository).altEmailOf(userId),
      setAltEmail: (unit, userId, address) => unit.of(UserAttributeRepository).setAltEmail(userId, address),
    },
    altEmailOf: (userId) => attributes.altEmailOf(userId),
    mails,
    clock,
    limits,
    portalUrl,
    portalName,
  });
  const accounts: Accounts = {
    findByName: (username, unit) => usersIn(unit).findByName(username),
    find: (userId, unit) => usersIn(unit).find(userId),
    create,
    setPassword: async (unit, { userId, username }, passwordHash, keptAuthId) => {
      await unit.of(UserRepository).setPasswordHash(userId, passwordHash);
      await unit.of(SessionRepository).deleteOf(userId, keptAuthId);
      unit.note({ kind: 'access', what: `password of ${username} set` });
      if (keptAuthId === undefined) access.changed(unit, { ended: [userId] });
      else sessions.endOthers(unit, userId, keptAuthId);
    },
  };
  const account = new AccountService({
    accounts,
    attributes: {
      altEmailOf: (userId, unit) => attributesIn(unit).altEmailOf(userId),
      save: (unit, list) => unit.of(UserAttributeRepository).save(list),
      isAltEmail: (unit, address) => unit.of(UserAttributeRepository).isAltEmail(address),
    },
    requireSubject: (caller, userId, unit) => ownership.requireSubject(caller, userId, unit),
    readUsername,
    passwords,
    addresses,
    work,
    resets: new PasswordResetRepository(db),
    isOpen: (authId) => sessions.isOpen(authId),
    secondFactors,
    mails,
    journal,
    clock,
    limits,
    portalUrl,
    portalName,
    usernameKey,
  });
  const isConnected = async (unit: Work, userId: UserId) =>
    config.oidc !== undefined && unit.of(ExternalLoginRepository).isConnected(userId);
  const resetMails = new ResetMails({
    find: (userId, unit) => usersIn(unit).find(userId),
    altEmailOf: (userId, unit) => attributesIn(unit).altEmailOf(userId),
    isConnected,
    requireSubject: (caller, userId, unit) => ownership.requireSubject(caller, userId, unit),
    work,
    mails,
    hasMailServer: () => mailer.hasServer,
    patienceMs: MAIL_PATIENCE_MS,
    clock,
    portalUrl,
    portalName,
  });
  const resetLinks = new ResetLinks({
    find: (unit, userId) => unit.of(UserRepository).find(userId),
    altEmailOf: (unit, userId) => unit.of(UserAttributeRepository).altEmailOf(userId),
    isConnected,
    requireSubject: (caller, userId, unit) => ownership.requireSubject(caller, userId, unit),
    work,
    clock,
    portalUrl,
  });
  closing.defer(() => account.idle());
  const forget = startDutyJob({ cluster, log }, 'forget expired links', SWEEP_MS, () => account.deleteExpired());
  closing.defer(() => forget.stop());

  const withPassword = (user: UserRecord | undefined) => user && { ...user, hasPassword: user.passwordHash !== null };
  const externalLogins =
    config.oidc &&
    new ExternalLoginService({
      provider: new IdentityProvider(config.oidc, portalUrl),
      newAccounts: config.oidc.newAccounts,
      repository: new ExternalLoginRepository(db),
      accounts: {
        findByName: async (unit, username) => withPassword(await unit.of(UserRepository).findByName(username)),
        find: async (unit, userId: UserId) => withPassword(await unit.of(UserRepository).find(userId)),
        create: (unit, username) => create(unit, readUsername(username), null),
      },
      saveAttributes: (unit, list) => unit.of(UserAttributeRepository).save(list),
      sessions,
      work,
      box,
      clock,
      log,
    });
  const userService = new UserService({ work, users, attributes, units: ownership, addresses });
  return { account, addresses, externalLogins, resetMails, resetLinks, userService };
}
