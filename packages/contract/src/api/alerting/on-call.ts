import { z } from 'zod';
import { userGroupIdSchema, userIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';

export const MAX_ROTA_MEMBERS = 50;
export const MAX_ROTA_OVERRIDES = 200;

const overrideId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

const plan = {
  /** IANA: handovers go by its clock. */
  zone: z.string().trim().min(1).max(100),
  /** 1: Monday … 7: Sunday. */
  handoverDay: z.number().int().min(1).max(7),
  /** Minutes after midnight. */
  handoverMinute: z.number().int().min(0).max(1_439),
  /** A day, `2026-11-23`: the first member's week begins on it, or on the last handover day before it. */
  start: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-11-23'),
};

const personSchema = z.object({
  userId: userIdSchema,
  /** Empty: there is no such user any more. */
  username: z.string(),
  /** Who has left the group is on call no more; in their weeks everybody of the group is told. */
  isMember: z.boolean(),
});
export type RotaPerson = z.infer<typeof personSchema>;

export const rotaOverrideSchema = z.object({
  overrideId,
  ...personSchema.shape,
  from: isoTimeSchema,
  to: isoTimeSchema,
});
export type RotaOverrideOfGroup = z.infer<typeof rotaOverrideSchema>;

export const rotaSchema = z.object({
  userGroupId: userGroupIdSchema,
  userGroupName: z.string(),
  ...plan,
  /** In the order of their turns. */
  members: z.array(personSchema),
  /** What is over is left out. */
  overrides: z.array(rotaOverrideSchema),
  /** Goes up with each change of the plan. */
  version: z.number().int(),
  /** Who is on call at this moment; null: nobody is who is still in the group. */
  now: z.object({ userId: userIdSchema, username: z.string(), until: isoTimeSchema }).nullable(),
});
export type RotaOfGroup = z.infer<typeof rotaSchema>;

export const listRotas = call({
  method: 'GET',
  path: '/api/ef/alertrotas',
  access: may('Alerts', 'View'),
  summary: 'Who is on call in which week, of the user groups that the caller may know of, and who is now',
  reply: z.array(rotaSchema),
});

export const saveRota = call({
  method: 'PUT',
  path: '/api/ef/alertrotas',
  access: may('Alerts', 'Modify'),
  summary:
    'Set who of a user group is on call week by week; 409 with the newest where somebody else changed it in the meantime',
  body: z.object({
    userGroupId: userGroupIdSchema,
    ...plan,
    members: z
      .array(userIdSchema)
      .min(1)
      .max(MAX_ROTA_MEMBERS)
      .refine((ids) => new Set(ids).size === ids.length, 'must name each user once'),
    /** The version that it was changed from; 0: there was none. */
    version: z.number().int().min(0),
  }),
  reply: rotaSchema,
});

export const deleteRota = call({
  method: 'DELETE',
  path: '/api/ef/alertrotas',
  access: may('Alerts', 'Modify'),
  summary: 'Nobody of a user group is on call any more',
  body: z.object({ userGroupId: userGroupIdSchema }),
  reply: z.object({ userGroupId: userGroupIdSchema }),
});

export const addRotaOverride = call({
  method: 'POST',
  path: '/api/ef/alertrotas/overrides',
  access: may('Alerts', 'Modify'),
  summary:
    'Have a member of the group on call for a span, whoever it would be; 409 where another override covers some of it',
  body: z.object({ userGroupId: userGroupIdSchema, userId: userIdSchema, from: isoTimeSchema, to: isoTimeSchema }),
  reply: rotaSchema,
});

export const deleteRotaOverride = call({
  method: 'DELETE',
  path: '/api/ef/alertrotas/overrides',
  access: may('Alerts', 'Modify'),
  summary: 'Take an override away: whoever it would be is on call again',
  body: z.object({ userGroupId: userGroupIdSchema, overrideId }),
  reply: rotaSchema,
});
