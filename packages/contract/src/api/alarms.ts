import { z } from 'zod';
import { alarmDefinitionIdSchema, assetDefinitionIdSchema, assetIdSchema, dataItemIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

/** 1 open, 2 acknowledged, 3 escalated (spec 1 §4). */
export const alarmStatusSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type AlarmStatus = z.infer<typeof alarmStatusSchema>;
export const ALARM_OPEN = 1;
export const ALARM_ACKNOWLEDGED = 2;
export const ALARM_ESCALATED = 3;

/** The longest expression, characters; what is longer is refused before it is read. */
export const MAX_EXPRESSION_LENGTH = 10_000;
const MAX_NOTE_LENGTH = 1_000;
const MAX_VARIABLES = 1_000;

/** Which data item a variable of an expression stands for (spec 1 §3 'Alarm override'). */
export const expressionVariableSchema = z.object({
  DataItemId: dataItemIdSchema,
  /** `_` and the label with each non-word character replaced by `_`. */
  Variable: z.string().min(1).max(300),
});
export type ExpressionVariable = z.infer<typeof expressionVariableSchema>;

/** An expression with what its variables stand for. A variable that is not listed is looked up by its label. */
export const alarmExpressionSchema = z.object({
  expression: z.string().max(MAX_EXPRESSION_LENGTH),
  variables: z.array(expressionVariableSchema).max(MAX_VARIABLES).default([]),
});
export type AlarmExpression = z.infer<typeof alarmExpressionSchema>;

/** Somebody does not want to hear of an alarm until a time; it goes on being evaluated. */
export const shelvingSchema = z.object({ until: isoTimeSchema, note: z.string(), user: z.string() });
export type Shelving = z.infer<typeof shelvingSchema>;

/** An alarm of an asset that is not closed (spec 1 §3). */
export const alarmSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  assetId: assetIdSchema,
  name: z.string(),
  reason: z.string(),
  /** The expression with the values that made it true. */
  cause: z.string(),
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
  count: z.number().int(),
});
export type AlarmTransition = z.infer<typeof alarmTransitionSchema>;

/** Seconds, up to a year. */
const secondsSchema = z.number().min(0).max(31_622_400);

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

/** Blank fields take their defaults (spec 2 §5). */
function orDefault<T>(schema: z.ZodType<T, T>, value: T) {
  return schema.nullish().transform((given): T => given ?? value);
}

export const alarmDefinitionInputSchema = z.object({
  /** Absent or 0: a new one. */
  alarmDefinitionId: z.union([z.literal(0), alarmDefinitionIdSchema]).nullish(),
  assetDefinitionId: assetDefinitionIdSchema,
  name: z.string().trim().min(1).max(255),
  reason: orDefault(z.string().max(10_000), ''),
  severity: orDefault(z.number().min(-1_000_000).max(1_000_000), 1),
  escalation: orDefault(secondsSchema, 0),
  expiration: orDefault(secondsSchema, 0),
  selfAck: z
    .union([z.literal(0), z.literal(1), z.boolean()])
    .nullish()
    .transform((given): 0 | 1 => (given ? 1 : 0)),
  /** JSON text of an AlarmExpression; it wins over `alarmExpression`. */
  flee: z.string().max(200_000).nullish(),
  alarmExpression: alarmExpressionSchema.nullish(),
  jobId: orDefault(z.number().int(), 0),
  onDelay: orDefault(secondsSchema, 0),
  offDelay: orDefault(secondsSchema, 0),
  deadband: orDefault(z.number().min(0), 0),
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

const assetInPath = z.object({ assetId: idInPath(assetIdSchema) });
const alarmInPath = assetInPath.extend({ alarmDefinitionId: idInPath(alarmDefinitionIdSchema) });
const definitionInPath = z.object({ assetDefinitionId: idInPath(assetDefinitionIdSchema) });

/** One page of a list that grows with time. */
const page = {
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
};

export const listAlarmDefinitions = call({
  method: 'GET',
  path: '/api/assetDefinitions/{assetDefinitionId}/alarmdefinitions',
  access: may('Alarms', 'View'),
  summary: 'Alarm definitions of an asset definition, by name',
  params: definitionInPath,
  reply: z.array(alarmDefinitionSchema),
});

export const putAlarmDefinitions = call({
  method: 'PUT',
  path: '/api/ef/alarmdefinitions',
  access: may('Alarms', 'View'),
  summary:
    'Create alarm definitions (needs Alarms/Create) or change those with an id (needs Alarms/Modify), all or none',
  body: z.array(alarmDefinitionInputSchema).min(1).max(1_000),
  reply: z.array(alarmDefinitionSchema),
});

export const deleteAlarmDefinition = call({
  method: 'DELETE',
  path: '/api/assetdefinitions/{assetDefinitionId}/alarmdefinitions/{alarmDefinitionId}',
  access: may('Alarms', 'Delete'),
  summary: 'Delete an alarm definition; its open alarms close',
  params: definitionInPath.extend({ alarmDefinitionId: idInPath(alarmDefinitionIdSchema) }),
  reply: z.object({ alarmDefinitionId: alarmDefinitionIdSchema }),
});

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
  body: alarmExpressionSchema,
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
    expression: z.string().max(MAX_EXPRESSION_LENGTH),
    variables: z.array(expressionVariableSchema).max(MAX_VARIABLES).default([]),
    onDelay: secondsSchema.default(0),
    offDelay: secondsSchema.default(0),
    deadband: z.number().min(0).default(0),
    from: isoTimeSchema,
    to: isoTimeSchema,
  }),
  reply: z.object({
    intervals: z.array(z.object({ from: isoTimeSchema, to: isoTimeSchema })),
    count: z.number().int(),
    longestSeconds: z.number(),
    perHour: z.number(),
  }),
});
