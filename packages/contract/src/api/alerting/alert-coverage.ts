import { z } from 'zod';
import {
  alarmDefinitionIdSchema,
  assetDefinitionIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  idInPath,
  userGroupIdSchema,
  userIdSchema,
} from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call } from '../call.ts';
import { alertDeliverySchema } from './alerts.ts';
import { escalationStepSchema } from './escalations.ts';

/** What was sent last is looked for among so many of the newest messages. */
export const MESSAGES_LOOKED_AT = 10_000;

const page = {
  search: z.string().max(255).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

/** A user group that is told of an asset group, and whether that reaches anybody. */
export const alertSubscriptionSchema = z.object({
  userGroupId: userGroupIdSchema,
  userGroupName: z.string(),
  assetGroupId: assetGroupIdSchema,
  assetGroupName: z.string(),
  severityMin: z.number(),
  severityMax: z.number(),
  online: z.boolean(),
  offline: z.boolean(),
  onCallOnly: z.boolean(),
  /** Who of the group is on call now; null: the group has no rotation. */
  onCall: z.string().nullable(),
  /** Who is told next when nobody acknowledges. */
  steps: z.array(escalationStepSchema),
  /**
   * How many are in the group, by which ways those are told who are now (who is on call, where only they are), how many have quiet
   * hours, and how many can be told by no way.
   */
  people: z.object({
    total: z.number().int(),
    mail: z.number().int(),
    push: z.number().int(),
    text: z.number().int(),
    quiet: z.number().int(),
    untold: z.number().int(),
  }),
  webhook: z.boolean(),
  /** How many assets it covers, of those that the caller sees. */
  assets: z.number().int(),
  /** What was told last of its assets to its people; null: nothing among the newest messages. */
  last: alertDeliverySchema.nullable(),
});
export type AlertSubscription = z.infer<typeof alertSubscriptionSchema>;

export const listAlertSubscriptions = call({
  method: 'GET',
  path: '/api/ef/alertsubscriptions',
  access: administrators,
  summary:
    'Who is told what: user groups and the asset groups that they are told of, how far that reaches, and what was sent last. The search looks in the names of groups and of the people in them',
  query: z.object(page),
  reply: z.object({ total: z.number().int(), subscriptions: z.array(alertSubscriptionSchema) }),
});

/** Why somebody hears nothing. `noSight`: sees none of the assets. */
export const silenceSchema = z.enum(['noRight', 'noSight', 'mailsOff', 'noAddress']);
export type Silence = z.infer<typeof silenceSchema>;

export const toldPersonSchema = z.object({
  userId: userIdSchema,
  username: z.string(),
  /** Where mails and texts go; null: none do. */
  mail: z.string().nullable(),
  text: z.string().nullable(),
  /** In how many browsers alarms are shown. */
  browsers: z.number().int(),
  hasQuietHours: z.boolean(),
  /** Alarms are held until then; null: it is not quiet now. */
  quietUntil: isoTimeSchema.nullable(),
  /** All the same those of this severity and above come at once. */
  breaksThrough: z.number().nullable(),
  isOnCall: z.boolean(),
  /** Somebody else is on call, who alone is told. */
  isOffDuty: z.boolean(),
  /** Empty: the person can be told. */
  silence: z.array(silenceSchema),
  last: alertDeliverySchema.nullable(),
});
export type ToldPerson = z.infer<typeof toldPersonSchema>;

export const listToldPeople = call({
  method: 'GET',
  path: '/api/ef/alertsubscriptions/{userGroupId}/{assetGroupId}/people',
  access: administrators,
  summary: 'Who is told by a subscription and how, by name; and why somebody in it is not',
  params: z.object({ userGroupId: idInPath(userGroupIdSchema), assetGroupId: idInPath(assetGroupIdSchema) }),
  query: z.object(page),
  reply: z.object({ total: z.number().int(), people: z.array(toldPersonSchema) }),
});

/** What gaps there are: assets, people, user groups, alarms. */
export const gapKindSchema = z.enum(['asset', 'person', 'group', 'alarm']);
export type GapKind = z.infer<typeof gapKindSchema>;

export const alertGapSchema = z.discriminatedUnion('kind', [
  /** Nobody is told of this asset. */
  z.object({
    kind: z.literal('asset'),
    assetId: assetIdSchema,
    assetAlias: z.string(),
    serialNumber: z.string(),
    assetDefinitionName: z.string(),
    /** False: it is in no subscription at all; else nobody in those hears. */
    isSubscribed: z.boolean(),
  }),
  /** Somebody in a subscription whom it does not reach. */
  z.object({
    kind: z.literal('person'),
    userId: userIdSchema,
    username: z.string(),
    silence: z.array(silenceSchema),
    userGroups: z.array(z.object({ userGroupId: userGroupIdSchema, userGroupName: z.string() })),
  }),
  /** A user group that is told or escalated to, and has nobody in it and no webhook. */
  z.object({
    kind: z.literal('group'),
    userGroupId: userGroupIdSchema,
    userGroupName: z.string(),
    /** In how many subscriptions it is, itself or as a step. */
    subscriptions: z.number().int(),
  }),
  /** An alarm whose severity nobody is told of, though they are told of other things about these assets. */
  z.object({
    kind: z.literal('alarm'),
    alarmDefinitionId: alarmDefinitionIdSchema,
    name: z.string(),
    severity: z.number(),
    assetDefinitionId: assetDefinitionIdSchema,
    assetDefinitionName: z.string(),
    assets: z.number().int(),
  }),
]);
export type AlertGap = z.infer<typeof alertGapSchema>;

export const listAlertGaps = call({
  method: 'GET',
  path: '/api/ef/alertgaps',
  access: administrators,
  summary:
    'What nobody is told of: assets, people in subscriptions who can be told by no way, user groups without members, alarms of a severity that nobody hears of',
  query: z.object({ kind: gapKindSchema.default('asset'), ...page }),
  reply: z.object({
    /** Of all kinds, without the search. */
    counts: z.record(gapKindSchema, z.number().int()),
    /** How many assets the caller sees. */
    assets: z.number().int(),
    total: z.number().int(),
    gaps: z.array(alertGapSchema),
  }),
});
