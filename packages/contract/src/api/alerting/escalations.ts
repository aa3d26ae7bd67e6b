import { z } from 'zod';
import { assetGroupIdSchema, userGroupIdSchema } from '../../ids.ts';
import { call, may } from '../call.ts';

export const MAX_ESCALATION_STEPS = 10;
/** A week. */
export const MAX_ESCALATION_MINUTES = 10_080;

const minutes = z.number().int().min(1).max(MAX_ESCALATION_MINUTES);

/** Who is told next when nobody has acknowledged. */
export const escalationStepSchema = z.object({
  userGroupId: userGroupIdSchema,
  /** Null: a group that the caller may not know of. */
  userGroupName: z.string().nullable(),
  /** So long after the step before it; the first one after the alarm was raised. */
  minutes,
  /** Told to who of the group is on call; where nobody is, to everybody. */
  onCallOnly: z.boolean(),
});
export type EscalationStep = z.infer<typeof escalationStepSchema>;

/** What a user group is told of an asset group, and who is told when that group does not answer. */
export const escalationSchema = z.object({
  userGroupId: userGroupIdSchema,
  userGroupName: z.string(),
  assetGroupId: assetGroupIdSchema,
  assetGroupName: z.string(),
  severityMin: z.number(),
  severityMax: z.number(),
  /** The group itself is told by who of it is on call; where nobody is, everybody is told. */
  onCallOnly: z.boolean(),
  steps: z.array(escalationStepSchema),
});
export type Escalation = z.infer<typeof escalationSchema>;

export const listEscalations = call({
  method: 'GET',
  path: '/api/ef/alertescalations',
  access: may('Alerts', 'View'),
  summary: 'What user groups are told of asset groups, each with who is told next when nobody acknowledges',
  reply: z.array(escalationSchema),
});

export const saveEscalation = call({
  method: 'PUT',
  path: '/api/ef/alertescalations',
  access: may('Alerts', 'Modify'),
  summary:
    'Set who is told next when nobody acknowledges, and whether only who is on call is; it counts for alarms that are raised from then on. No steps: nobody is',
  body: z.object({
    userGroupId: userGroupIdSchema,
    assetGroupId: assetGroupIdSchema,
    onCallOnly: z.boolean().default(false),
    steps: z
      .array(z.object({ userGroupId: userGroupIdSchema, minutes, onCallOnly: z.boolean().default(false) }))
      .max(MAX_ESCALATION_STEPS),
  }),
  reply: escalationSchema,
});
