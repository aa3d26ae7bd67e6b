import type { AdminId, UserId } from '@telltale/contract';
import type { AccessService } from '#features/access/access-service.ts';
import type { UserRepository } from '#features/access/user-repository.ts';
import { readUsername } from '#features/access/username.ts';
import { AlertAdministration } from '#features/ownership/alert-administration.ts';
import { GroupAdministration } from '#features/ownership/group-administration.ts';
import { GroupRepository } from '#features/ownership/group-repository.ts';
import { LinkAdministration } from '#features/ownership/link-administration.ts';
import { LinkRepository } from '#features/ownership/link-repository.ts';
import { OwnershipChanges } from '#features/ownership/ownership-changes.ts';
import { OwnershipReader } from '#features/ownership/ownership-reader.ts';
import { OwnershipRepository } from '#features/ownership/ownership-repository.ts';
import { ownershipRoutes } from '#features/ownership/ownership-routes.ts';
import { OwnershipRules } from '#features/ownership/ownership-rules.ts';
import { PermissionAdministration } from '#features/ownership/permission-administration.ts';
import { RecordRepository } from '#features/ownership/record-repository.ts';
import { UnitAdministration } from '#features/ownership/unit-administration.ts';
import { UserAdministration } from '#features/ownership/user-administration.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from './foundation.ts';

interface Parts {
  users: UserRepository;
  access: AccessService;
  mailResetLink: (username: string, address: string) => Promise<void>;
}

export interface Ownership {
  readonly ownershipRoutes: readonly Route[];
  /** Whether a caller may know of what belongs to an admin unit. */
  isInSight(caller: Caller, adminId: AdminId): Promise<boolean>;
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject(caller: Caller, userId: UserId): Promise<void>;
}

/** Who owns what: users, groups, their links and permissions, admin units. */
export function openOwnership(
  { db, journal, clock }: Pick<Foundation, 'db' | 'journal' | 'clock'>,
  { users, access, mailResetLink }: Parts,
): Ownership {
  const sources = {
    tables: new OwnershipRepository(db),
    groups: new GroupRepository(db),
    records: new RecordRepository(db),
    links: new LinkRepository(db),
  };
  const rules = new OwnershipRules(access);
  const changes = new OwnershipChanges(db, journal, access);
  const accounts = {
    readUsername,
    find: users.find.bind(users),
    findByName: users.findByName.bind(users),
    insert: (user: { username: string; adminId: AdminId }, trx: typeof db) =>
      users.insert({ ...user, passwordHash: null, readOnly: false, createdMs: clock.now() }, trx),
    update: users.update.bind(users),
    delete: users.delete.bind(users),
  };
  return {
    ownershipRoutes: ownershipRoutes({
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
    }),
    isInSight: async (caller, adminId) => (await rules.unitsInSight(caller, sources)).has(adminId),
    requireSubject: async (caller, userId) => {
      await rules.requireUsers(caller, [userId], sources);
      await rules.refuseUserAbove(caller, userId);
    },
  };
}
