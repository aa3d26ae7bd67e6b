import { z } from 'zod';
import {
  adminIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  assetInPath,
  idInPath,
  userGroupIdSchema,
  userIdSchema,
} from '../../ids.ts';
import { PERMISSION_ASSETS_VIEW, permissionCatalogue } from '../../permissions.ts';
import { administrators, call } from '../call.ts';

/** A group by its id; null: one of an admin unit that the caller may not know of. */
const userGroupRef = userGroupIdSchema.nullable();
const assetGroupRef = assetGroupIdSchema.nullable();

const namedUserGroup = z.object({ userGroupId: userGroupIdSchema, userGroupName: z.string(), adminId: adminIdSchema });
const namedAssetGroup = z.object({
  assetGroupId: assetGroupIdSchema,
  assetGroupName: z.string(),
  adminId: adminIdSchema,
});

/** `unit`: sees every asset of the own admin unit and those below; `everything`: every asset there is. */
export const administrationSchema = z.enum(['unit', 'everything']);

export const assetUserSchema = z.object({
  userId: userIdSchema,
  username: z.string(),
  adminId: adminIdSchema,
  /** False: the account has no password and no login of an identity provider yet. */
  canLogIn: z.boolean(),
  /** Null: sees the asset through groups alone. */
  administers: administrationSchema.nullable(),
  /** The user groups that give the permission. */
  grantedBy: z.array(userGroupRef),
  /** How the asset is reached: the user group, the asset group linked with it, and the one that holds the asset. */
  reachedBy: z.array(z.object({ userGroupId: userGroupRef, linkedGroupId: assetGroupRef, holderId: assetGroupRef })),
});
export type AssetUser = z.infer<typeof assetUserSchema>;

export const assetAccessSchema = z.object({
  asset: z.object({ assetId: assetIdSchema, assetAlias: z.string(), serialNumber: z.string() }),
  permissionId: z.number().int(),
  /** Who has the asset in sight and holds the permission; by name. */
  users: z.array(assetUserSchema),
  /** How many others have the asset in sight without holding the permission. */
  withoutPermission: z.number().int(),
  userGroups: z.array(namedUserGroup),
  assetGroups: z.array(namedAssetGroup),
});
export type AssetAccess = z.infer<typeof assetAccessSchema>;

const catalogue = new Set(permissionCatalogue.map(({ permissionId }) => permissionId));

export const getAssetAccess = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/access',
  access: administrators,
  summary:
    "Who of the users in the caller's sight sees an asset and holds a permission (6, to view assets, unless another is named), and through which groups",
  params: assetInPath,
  query: z.object({
    permissionId: z
      .string()
      .regex(/^\d{1,4}$/, 'must be the id of a permission')
      .transform(Number)
      .refine((id) => catalogue.has(id), 'must be the id of a permission')
      .default(PERMISSION_ASSETS_VIEW),
  }),
  reply: assetAccessSchema,
});

export const userAccessSchema = z.object({
  user: z.object({
    userId: userIdSchema,
    username: z.string(),
    adminId: adminIdSchema,
    /** The account may change nothing, whatever it holds. */
    readOnly: z.boolean(),
  }),
  administers: administrationSchema.nullable(),
  /** What the user holds, each permission with the user groups that give it. */
  permissions: z.array(z.object({ permissionId: z.number().int(), grantedBy: z.array(userGroupRef) })),
  /** The asset groups that the user's groups are linked with, and how many of their assets the user has in sight. */
  reaches: z.array(
    z.object({ assetGroupId: assetGroupRef, userGroupIds: z.array(userGroupRef), assetCount: z.number().int() }),
  ),
  /** Of the assets that the caller sees, how many the user has in sight. */
  assetCount: z.number().int(),
  userGroups: z.array(namedUserGroup),
  assetGroups: z.array(namedAssetGroup),
});
export type UserAccess = z.infer<typeof userAccessSchema>;

export const getUserAccess = call({
  method: 'GET',
  path: '/api/ef/users/{userId}/access',
  access: administrators,
  summary: 'What a user may do and which assets the user has in sight, each with the groups that it comes from',
  params: z.object({ userId: idInPath(userIdSchema) }),
  reply: userAccessSchema,
});
