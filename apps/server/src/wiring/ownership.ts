import type { AdminId, UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { type AccessService, administrationIn } from '#features/access/access-service.ts';
import { viewersOf } from '#features/access/asset-viewers.ts';
import { ReachRepository } from '#features/access/reach-repository.ts';
import { UserRepository } from '#features/access/user-repository.ts';
import { readUsername, usernameKey } from '#features/access/username.ts';
import type { Passwords } from '#features/auth/passwords.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import { AlertAdministration } from '#features/ownership/alert-administration.ts';
import { accessAnswersRoutes } from '#features/ownership/answers/access-answers-routes.ts';
import { AccessAnswersService } from '#features/ownership/answers/access-answers-service.ts';
import { GroupAdministration } from '#features/ownership/group-administration.ts';
import { GroupRepository } from '#features/ownership/group-repository.ts';
import { LinkAdministration } from '#features/ownership/link-administration.ts';
import { LinkRepository } from '#features/ownership/link-repository.ts';
import { manyUsersRoutes } from '#features/ownership/many/many-users-routes.ts';
import { ManyUsersService } from '#features/ownership/many/many-users-service.ts';
import { OwnershipChanges, Step } from '#features/ownership/ownership-changes.ts';
import { OwnershipReader } from '#features/ownership/ownership-reader.ts';
import { OwnershipRepository } from '#features/ownership/ownership-repository.ts';
import { type OwnershipServices, ownershipRoutes } from '#features/ownership/ownership-routes.ts';
import { OwnershipRules } from '#features/ownership/ownership-rules.ts';
import { PermissionAdministration } from '#features/ownership/permission-administration.ts';
import { RecordRepository } from '#features/ownership/record-repository.ts';
import { UnitAdministration } from '#features/ownership/unit-administration.ts';
import { type Accounts, UserAdministration } from '#features/ownership/user-administration.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from './foundation.ts';

interface Parts {
  access: AccessService;
  passwords: Passwords;
  /** Mails the link that sets a password, in the name of the caller. */
  mailResetLink: (caller: Caller, userId: UserId) => Promise<void>;
}

export interface Ownership {
  /** The one way in which users, groups, links and permissions change, for whoever changes them. */
  readonly ownership: OwnershipServices;
  readonly ownershipRoutes: readonly Route[];
  /** Whether a caller may know of what belongs to an admin unit. */
  isInSight(caller: Caller, adminId: AdminId): Promise<boolean>;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject(caller: Caller, userId: UserId, unit?: Work): Promise<void>;
}

/** Who owns what: users, groups, their links and permissions, admin units. */
export function openOwnership(
  { db, work, clock }: Pick<Foundation, 'db' | 'work' | 'clock'>,
  { access, passwords, mailResetLink }: Parts,
): Ownership {
  const sources = {
    tables: new OwnershipRepository(db),
    groups: new GroupRepository(db),
    records: new RecordRepository(db),
    links: new LinkRepository(db),
  };
  const rules = new OwnershipRules(access);
  const changes = new OwnershipChanges(work, access);
  const accounts: Accounts = {
    readUsername,
    find: (unit, userId) => unit.of(UserRepository).find(userId),
    findByName: (unit, username) => unit.of(UserRepository).findByName(username),
    insert: (unit, user) => unit.of(UserRepository).insert({ ...user, createdMs: clock.now() }),
    update: (unit, userId, user) => unit.of(UserRepository).update(userId, user),
    delete: (unit, userId) => unit.of(UserRepository).delete(userId),
    hashNew: (password) => passwords.hashNew(password),
    setPasswordHash: async (unit, userId, hash) => {
      await unit.of(UserRepository).setPasswordHash(userId, hash);
      await unit.of(SessionRepository).deleteOf(userId);
    },
  };
  const services: OwnershipServices = {
    reader: new OwnershipReader(sources.tables, sources.groups),
    units: new UnitAdministration(changes, rules),
    users: new UserAdministration({ changes, rules, accounts, tables: sources.tables, mailResetLink }),
    userGroups: new GroupAdministration('user', changes, rules),
    assetGroups: new GroupAdministration('asset', changes, rules),
    links: new LinkAdministration(changes, rules),
    alerts: new AlertAdministration(changes, rules),
    permissions: new PermissionAdministration({ changes, rules, rights: access, sources }),
    rules,
    sources,
  };
  const manyUsers = new ManyUsersService(changes, rules, {
    readUsername,
    keyOf: usernameKey,
    findByNames: (unit, usernames) => unit.of(UserRepository).findByNames(usernames),
    insertAll: (unit, usernames, adminId) => {
      const account = { adminId, passwordHash: null, readOnly: false, createdMs: clock.now() };
      return unit.of(UserRepository).insertAll(usernames.map((username) => ({ ...account, username })));
    },
    saveAttributes: (unit, attributes) => unit.of(UserAttributeRepository).save(attributes),
  });
  const reach = new ReachRepository(db);
  const users = new UserRepository(db);
  const answers = new AccessAnswersService({
    rules,
    sources,
    rights: access,
    reach: {
      viewersOf: (assetId) => viewersOf(reach, assetId),
      administrationIn,
      grantsOf: (of) => reach.listGrants(of),
      reachOf: (userId) => reach.listReachOf(userId),
      groupsOf: (userId) => reach.listGroupsOf(userId),
      listAbleToLogIn: () => users.listAbleToLogIn(),
      isReadOnly: async (userId) => (await users.find(userId))?.readOnly ?? false,
    },
  });
  return {
    ownership: services,
    ownershipRoutes: [...ownershipRoutes(services), ...accessAnswersRoutes(answers), ...manyUsersRoutes(manyUsers)],
    isInSight: async (caller, adminId) => (await rules.unitsInSight(caller, sources)).has(adminId),
    requireSubject: async (caller, userId, unit) => {
      await rules.requireUsers(caller, [userId], unit ? new Step(unit) : sources);
      await rules.refuseUserAbove(caller, userId);
    },
  };
}
