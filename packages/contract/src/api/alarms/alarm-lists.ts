import { z } from 'zod';
import {
  alarmDefinitionIdSchema,
  assetDefinitionIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  idInPath,
} from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import { floodIdSchema, floodPlaceSchema, floodRowSchema } from './alarm-floods.ts';
import { alarmSchema, alarmStatusSchema, MAX_NOTE_LENGTH } from './alarms.ts';

export const alarmViews = ['open', 'shelved', 'past'] as const;
export type AlarmView = (typeof alarmViews)[number];

/**
 * `priority`: what nobody has acknowledged first, then the severest, then what has waited longest; of past alarms what
 * ended last. `ended` is for past ones.
 */
export const alarmSorts = [
  'priority',
  'severity',
  'name',
  'asset',
  'raised',
  'count',
  'acknowledged',
  'ended',
] as const;
export type AlarmSort = (typeof alarmSorts)[number];

/** A number or text of the query that may be left out, or be several with commas between. */
const statusesInQuery = z
  .string()
  .regex(/^[123](,[123]){0,2}$/, 'must be statuses 1 to 3 with commas between')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(alarmStatusSchema));

/** So many floods at most are shown with their alarms. */
export const MAX_OPENED_FLOODS = 20;
const floodsInQuery = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids of floods with commas between')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(floodIdSchema).max(MAX_OPENED_FLOODS));

export const alarmFilterSchema = z.object({
  view: z.enum(alarmViews).default('open'),
  /** Words, each of which stands in name, reason or cause of the alarm or in alias or serial number of the asset. */
  text: z.string().max(200).default(''),
  /** Raised in this time; both ends inclusive. */
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  severityMin: z.coerce.number().optional(),
  severityMax: z.coerce.number().optional(),
  assetId: idInPath(assetIdSchema).optional(),
  assetDefinitionId: idInPath(assetDefinitionIdSchema).optional(),
  assetGroupId: idInPath(assetGroupIdSchema).optional(),
  alarmDefinitionId: idInPath(alarmDefinitionIdSchema).optional(),
  status: statusesInQuery.optional(),
  /** Whether the condition is true at this moment. */
  active: z.enum(['true', 'false']).optional(),
  /** Who acknowledged it; part of the name. */
  acknowledgedBy: z.string().max(200).default(''),
  /** `collapse`: one row for each flood, of open and past alarms. */
  floods: z.enum(['collapse', 'single']).default('single'),
  /** Floods whose alarms follow their row, in the order of the flood. */
  opened: floodsInQuery.optional(),
  /** The alarms of one flood alone. */
  floodId: z.coerce.number().int().min(0).optional(),
  sort: z.enum(alarmSorts).default('priority'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type AlarmFilter = z.output<typeof alarmFilterSchema>;

/** How an alarm came to its end. */
const endSchema = z.object({
  time: isoTimeSchema,
  kind: z.enum(['closed', 'expired']),
  user: z.string(),
  note: z.string(),
});

/** One line of the list of alarms. */
export const listedAlarmSchema = alarmSchema.extend({
  /** Null: it is not open. */
  alarmStatus: alarmStatusSchema.nullable(),
  /** The alias of the asset, or its serial number. */
  assetName: z.string(),
  assetDefinitionId: assetDefinitionIdSchema,
  acknowledged: z.object({ user: z.string(), time: isoTimeSchema }).nullable(),
  /** Null for what has not ended. */
  ended: endSchema.nullable(),
  /** This row stands for a flood; the alarm in it is the first of those in the order of the list. */
  flood: floodRowSchema.optional(),
  /** Why it stands where it does, for an alarm of a flood that is opened. */
  floodPlace: floodPlaceSchema.optional(),
});
export type ListedAlarm = z.infer<typeof listedAlarmSchema>;

export const searchAlarms = call({
  method: 'GET',
  path: '/api/ef/alarms/list',
  access: may('Alarms', 'View'),
  summary:
    'Alarms of all assets in sight, open, shelved or past, filtered, sorted and paged (a group needs AssetGroups/View)',
  query: alarmFilterSchema,
  reply: z.object({
    /** Rows. */
    total: z.number().int(),
    /** Alarms, where floods are collapsed: more than rows. */
    listed: z.number().int().optional(),
    alarms: z.array(listedAlarmSchema),
  }),
});

export const alarmActs = ['acknowledge', 'close', 'shelve', 'unshelve', 'comment'] as const;
export type AlarmAct = (typeof alarmActs)[number];
export const MAX_ALARMS_OF_ACT = 5_000;

/** An alarm as who acts on it sees it. */
export const actedAlarmSchema = z.object({
  assetId: assetIdSchema,
  alarmDefinitionId: alarmDefinitionIdSchema,
  /** When it was raised: one that was closed and raised again since is another. */
  raised: isoTimeSchema.optional(),
  /** It is known to be shelved: shelving it anew is meant. */
  isShelved: z.boolean().default(false),
});

/** `already`: somebody else had done it. `gone`: it is not open, or not shelved, any more. */
export const actOutcomes = ['done', 'already', 'gone'] as const;
export type ActOutcome = (typeof actOutcomes)[number];

export const actOnAlarms = call({
  method: 'POST',
  path: '/api/ef/alarms/act',
  access: may('Alarms', 'Modify'),
  summary:
    'Acknowledge, close, shelve, bring back or comment many alarms at once; the answer says of each whether somebody else was first',
  body: z.object({
    act: z.enum(alarmActs),
    note: z.string().max(MAX_NOTE_LENGTH).default(''),
    /** Of shelving: until when. */
    until: isoTimeSchema.optional(),
    alarms: z.array(actedAlarmSchema).min(1).max(MAX_ALARMS_OF_ACT),
  }),
  maxBodyBytes: 2_000_000,
  reply: z.array(
    z.object({
      assetId: assetIdSchema,
      alarmDefinitionId: alarmDefinitionIdSchema,
      outcome: z.enum(actOutcomes),
      /** Who was first; empty where that is not known, or nobody was. */
      by: z.string(),
    }),
  ),
});
