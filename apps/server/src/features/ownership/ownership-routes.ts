import {
  type AssetGroupId,
  type AssetId,
  grantedPermissions,
  groupLinks,
  ownership,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { AlertAdministration } from './alert-administration.ts';
import type { GroupAdministration } from './group-administration.ts';
import { toAssetGroup, toUserGroup } from './group-replies.ts';
import type { LinkAdministration } from './link-administration.ts';
import type { LinkKind } from './link-repository.ts';
import type { OwnershipReader } from './ownership-reader.ts';
import type { OwnershipRules, Sources } from './ownership-rules.ts';
import type { PermissionAdministration } from './permission-administration.ts';
import type { UnitAdministration } from './unit-administration.ts';
import type { UserAdministration } from './user-administration.ts';

export interface OwnershipServices {
  reader: OwnershipReader;
  units: UnitAdministration;
  users: UserAdministration;
  userGroups: GroupAdministration;
  assetGroups: GroupAdministration;
  links: LinkAdministration;
  alerts: AlertAdministration;
  permissions: PermissionAdministration;
  rules: OwnershipRules;
  sources: Sources;
}

export function ownershipRoutes(services: OwnershipServices): Route[] {
  const { reader, units, users, userGroups, assetGroups, permissions, alerts, rules, sources } = services;
  return [
    route(ownership.getOwnership, ({ caller, query }) => reader.read(caller, query.adminId)),
    route(ownership.listAdminUnits, ({ caller }) => reader.listUnits(caller)),
    route(ownership.saveAdminUnits, ({ caller, body }) => units.save(caller, body)),
    route(ownership.deleteAdminUnit, async ({ caller, params }) => {
      await units.delete(caller, params.adminId);
      return { adminId: params.adminId };
    }),
    route(ownership.saveUser, ({ caller, body, query }) => users.save(caller, body, query.sendEmail === 'true')),
    route(ownership.deleteUser, async ({ caller, params }) => {
      await users.delete(caller, params.userId);
      return { userId: params.userId };
    }),
    route(ownership.saveUserGroup, async ({ caller, body }) => {
      const { userGroupId: id, userGroupName: name, ...place } = body;
      const { permissions: held, ...group } = await userGroups.save(caller, { id, name, ...place });
      return toUserGroup(group, held);
    }),
    route(ownership.deleteUserGroup, async ({ caller, params }) => {
      await userGroups.delete(caller, params.userGroupId);
      return { userGroupId: params.userGroupId };
    }),
    route(ownership.saveAssetGroup, async ({ caller, body }) => {
      const { assetGroupId: id, assetGroupName: name, ...place } = body;
      return toAssetGroup(await assetGroups.save(caller, { id, name, ...place }));
    }),
    route(ownership.listAssetGroups, ({ caller }) => reader.listAssetGroups(caller)),
    route(ownership.getAssetGroupTree, ({ caller, params }) => reader.assetGroupTree(caller, params.assetGroupId)),
    route(ownership.saveAssetGroups, async ({ caller, body }) => {
      const inputs = body.map(({ assetGroupId: id, assetGroupName: name, ...place }) => ({ id, name, ...place }));
      return (await assetGroups.saveAll(caller, inputs)).map(toAssetGroup);
    }),
    route(ownership.deleteAssetGroup, async ({ caller, params }) => {
      await assetGroups.delete(caller, params.assetGroupId);
      return { assetGroupId: params.assetGroupId };
    }),
    ...linkRoutes(services),
    route(ownership.saveAlerts, ({ caller, body }) => alerts.save(caller, body)),
    route(grantedPermissions.listGroupPermissions, ({ caller, params }) =>
      permissions.ofGroup(caller, params.userGroupId),
    ),
    route(
      grantedPermissions.saveGroupPermissions,
      ({ caller, params, query, body }) => permissions.save(caller, params.userGroupId, body, query.before),
      {
        scope: async ({ caller, params }) =>
          void (await rules.requireGroup(caller, 'user', params.userGroupId, sources)),
      },
    ),
    route(grantedPermissions.listUserPermissions, ({ caller, params }) => permissions.ofUser(caller, params.userId)),
  ];
}

function linkRoutes({ links, rules, sources }: OwnershipServices): Route[] {
  const ofUserGroup = {
    scope: async ({ caller, params }: { caller: Caller; params: { userGroupId: UserGroupId } }) =>
      void (await rules.requireGroup(caller, 'user', params.userGroupId, sources)),
  };
  const ofAssetGroup = {
    scope: async ({ caller, params }: { caller: Caller; params: { assetGroupId: AssetGroupId } }) =>
      void (await rules.requireGroup(caller, 'asset', params.assetGroupId, sources)),
  };
  /** Both answer the members that the group has afterwards. */
  const membersOf = <Member extends number>(kind: LinkKind) => ({
    add: async (caller: Caller, groupId: number, ids: readonly Member[]) =>
      (await links.add(caller, kind, groupId, ids)) as Member[],
    remove: async (caller: Caller, groupId: number, ids: readonly Member[]) =>
      (await links.remove(caller, kind, groupId, ids)) as Member[],
  });
  const users = membersOf<UserId>('users');
  const assetGroups = membersOf<AssetGroupId>('assetGroups');
  const assets = membersOf<AssetId>('assets');
  return [
    route(groupLinks.addUsersToGroup, (at) => users.add(at.caller, at.params.userGroupId, at.body), ofUserGroup),
    route(
      groupLinks.removeUsersFromGroup,
      (at) => users.remove(at.caller, at.params.userGroupId, at.body),
      ofUserGroup,
    ),
    route(
      groupLinks.addAssetGroupsToGroup,
      (at) => assetGroups.add(at.caller, at.params.userGroupId, at.body),
      ofUserGroup,
    ),
    route(
      groupLinks.removeAssetGroupsFromGroup,
      (at) => assetGroups.remove(at.caller, at.params.userGroupId, at.body),
      ofUserGroup,
    ),
    route(groupLinks.addAssetsToGroup, (at) => assets.add(at.caller, at.params.assetGroupId, at.body), ofAssetGroup),
    route(
      groupLinks.removeAssetsFromGroup,
      (at) => assets.remove(at.caller, at.params.assetGroupId, at.body),
      ofAssetGroup,
    ),
  ];
}
