import { z } from 'zod';
import { idInPath, userGroupInPath, userIdSchema } from '../../ids.ts';
import { permissionFlagsSchema } from '../../permission-flags.ts';
import { call, may } from '../call.ts';

/** The details of the refusal when somebody else was faster: what the group may do now. */
export const otherPermissionsSchema = z.object({ permissionGroups: z.array(permissionFlagsSchema) });

export const listGroupPermissions = call({
  method: 'GET',
  path: '/api/usergroups/{userGroupId}/permissions/groupedlist',
  access: may('Permissions', 'View'),
  summary: 'The permissions of a user group, a row for every type',
  params: userGroupInPath,
  reply: z.array(permissionFlagsSchema),
});

export const saveGroupPermissions = call({
  method: 'POST',
  path: '/api/usergroups/{userGroupId}/permissions/groupedlist',
  access: may('Permissions', 'Modify'),
  summary:
    'Replace the flags of the types that are named; nobody grants what they do not hold. Answers a row for every type. With `before`, 409 and the permissions that stand when a named type is not as the caller saw it',
  params: userGroupInPath,
  query: z.object({
    /** The ids of the permissions that the caller saw, with commas between them; empty: none. */
    before: z
      .string()
      .max(1_000)
      .regex(/^(\d{1,4}(,\d{1,4})*)?$/, 'must be ids of permissions with commas between them')
      .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
      .optional(),
  }),
  body: z.array(permissionFlagsSchema).max(100),
  reply: z.array(permissionFlagsSchema),
});

export const listUserPermissions = call({
  method: 'GET',
  path: '/api/users/{userId}/permissions/groupedlist',
  access: may('Permissions', 'View'),
  summary: 'The effective permissions of a user: the union over the groups, a row for every type',
  params: z.object({ userId: idInPath(userIdSchema) }),
  reply: z.array(permissionFlagsSchema),
});
