import type { CallSample } from './sample.ts';

const flags = (type: string) => [{ type, view: false, create: false, delete: false, modify: true }];

/** Calls about users, groups and admin units. */
export const ownershipSamples: Readonly<Record<string, CallSample>> = {
  'accessAnswers.getAssetAccess': { scope: 'asset', make: ({ own }) => ({ params: { assetId: own.assetId } }) },
  'accessAnswers.getUserAccess': { scope: 'unit', make: ({ holderId }) => ({ params: { userId: holderId } }) },
  'grantedPermissions.listGroupPermissions': {
    scope: 'unit',
    make: ({ userGroupId }) => ({ params: { userGroupId } }),
  },
  'grantedPermissions.listUserPermissions': {
    scope: 'unit',
    make: ({ holderId }) => ({ params: { userId: holderId } }),
  },
  'grantedPermissions.saveGroupPermissions': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: await world.freshUserGroup() }, body: flags('Permissions') }),
  },
  'groupLinks.addAssetGroupsToGroup': {
    scope: 'unit',
    make: async (world) => ({
      params: { userGroupId: await world.freshUserGroup() },
      body: [world.assetGroupId],
    }),
  },
  'groupLinks.addAssetsToGroup': {
    scope: 'asset',
    make: async (world) => ({
      params: { assetGroupId: await world.freshAssetGroup() },
      body: [world.own.assetId],
    }),
  },
  'groupLinks.addUsersToGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: world.userGroupId }, body: [await world.freshUser()] }),
  },
  'groupLinks.removeAssetGroupsFromGroup': {
    scope: 'unit',
    make: ({ userGroupId, assetGroupId }) => ({ params: { userGroupId }, body: [assetGroupId] }),
  },
  'groupLinks.removeAssetsFromGroup': {
    scope: 'asset',
    make: async (world) => ({
      params: { assetGroupId: await world.freshAssetGroup() },
      body: [world.own.assetId],
    }),
  },
  'groupLinks.removeUsersFromGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: world.userGroupId }, body: [await world.freshUser()] }),
  },
  'manyUsers.importUsers': {
    scope: 'unit',
    make: ({ name }) => ({ body: { lines: [{ line: 1, username: name('one of many') }], adminId: 1 } }),
  },
  // Who is out of sight is answered as who is there no more.
  'manyUsers.makeResetLinks': {
    scope: 'none',
    make: async (world) => ({ body: { userIds: [await world.freshUser()] } }),
  },
  'manyUsers.sendResetMails': {
    scope: 'unit',
    make: async (world) => ({ body: { userIds: [await world.freshUser()] } }),
  },
  'ownership.deleteAdminUnit': {
    scope: 'unit',
    // Units below the own one are the administrators'.
    also: ['AdminModify'],
    make: async (world) => ({ params: { adminId: await world.freshUnit() } }),
  },
  'ownership.deleteAssetGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { assetGroupId: await world.freshAssetGroup() } }),
  },
  'ownership.deleteUser': {
    scope: 'unit',
    make: async (world) => ({ params: { userId: await world.freshUser() } }),
  },
  'ownership.deleteUserGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: await world.freshUserGroup() } }),
  },
  'ownership.getAssetGroupTree': {
    scope: 'unit',
    make: async (world) => ({ params: { assetGroupId: await world.freshAssetGroup() } }),
  },
  'ownership.listAssetGroups': { scope: 'none', make: () => ({}) },
  'ownership.saveAssetGroups': {
    scope: 'unit',
    make: async (world) => ({ body: [{ assetGroupId: await world.freshAssetGroup(), parentGroupId: 1 }] }),
  },
  'ownership.getOwnership': { scope: 'unit', make: () => ({ query: { adminId: 1 } }) },
  'ownership.listAdminUnits': { scope: 'none', make: () => ({}) },
  'ownership.saveAdminUnits': {
    scope: 'unit',
    make: ({ name }) => ({ body: [{ adminName: name('unit'), parentAdminId: 1 }] }),
  },
  'ownership.saveAlerts': {
    scope: 'unit',
    make: ({ userGroupId, assetGroupId }) => ({
      body: [{ userGroupId, assetGroupId: String(assetGroupId), severityMin: 5 }],
    }),
  },
  'ownership.saveAssetGroup': {
    scope: 'unit',
    make: ({ name }) => ({ body: { assetGroupId: 0, assetGroupName: name('group'), adminId: 1 } }),
  },
  'ownership.saveUser': {
    scope: 'unit',
    make: ({ name }) => ({ body: { userId: 0, username: name('user'), password: '', adminId: 1 } }),
  },
  'ownership.saveUserGroup': {
    scope: 'unit',
    make: ({ name }) => ({ body: { userGroupId: 0, userGroupName: name('group'), adminId: 1 } }),
  },
};
