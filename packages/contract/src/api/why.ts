import { z } from 'zod';
import { alarmDefinitionIdSchema, assetIdSchema, dataItemIdSchema, idInPath } from '../ids.ts';
import { itemScalingSchema } from '../item-scaling.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';
import { commandStates } from './commands.ts';
import { valueChangeSchema } from './history.ts';

/** The message that brought the current value, as long as the portal has it in memory. */
export const originSchema = z.object({
  /** When the portal had it. */
  received: isoTimeSchema,
  way: z.enum(['mqtt', 'http', 'gateway', 'sparkplug', 'file']),
  /** The gateway or the file; '' for the device itself; null: the caller may not see which. */
  sender: z.string().nullable(),
  /** How it began, as it was sent; null where it was no text, or a batch. */
  text: z.string().nullable(),
});
export type Origin = z.infer<typeof originSchema>;

/** Somebody set a range of the history to one value, put a file into it, or had it calculated again. */
export const whyEditSchema = z.object({
  kind: z.enum(['edit', 'import', 'recalculation']),
  time: isoTimeSchema,
  user: z.string(),
  /** The range, inclusive. */
  from: isoTimeSchema,
  to: isoTimeSchema,
  /** What it was set to; null for a file and a recalculation. */
  value: z.union([z.number(), z.string()]).nullable(),
  points: z.number().int(),
  /** The file's name; '' where there is none. */
  file: z.string(),
  /** The value's time lies in the range. */
  covers: z.boolean(),
});
export type WhyEdit = z.infer<typeof whyEditSchema>;

export const whyAlarmSchema = z.object({
  alarmDefinitionId: alarmDefinitionIdSchema,
  name: z.string(),
  reason: z.string(),
  severity: z.number(),
  isOpen: z.boolean(),
});
export type WhyAlarm = z.infer<typeof whyAlarmSchema>;

export const whyCommandSchema = z.object({
  commandId: z.number().int(),
  /** As the template was called when it was sent; null: without one. */
  templateName: z.string().nullable(),
  command: z.string(),
  state: z.enum(commandStates),
  created: isoTimeSchema,
  user: z.string(),
});
export type WhyCommand = z.infer<typeof whyCommandSchema>;

/** What a calculated value was calculated from, by the expression as it is now and by what is stored now. */
export const whyCalculationSchema = z.object({
  expression: z.string(),
  /** As they held at that moment; null: it had none, or the caller may not see it. */
  inputs: z.array(
    z.object({
      dataItemId: dataItemIdSchema,
      label: z.string(),
      alias: z.string(),
      unit: z.string(),
      value: valueChangeSchema.nullable(),
    }),
  ),
  /** What its functions over time gave. */
  functions: z.array(z.object({ text: z.string(), value: z.union([z.number(), z.string(), z.boolean()]).nullable() })),
  /** Why there was no value. */
  reason: z.string().nullable(),
  /**
   * False: the stored value is another one, such as one from before the expression or an input was changed.
   * Never of one that the caller may not see.
   */
  isAsCalculated: z.boolean(),
});
export type WhyCalculation = z.infer<typeof whyCalculationSchema>;

/** Everything that the portal knows of one value. What the caller has no permission for is null. */
export const whySchema = z.object({
  assetId: assetIdSchema,
  assetName: z.string(),
  dataItemId: dataItemIdSchema,
  label: z.string(),
  /** What the asset calls it; '' as its label says. */
  alias: z.string(),
  /** As it is sent and stored. */
  unit: z.string(),
  description: z.string(),
  /** How the portal made the value of what was sent; null: it is what was sent. */
  scaling: itemScalingSchema
    .safeExtend({
      /** What was sent, as the scaling says; null where several readings were averaged. */
      reading: z.number().nullable(),
      /** Whose scaling it is: the asset's own, or that of its definition. */
      of: z.enum(['asset', 'definition']),
    })
    .nullable(),
  /** Null: devices send it. */
  calculation: whyCalculationSchema.nullable(),
  /** The moment asked for; null: now. */
  at: isoTimeSchema.nullable(),
  /** Null: it has none at that moment, or the caller may not see it. */
  value: valueChangeSchema.nullable(),
  mayValue: z.boolean(),
  /** Null: not kept. */
  origin: originSchema.nullable(),
  /** The newest first, those that cover the value before all others; ten at most. */
  edits: z.array(whyEditSchema).nullable(),
  alarms: z.array(whyAlarmSchema).nullable(),
  /** The last command whose text names the data item. */
  command: whyCommandSchema.nullable(),
  mayCommands: z.boolean(),
  /** The hour before the moment: times in seconds, values. */
  lastHour: z.object({ times: z.array(z.number()), values: z.array(z.number().nullable()) }).nullable(),
});
export type Why = z.infer<typeof whySchema>;

export const listAlarmValues = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/alarms/{alarmDefinitionId}/dataitems',
  access: may('Alarms', 'View'),
  summary: 'The data items that the condition of an alarm of the asset reads, as it is in force',
  params: z.object({ assetId: idInPath(assetIdSchema), alarmDefinitionId: idInPath(alarmDefinitionIdSchema) }),
  reply: z.array(dataItemIdSchema),
});

export const getWhy = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/dataitems/{dataItemId}/why',
  access: may('DataItems', 'View'),
  summary:
    'Where the value of a data item comes from: its age and quality, when and from whom it came, the message, what it was calculated from, edits and imports, alarms that read it, the last command that names it, its last hour',
  params: z.object({ assetId: idInPath(assetIdSchema), dataItemId: idInPath(dataItemIdSchema) }),
  query: z.object({
    /** The moment whose value is meant; absent: now. */
    at: isoTimeSchema.optional(),
  }),
  reply: whySchema,
});
