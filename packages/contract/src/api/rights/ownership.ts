import { z } from 'zod';
import {
  adminIdSchema,
  assetDefinitionIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  idInPath,
  userGroupIdSchema,
  userGroupInPath,
  userIdSchema,
} from '../../ids.ts';
import { permissionFlagsSchema } from '../../permission-flags.ts';
import { permissionId } from '../../permissions.ts';
import { isoTimeSchema } from '../../time.ts';
import { type Access, call, may, mayCreateOrModify } from '../call.ts';
import type { ProofRule } from '../proof.ts';
import { assetGroupSchema } from './asset-groups.ts';
import { description, name, newOr } from './record-fields.ts';

export * from './asset-groups.ts';

/** Groups are made below this one unless they say otherwise (spec 2 §9). */
export const ROOT_GROUP_ID = 1;
/** The unit above all others; holders of AdminModify in it see everything. */
export const ROOT_ADMIN_ID = 1;

/** Levels of the alert menu: the least severity that is told (spec 2 §2.6). */
export const ALERT_LEVELS = { none: 0, importantUpdates: 2, warningOrAlarm: 5, alarmOnly: 10 } as const;

export const adminUnitSchema = z.object({
  adminId: adminIdSchema,
  adminName: z.string(),
  /** Null: unit 1, which is above all others. */
  parentAdminId: adminIdSchema.nullable(),
});
export type AdminUnit = z.infer<typeof adminUnitSchema>;

export const ownedUserSchema = z.object({
  userId: userIdSchema,
  username: z.string(),
  adminId: adminIdSchema,
  /** False: no reset mail or link yet, and no password: the page shows the alert icon. */
  resetSent: z.boolean(),
  /** When a session or an API token of the user was last used; null: never. */
  lastSeen: isoTimeSchema.nullable(),
  /** Whether logging in asks for a code of an authenticator app. */
  secondFactor: z.boolean(),
});
export type OwnedUser = z.infer<typeof ownedUserSchema>;

export const userGroupSchema = z.object({
  userGroupId: userGroupIdSchema,
  userGroupName: z.string(),
  adminId: adminIdSchema,
  description: z.string(),
  parentGroupId: userGroupIdSchema.nullable(),
  /** Only the types of which something is set; a type that is not here has no flag. */
  permissionGroups: z.array(permissionFlagsSchema),
});
export type UserGroup = z.infer<typeof userGroupSchema>;

export const ownedAssetSchema = z.object({
  assetId: assetIdSchema,
  assetAlias: z.string(),
  serialNumber: z.string(),
  assetDefinitionId: assetDefinitionIdSchema,
  assetDefinition: z.object({ assetDefinitionName: z.string() }),
  adminId: adminIdSchema,
});
export type OwnedAsset = z.infer<typeof ownedAssetSchema>;

const severity = z.number().int().min(0).max(10);

export const alertSchema = z.object({
  assetGroupId: assetGroupIdSchema,
  userGroupId: userGroupIdSchema,
  severityMin: severity,
  severityMax: severity,
  status: z.string(),
  online: z.boolean(),
  offline: z.boolean(),
});
export type Alert = z.infer<typeof alertSchema>;

export const ownershipSchema = z.object({
  users: z.array(ownedUserSchema),
  userGroups: z.array(userGroupSchema),
  assetGroups: z.array(assetGroupSchema),
  assets: z.array(ownedAssetSchema),
  userGroupUsers: z.array(z.object({ userGroupId: userGroupIdSchema, userId: userIdSchema })),
  userGroupAssetGroups: z.array(z.object({ userGroupId: userGroupIdSchema, assetGroupId: assetGroupIdSchema })),
  assetGroupAssets: z.array(z.object({ assetGroupId: assetGroupIdSchema, assetId: assetIdSchema })),
  alerts: z.array(alertSchema),
});
export type Ownership = z.infer<typeof ownershipSchema>;

const viewersOfAColumn: Access = {
  ...(may('Users', 'View') as Extract<Access, { kind: 'permission' }>),
  or: [permissionId('UserGroups', 'View'), permissionId('AssetGroups', 'View')],
};

export const getOwnership = call({
  method: 'GET',
  path: '/api/ef/admin/users/ownership',
  access: viewersOfAColumn,
  summary:
    'Users, groups, assets and their links in an admin unit and the units below it (the own one if none is named); what the caller may not view is empty',
  query: z.object({ adminId: idInPath(adminIdSchema).optional() }),
  reply: ownershipSchema,
});

export const listAdminUnits = call({
  method: 'GET',
  path: '/api/ef/admin/adminunits',
  access: may('AdminUnits', 'View'),
  summary: "The caller's admin unit, and for administrators the units below it",
  reply: z.array(adminUnitSchema),
});

export const saveAdminUnits = call({
  method: 'POST',
  path: '/api/ef/admin/adminunits',
  access: mayCreateOrModify('AdminUnits'),
  summary: 'Create admin units, or rename and move those whose adminId is given; all or none',
  body: z
    .array(
      z.object({ adminId: newOr(adminIdSchema), adminName: name.optional(), parentAdminId: adminIdSchema.optional() }),
    )
    .min(1)
    .max(100),
  reply: z.array(adminUnitSchema),
});

export const deleteAdminUnit = call({
  method: 'DELETE',
  path: '/api/ef/admin/adminunits/{adminId}',
  access: may('AdminUnits', 'Delete'),
  summary: 'Delete an admin unit that nothing belongs to; 409 says what does',
  params: z.object({ adminId: idInPath(adminIdSchema) }),
  reply: z.object({ adminId: adminIdSchema }),
});

/** Where reset links go is decided by the name too, where it is an address. */
const proofOfMailsAndNames: ProofRule = {
  when: 'a link is mailed, or the name of an account changes',
  asks: ({ query, body }) => {
    const { userId, username } = body as { userId: number; username?: string };
    return (query as { sendEmail: string }).sendEmail === 'true' || (userId !== 0 && username !== undefined);
  },
};

export const saveUser = call({
  method: 'POST',
  path: '/api/users',
  access: mayCreateOrModify('Users'),
  proof: proofOfMailsAndNames,
  summary: 'Create a user without a password (userId 0), or rename or move one; sendEmail mails the link that sets it',
  query: z.object({ sendEmail: z.enum(['true', 'false']).default('false') }),
  body: z.object({
    userId: newOr(userIdSchema),
    username: name.optional(),
    /** A password is set by its user, through the reset link. */
    password: z.literal('', 'A password is set by its user, through the reset link').optional(),
    adminId: adminIdSchema.optional(),
    email: z.boolean().optional(),
  }),
  reply: ownedUserSchema,
});

export const deleteUser = call({
  method: 'DELETE',
  path: '/api/users/{userId}',
  access: may('Users', 'Delete'),
  summary: 'Delete a user; sessions, API tokens and live connections end at once',
  params: z.object({ userId: idInPath(userIdSchema) }),
  reply: z.object({ userId: userIdSchema }),
});

export const saveUserGroup = call({
  method: 'POST',
  path: '/api/usergroups',
  access: mayCreateOrModify('UserGroups'),
  summary: 'Create a user group (userGroupId 0), or rename or move one',
  body: z.object({
    userGroupId: newOr(userGroupIdSchema),
    userGroupName: name.optional(),
    adminId: adminIdSchema.optional(),
    description: description.optional(),
    parentGroupId: userGroupIdSchema.nullable().optional(),
  }),
  reply: userGroupSchema,
});

export const deleteUserGroup = call({
  method: 'DELETE',
  path: '/api/usergroups/{userGroupId}',
  access: may('UserGroups', 'Delete'),
  summary: 'Delete a user group with its links, permissions and alerts; 409 while groups are below it',
  params: userGroupInPath,
  reply: z.object({ userGroupId: userGroupIdSchema }),
});

/** The page sends the id of the asset group as text (spec 2 §7). */
const looseAssetGroupId = assetGroupIdSchema.or(idInPath(assetGroupIdSchema));

export const saveAlerts = call({
  method: 'PUT',
  path: '/api/ef/genericalerts',
  access: may('Alerts', 'Modify'),
  summary:
    'Set what a user group is told of an asset group; severityMin 0 ends it. Answers what stands for these pairs',
  body: z
    .array(
      z.object({
        assetGroupId: looseAssetGroupId,
        userGroupId: userGroupIdSchema,
        severityMin: severity,
        severityMax: severity.default(10),
        status: z.string().trim().max(255).default('open'),
        online: z.boolean().default(false),
        offline: z.boolean().default(false),
      }),
    )
    .max(1_000),
  reply: z.array(alertSchema),
});
