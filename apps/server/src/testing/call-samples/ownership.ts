import type { CallSample } from './sample.ts';

const flags = (type: string) => [{ type, view: false, create: false, delete: false, modify: true }];

/** Calls about users, groups and admin units. */
export const ownershipSamples: Readonly<Record<string, CallSample>> = {
  'ownership.addAssetGroupsToGroup': {
    scope: 'unit',
    make: async (world) => ({
      params: { userGroupId: await world.freshUserGroup() },
      body: [world.assetGroupId],
    }),
  },
  'ownership.addAssetsToGroup': {
    scope: 'asset',
    make: async (world) => ({
      params: { assetGroupId: await world.freshAssetGroup() },
      body: [world.own.assetId],
    }),
  },
  'ownership.addUsersToGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: world.userGroupId }, body: [await world.freshUser()] }),
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
  'ownership.getOwnership': { scope: 'unit', make: () => ({ query: { adminId: 1 } }) },
  'ownership.listAdminUnits': { scope: 'none', make: () => ({}) },
  'ownership.listGroupPermissions': {
    scope: 'unit',
    make: ({ userGroupId }) => ({ params: { userGroupId } }),
  },
  'ownership.listUserPermissions': { scope: 'unit', make: ({ holderId }) => ({ params: { userId: holderId } }) },
  'ownership.removeAssetGroupsFromGroup': {
    scope: 'unit',
    make: ({ userGroupId, assetGroupId }) => ({ params: { userGroupId }, body: [assetGroupId] }),
  },
  'ownership.removeAssetsFromGroup': {
    scope: 'asset',
    make: async (world) => ({
      params: { assetGroupId: await world.freshAssetGroup() },
      body: [world.own.assetId],
    }),
  },
  'ownership.removeUsersFromGroup': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: world.userGroupId }, body: [await world.freshUser()] }),
  },
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
  'ownership.saveGroupPermissions': {
    scope: 'unit',
    make: async (world) => ({ params: { userGroupId: await world.freshUserGroup() }, body: flags('Permissions') }),
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
