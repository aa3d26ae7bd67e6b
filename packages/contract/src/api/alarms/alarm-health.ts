import { z } from 'zod';
import { alarmDefinitionIdSchema, assetDefinitionIdSchema, assetIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may, mayAll } from '../call.ts';
import {
  alarmDefinitionSchema,
  expressionVariableSchema,
  MAX_EXPRESSION_LENGTH,
  MAX_VARIABLES,
  secondsSchema,
} from './alarm-definitions.ts';
import { MAX_NOTE_LENGTH } from './alarms.ts';

/** Of how many operators at most the load is told. */
export const MAX_OPERATORS = 1_000;

/** The load on each operator in a time. Shares are between 0 and 1; null where there was nothing to tell them by. */
export const alarmFiguresSchema = z.object({
  /** How often alarms were raised, and raised again while they were open. */
  alarms: z.number().int(),
  /** Of one operator, in ten minutes, on average. */
  perTenMinutes: z.number(),
  /** The fullest ten minutes of the clock, for one operator. */
  peak: z.object({ alarms: z.number(), at: isoTimeSchema }).nullable(),
  floods: z.number().int(),
  floodShare: z.number(),
  chatteringShare: z.number().nullable(),
  /** Of the ten alarms that came most often, of all. */
  topTenShare: z.number().nullable(),
  /** How many were open at once, on average; and at the end of the time. */
  standingAverage: z.number(),
  standing: z.number().int(),
  /** Alarms that were open for longer than a day, and those of them that are at the end of the time. */
  stale: z.number().int(),
  /** Of all that were raised, those that somebody acted on. */
  actedShare: z.number().nullable(),
  /** By severity, the highest first. */
  priorities: z.array(z.object({ severity: z.number(), alarms: z.number().int() })),
});
export type AlarmFigures = z.infer<typeof alarmFiguresSchema>;

export const badActorKinds = ['chattering', 'stale', 'unanswered', 'together'] as const;
/**
 * `chattering`: three times or more within a minute. `stale`: open for longer than a day. `unanswered`: raised ten times or more, and
 * nobody ever acted on it. `together`: acted on with another one always.
 */
export type BadActorKind = (typeof badActorKinds)[number];

/** What one alarm definition did in a time, on all assets in sight. */
export const alarmHealthSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  assetDefinitionId: assetDefinitionIdSchema,
  /** Its alias, or its name: alarms of several definitions may have one name. */
  assetDefinitionName: z.string(),
  name: z.string(),
  severity: z.number(),
  kinds: z.array(z.enum(badActorKinds)),
  alarms: z.number().int(),
  /** Of all alarms of the time. */
  share: z.number(),
  chattering: z.number().int(),
  stale: z.number().int(),
  acted: z.number().int(),
  /** How many times it was opened; `alarms` counts those that were raised again, too. */
  opened: z.number().int(),
  longestSeconds: z.number(),
  assets: z.number().int(),
  /** Those on which it was raised most often. */
  worst: z.array(z.object({ assetId: assetIdSchema, assetName: z.string(), alarms: z.number().int() })),
  together: z.array(
    z.object({ alarmDefinitionId: alarmDefinitionIdSchema, name: z.string(), times: z.number().int() }),
  ),
});
export type AlarmHealth = z.infer<typeof alarmHealthSchema>;

export const getAlarmHealth = call({
  method: 'GET',
  path: '/api/ef/alarms/health',
  access: may('Alarms', 'View'),
  summary:
    'How alarms of all assets in sight behaved in a time: figures after ISA-18.2 and EEMUA 191, and the alarms that made them, the most frequent first',
  query: z.object({
    /** Seven days before the end, where it is not said. */
    from: isoTimeSchema.optional(),
    /** Now, where it is not said. */
    to: isoTimeSchema.optional(),
    operators: z.coerce.number().int().min(1).max(MAX_OPERATORS).default(1),
    assetDefinitionId: idInPath(assetDefinitionIdSchema).optional(),
  }),
  reply: z.object({
    figures: alarmFiguresSchema,
    /** Steps of `stepSeconds`: how many alarms, and the most in ten minutes. */
    course: z.array(z.object({ at: isoTimeSchema, alarms: z.number().int(), peak: z.number().int() })),
    stepSeconds: z.number(),
    alarms: z.array(alarmHealthSchema),
  }),
});

/** What decides when an alarm is raised. */
export const alarmRuleSchema = z.object({
  expression: z.string().max(MAX_EXPRESSION_LENGTH),
  variables: z.array(expressionVariableSchema).max(MAX_VARIABLES).default([]),
  onDelay: secondsSchema,
  offDelay: secondsSchema,
  deadband: z.number().min(0),
});
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

export const cureKinds = ['deadband', 'delay', 'threshold'] as const;
export type CureKind = (typeof cureKinds)[number];

/** What a rule would have done in the recorded history of some assets. */
const outcomeSchema = z.object({
  alarms: z.number().int(),
  /** Those that nobody acted on. */
  noise: z.number().int(),
});

export const alarmCureSchema = z.object({
  kind: z.enum(cureKinds),
  rule: alarmRuleSchema,
  outcome: outcomeSchema,
  /** Of the noise, what it takes away: 0 to 1. */
  removed: z.number(),
});
export type AlarmCure = z.infer<typeof alarmCureSchema>;

export const findAlarmCures = call({
  method: 'POST',
  path: '/api/ef/alarms/health/cures',
  access: mayAll(['Alarms', 'View'], ['HistoricalDataItems', 'View']),
  summary:
    'The delay, the deadband and the threshold that would have taken most noise from an alarm in recorded history, and would have kept each alarm that somebody acted on',
  body: z.object({ alarmDefinitionId: alarmDefinitionIdSchema, from: isoTimeSchema, to: isoTimeSchema }),
  reply: z.object({
    /** The rule in force, and what it did in the recorded history that was looked at. */
    rule: alarmRuleSchema,
    outcome: outcomeSchema,
    /** The time that was looked at: the last 30 days of what was asked for. */
    from: isoTimeSchema,
    to: isoTimeSchema,
    assets: z.number().int(),
    /** Assets on which it was raised in that time. */
    ofAssets: z.number().int(),
    /** Alarms that somebody acted on and that each cure keeps; those that recorded history does not show again are left out. */
    kept: z.number().int(),
    unseen: z.number().int(),
    /** The best first; one of each kind at most. */
    cures: z.array(alarmCureSchema),
  }),
});

export const applyAlarmCure = call({
  method: 'PUT',
  path: '/api/ef/alarms/health/rule',
  access: may('Alarms', 'Modify'),
  summary:
    'Give an alarm definition another rule, with the reason; 409 when its rule is not any more what it was taken to be',
  body: z.object({
    alarmDefinitionId: alarmDefinitionIdSchema,
    /** The rule as the caller knows it. */
    before: alarmRuleSchema.omit({ variables: true }),
    after: alarmRuleSchema,
    reason: z.string().trim().min(1).max(MAX_NOTE_LENGTH),
  }),
  reply: alarmDefinitionSchema,
});
