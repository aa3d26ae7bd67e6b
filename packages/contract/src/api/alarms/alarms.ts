import { z } from 'zod';
import { alarmDefinitionIdSchema, assetIdSchema, assetInPath, dataItemIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';

/** 1 open, 2 acknowledged, 3 escalated (spec 1 §4). */
export const alarmStatusSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type AlarmStatus = z.infer<typeof alarmStatusSchema>;
export const ALARM_OPEN = 1;
export const ALARM_ACKNOWLEDGED = 2;
export const ALARM_ESCALATED = 3;

export const MAX_NOTE_LENGTH = 1_000;
/** Somebody does not want to hear of an alarm until a time; it goes on being evaluated. */
export const shelvingSchema = z.object({ until: isoTimeSchema, note: z.string(), user: z.string() });
export type Shelving = z.infer<typeof shelvingSchema>;

/** A number in the text of a cause that is a value of a data item, or what its values are compared with. */
export const causeNumberSchema = z.object({
  /** Its characters in the text: the first, and the one behind the last. */
  start: z.number().int(),
  end: z.number().int(),
  dataItemId: dataItemIdSchema,
  /** That of the data item when the cause was written. */
  unit: z.string(),
});
export type CauseNumber = z.infer<typeof causeNumberSchema>;

/** An alarm of an asset that is not closed (spec 1 §3). */
export const alarmSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  assetId: assetIdSchema,
  name: z.string(),
  reason: z.string(),
  /** The expression with the values that made it true. */
  cause: z.string(),
  /** Its numbers that have a unit; absent: it tells of none. */
  causeNumbers: z.array(causeNumberSchema).optional(),
  raised: isoTimeSchema,
  /** When it was last raised again; the same as `raised` at first. */
  lastRaised: isoTimeSchema,
  severity: z.number(),
  /** How often it was raised since it is open. */
  count: z.number().int(),
  alarmStatus: alarmStatusSchema,
  /** Whether the condition is true at this moment. */
  active: z.boolean(),
  shelved: shelvingSchema.nullable(),
});
export type Alarm = z.infer<typeof alarmSchema>;

/** What is published on `{host}/assets/{assetId}/alarms`: the alarm as it is now; null: it was closed or has expired. */
export const liveAlarmSchema = z.object({
  assetId: assetIdSchema,
  alarmDefinitionId: alarmDefinitionIdSchema,
  alarm: alarmSchema.nullable(),
});
export type LiveAlarm = z.infer<typeof liveAlarmSchema>;

export const alarmTransitionKinds = [
  'raised',
  'again',
  'acknowledged',
  'escalated',
  'shelved',
  'unshelved',
  'closed',
  'expired',
  'commented',
] as const;
export type AlarmTransitionKind = (typeof alarmTransitionKinds)[number];

export const alarmTransitionSchema = z.object({
  transitionId: z.number().int(),
  assetId: assetIdSchema,
  alarmDefinitionId: alarmDefinitionIdSchema,
  name: z.string(),
  severity: z.number(),
  kind: z.enum(alarmTransitionKinds),
  time: isoTimeSchema,
  /** Who did it; `telltale` for what came by itself. */
  user: z.string(),
  note: z.string(),
  cause: z.string(),
  causeNumbers: z.array(causeNumberSchema).optional(),
  count: z.number().int(),
});
export type AlarmTransition = z.infer<typeof alarmTransitionSchema>;

const alarmInPath = assetInPath.extend({ alarmDefinitionId: idInPath(alarmDefinitionIdSchema) });
/** One page of a list that grows with time. */
const page = {
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
};

export const listAssetAlarms = call({
  method: 'GET',
  path: '/api/assets/{assetId}/alarms',
  access: may('Alarms', 'View'),
  summary: 'The alarms of an asset that are not closed, the severest first',
  params: assetInPath,
  reply: z.array(alarmSchema),
});

export const listAlarms = call({
  method: 'GET',
  path: '/api/ef/alarms',
  access: may('Alarms', 'View'),
  summary: 'The alarms of all assets in sight that are not closed, of one definition or of all, newest first',
  query: z.object({ alarmDefinitionId: idInPath(alarmDefinitionIdSchema).optional(), ...page }),
  reply: z.array(alarmSchema),
});

export const listAlarmTransitions = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/alarmtransitions',
  access: may('Alarms', 'View'),
  summary: 'What happened to the alarms of an asset, newest first',
  params: assetInPath,
  query: z.object({
    from: isoTimeSchema.optional(),
    to: isoTimeSchema.optional(),
    alarmDefinitionId: idInPath(alarmDefinitionIdSchema).optional(),
    ...page,
  }),
  reply: z.object({ total: z.number().int(), transitions: z.array(alarmTransitionSchema) }),
});

/** When an alarm was open. */
export const alarmSpanSchema = z.object({
  assetId: assetIdSchema,
  alarmDefinitionId: alarmDefinitionIdSchema,
  name: z.string(),
  severity: z.number(),
  raised: isoTimeSchema,
  /** Null: it is open. */
  ended: isoTimeSchema.nullable(),
});
export type AlarmSpan = z.infer<typeof alarmSpanSchema>;

/** Beyond which value of a data item an alarm is raised, where its condition is a plain comparison. */
export const alarmThresholdSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  dataItemId: dataItemIdSchema,
  name: z.string(),
  severity: z.number(),
  operator: z.enum(['<', '<=', '>', '>=']),
  value: z.number(),
});
export type AlarmThreshold = z.infer<typeof alarmThresholdSchema>;

/** More than this many marks on one chart say nothing any more. */
export const MOST_OF_COURSE = 500;

export const getAlarmCourse = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/alarmcourse',
  access: may('Alarms', 'View'),
  summary:
    'What a chart shows of the alarms of an asset in a span of time: what happened and which were open, newest first, and the thresholds in force',
  params: assetInPath,
  query: z.object({ from: isoTimeSchema, to: isoTimeSchema }),
  /** Of what happened and of what was open the newest `MOST_OF_COURSE` each. */
  reply: z.object({
    transitions: z.array(alarmTransitionSchema),
    spans: z.array(alarmSpanSchema),
    thresholds: z.array(alarmThresholdSchema),
  }),
});

const closedAlarmSchema = z.object({ assetId: assetIdSchema, alarmDefinitionId: alarmDefinitionIdSchema });

export const closeAlarm = call({
  method: 'GET',
  path: '/api/assets/{assetId}/alarms/{alarmDefinitionId}/close',
  access: may('Alarms', 'Modify'),
  summary: 'Close one alarm; it opens again only after its condition was false in between',
  changesState: true,
  params: alarmInPath,
  query: z.object({ note: z.string().max(MAX_NOTE_LENGTH).default('') }),
  reply: closedAlarmSchema,
});

export const closeAllAlarms = call({
  method: 'GET',
  path: '/api/assets/{assetId}/alarms/close',
  access: may('Alarms', 'Modify'),
  summary: 'Close all alarms of an asset',
  changesState: true,
  params: assetInPath,
  query: z.object({ note: z.string().max(MAX_NOTE_LENGTH).default('') }),
  reply: z.array(closedAlarmSchema),
});

export const acknowledgeAlarm = call({
  method: 'GET',
  path: '/api/assets/{assetId}/alarms/{alarmDefinitionId}/acknowledge',
  access: may('Alarms', 'Modify'),
  summary: 'Acknowledge an alarm: somebody has seen it, and it does not escalate any more',
  changesState: true,
  params: alarmInPath,
  query: z.object({ note: z.string().max(MAX_NOTE_LENGTH).default('') }),
  reply: alarmSchema,
});

export const shelveAlarm = call({
  method: 'PUT',
  path: '/api/assets/{assetId}/alarms/{alarmDefinitionId}/shelve',
  access: may('Alarms', 'Modify'),
  summary: 'Put an open alarm aside until a time; it goes on being evaluated and comes back by itself',
  params: alarmInPath,
  body: z.object({ until: isoTimeSchema, note: z.string().max(MAX_NOTE_LENGTH).default('') }),
  reply: alarmSchema,
});

export const unshelveAlarm = call({
  method: 'DELETE',
  path: '/api/assets/{assetId}/alarms/{alarmDefinitionId}/shelve',
  access: may('Alarms', 'Modify'),
  summary: 'Bring a shelved alarm back',
  params: alarmInPath,
  reply: closedAlarmSchema,
});
