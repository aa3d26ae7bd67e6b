import { z } from 'zod';
import { assetGroupIdSchema, assetGroupInPath, assetIdSchema, userGroupInPath, userIdSchema } from '../../ids.ts';
import { call, mayAll } from '../call.ts';

/** A link list at most: every asset of a large portal. */
const idList = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).max(20_000);

const usersOfGroup = {
  path: '/api/usergroups/{userGroupId}/users',
  access: mayAll(['UserGroups', 'Modify'], ['Users', 'Modify']),
  params: userGroupInPath,
  body: idList(userIdSchema),
  reply: z.array(userIdSchema),
} as const;

export const addUsersToGroup = call({
  method: 'PUT',
  summary: 'Add users to a user group; answers the users of the group',
  ...usersOfGroup,
});

export const removeUsersFromGroup = call({
  method: 'DELETE',
  summary: 'Take users out of a user group; answers the users of the group',
  ...usersOfGroup,
});

const assetGroupsOfGroup = {
  path: '/api/usergroups/{userGroupId}/assetgroups',
  access: mayAll(['UserGroups', 'Modify'], ['AssetGroups', 'Modify']),
  params: userGroupInPath,
  body: idList(assetGroupIdSchema),
  reply: z.array(assetGroupIdSchema),
} as const;

export const addAssetGroupsToGroup = call({
  method: 'PUT',
  summary: 'Show asset groups, and the groups below them, to a user group; answers the asset groups of the group',
  ...assetGroupsOfGroup,
});

export const removeAssetGroupsFromGroup = call({
  method: 'DELETE',
  summary: 'Hide asset groups from a user group; answers the asset groups of the group',
  ...assetGroupsOfGroup,
});

const assetsOfGroup = {
  path: '/api/assetgroups/{assetGroupId}/assets',
  access: mayAll(['AssetGroups', 'Modify'], ['Assets', 'Modify']),
  params: assetGroupInPath,
  body: idList(assetIdSchema),
  reply: z.array(assetIdSchema),
} as const;

export const addAssetsToGroup = call({
  method: 'PUT',
  summary: 'Put assets into an asset group; answers the assets of the group that the caller sees',
  ...assetsOfGroup,
});

export const removeAssetsFromGroup = call({
  method: 'DELETE',
  summary: 'Take assets out of an asset group; answers the assets of the group that the caller sees',
  ...assetsOfGroup,
});
