import { z } from 'zod';
import { idInPath, userGroupInPath, userIdSchema } from '../../ids.ts';
import { permissionFlagsSchema } from '../../permission-flags.ts';
import { call, may } from '../call.ts';

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
    'Replace the flags of the types that are named; nobody grants what they do not hold. Answers a row for every type',
  params: userGroupInPath,
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
