import { z } from 'zod';
import {
  alarmDefinitionIdSchema,
  assetDefinitionIdSchema,
  assetDefinitionInPath,
  assetIdSchema,
  assetInPath,
  idInPath,
} from '../../ids.ts';
import { requiredName } from '../../plain-name.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import {
  alarmExpressionSchema,
  expressionVariableSchema,
  MAX_EXPRESSION_LENGTH,
  MAX_VARIABLES,
} from './alarm-expressions.ts';

export * from './alarm-expressions.ts';

/** Seconds, up to a year. */
export const secondsSchema = z.number().min(0).max(31_622_400);

export const alarmDefinitionSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  assetDefinitionId: assetDefinitionIdSchema,
  name: z.string(),
  reason: z.string(),
  severity: z.number(),
  /** Seconds after `raised` until an alarm that nobody acknowledged escalates; 0 never. */
  escalation: z.number(),
  /** Seconds after `raised` until an open alarm closes whatever its condition; 0 never. */
  expiration: z.number(),
  /** 1: closes by itself when its condition goes false. */
  selfAck: z.union([z.literal(0), z.literal(1)]),
  /** The expression as JSON text, exactly as it was saved. */
  flee: z.string(),
  /** The same, read; empty when the text cannot be. */
  alarmExpression: alarmExpressionSchema,
  jobId: z.number().int(),
  /** Seconds that the condition must hold before the alarm is raised. */
  onDelay: z.number(),
  /** Seconds that the condition must be gone before it counts as gone. */
  offDelay: z.number(),
  /** The condition counts as true until the value is back by more than this. */
  deadband: z.number(),
});
export type AlarmDefinition = z.infer<typeof alarmDefinitionSchema>;

/** What a new one has where nothing is said (spec 2 §5). */
export const ALARM_DEFAULTS = {
  reason: '',
  severity: 1,
  escalation: 0,
  expiration: 0,
  selfAck: 0,
  jobId: 0,
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
} as const;

/** Blank (null) it takes its default (spec 2 §5); left out it stays as it is, so that nobody takes back what another changed. */
function orDefault<T>(schema: z.ZodType<T, T>, value: T) {
  return schema.nullish().transform((given): T | undefined => (given === null ? value : given));
}

export const alarmDefinitionInputSchema = z.object({
  /** Absent or 0: a new one. */
  alarmDefinitionId: z.union([z.literal(0), alarmDefinitionIdSchema]).nullish(),
  assetDefinitionId: assetDefinitionIdSchema,
  /** A new one needs it. */
  name: requiredName().optional(),
  reason: orDefault(z.string().max(10_000), ALARM_DEFAULTS.reason),
  severity: orDefault(z.number().min(-1_000_000).max(1_000_000), ALARM_DEFAULTS.severity),
  escalation: orDefault(secondsSchema, ALARM_DEFAULTS.escalation),
  expiration: orDefault(secondsSchema, ALARM_DEFAULTS.expiration),
  selfAck: z
    .union([z.literal(0), z.literal(1), z.boolean()])
    .nullish()
    .transform((given): 0 | 1 | undefined => (given === undefined ? undefined : given ? 1 : 0)),
  /** JSON text of an AlarmExpression; it wins over `alarmExpression`. */
  flee: z.string().max(200_000).nullish(),
  alarmExpression: alarmExpressionSchema.nullish(),
  jobId: orDefault(z.number().int(), ALARM_DEFAULTS.jobId),
  onDelay: orDefault(secondsSchema, ALARM_DEFAULTS.onDelay),
  offDelay: orDefault(secondsSchema, ALARM_DEFAULTS.offDelay),
  deadband: orDefault(z.number().min(0), ALARM_DEFAULTS.deadband),
});
export type AlarmDefinitionInput = z.output<typeof alarmDefinitionInputSchema>;

/** 0 no override, 1 override only, 2 extend: calculation OR override, 3 combine: calculation AND override. */
export const overrideMethodSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type OverrideMethod = z.infer<typeof overrideMethodSchema>;

export const alarmOverrideSchema = z.object({
  assetId: assetIdSchema,
  alarmDefinitionId: alarmDefinitionIdSchema,
  overrideMethod: overrideMethodSchema,
  expression: alarmExpressionSchema,
});
export type AlarmOverride = z.infer<typeof alarmOverrideSchema>;

export const listAlarmDefinitions = call({
  method: 'GET',
  path: '/api/assetDefinitions/{assetDefinitionId}/alarmdefinitions',
  access: may('Alarms', 'View'),
  summary: 'Alarm definitions of an asset definition, by name',
  params: assetDefinitionInPath,
  reply: z.array(alarmDefinitionSchema),
});

export const putAlarmDefinitions = call({
  method: 'PUT',
  path: '/api/ef/alarmdefinitions',
  access: may('Alarms', 'View'),
  summary:
    'Create alarm definitions (needs Alarms/Create) or change what is named of those with an id (needs Alarms/Modify), all or none',
  body: z.array(alarmDefinitionInputSchema).min(1).max(1_000),
  reply: z.array(alarmDefinitionSchema),
});

export const deleteAlarmDefinition = call({
  method: 'DELETE',
  path: '/api/assetdefinitions/{assetDefinitionId}/alarmdefinitions/{alarmDefinitionId}',
  access: may('Alarms', 'Delete'),
  summary: 'Delete an alarm definition; its open alarms close',
  params: assetDefinitionInPath.extend({ alarmDefinitionId: idInPath(alarmDefinitionIdSchema) }),
  reply: z.object({ alarmDefinitionId: alarmDefinitionIdSchema }),
});

export const listAlarmOverrides = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/alarmoverrides',
  access: may('Alarms', 'View'),
  summary: 'How an asset differs from its alarm definitions',
  params: assetInPath,
  reply: z.array(alarmOverrideSchema),
});

export const putAlarmOverrides = call({
  method: 'PUT',
  path: '/api/ef/alarmoverrides',
  access: may('Alarms', 'Modify'),
  summary: 'Set overrides, all or none',
  body: z
    .array(
      z.object({
        assetId: assetIdSchema,
        alarmDefinitionId: alarmDefinitionIdSchema,
        overrideMethod: overrideMethodSchema,
        /** As an object, or as its JSON text. */
        expression: z.union([alarmExpressionSchema, z.string().max(200_000)]).nullish(),
      }),
    )
    .min(1)
    .max(1_000),
  reply: z.array(alarmOverrideSchema),
});

export const validateExpression = call({
  method: 'POST',
  path: '/api/ef/validatefle',
  access: may('Alarms', 'View'),
  summary: 'Whether an expression is a condition that can be evaluated; 400 with position and reason when it is not',
  body: alarmExpressionSchema.extend({
    /** The definition whose other alarms it may ask for; without it and the next they are not looked at. */
    assetDefinitionId: assetDefinitionIdSchema.optional(),
    /** The alarm that it would be of; none for a new one. */
    alarmDefinitionId: alarmDefinitionIdSchema.optional(),
  }),
  reply: z.object({ valid: z.literal(true), variables: z.array(expressionVariableSchema) }),
});

/** `details` of the 400 of an expression that is none. */
export const expressionFaultSchema = z.object({ position: z.number().int(), reason: z.string() });

export const backtestAlarm = call({
  method: 'POST',
  path: '/api/ef/alarmdefinitions/backtest',
  access: may('Alarms', 'View'),
  summary: 'When a condition would have been true in the recorded history of an asset (needs HistoricalDataItems/View)',
  body: z.object({
    assetId: assetIdSchema,
    /** The alarm that it would be of; none for a new one. */
    alarmDefinitionId: alarmDefinitionIdSchema.optional(),
    expression: z.string().max(MAX_EXPRESSION_LENGTH),
    variables: z.array(expressionVariableSchema).max(MAX_VARIABLES).default([]),
    onDelay: secondsSchema.default(0),
    offDelay: secondsSchema.default(0),
    deadband: z.number().min(0).default(0),
    /** With what the asset's own override of the alarm makes of the expression, as it is stored. */
    withOverride: z.boolean().default(false),
    from: isoTimeSchema,
    to: isoTimeSchema,
  }),
  reply: z.object({
    /** The method of the override that was followed. */
    overrideMethod: overrideMethodSchema,
    intervals: z.array(z.object({ from: isoTimeSchema, to: isoTimeSchema })),
    count: z.number().int(),
    longestSeconds: z.number(),
    perHour: z.number(),
    /** Of those, how many came three times or more within a minute. */
    chattering: z.number().int(),
  }),
});
