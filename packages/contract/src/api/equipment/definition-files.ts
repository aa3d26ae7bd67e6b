import { z } from 'zod';
import { assetDefinitionIdSchema, assetDefinitionInPath } from '../../ids.ts';
import { itemDisplaySchema } from '../../item-display.ts';
import { itemScalingSchema } from '../../item-scaling.ts';
import { isPlainName, NAME_FAULT } from '../../plain-name.ts';
import { MAX_EXPRESSION_LENGTH, secondsSchema } from '../alarms/alarm-definitions.ts';
import { call, may } from '../call.ts';
import { commandFormSchema } from '../command-definitions.ts';
import { assetDefinitionSchema } from '../definitions.ts';

/** What says that a file is one of ours. */
export const FILE_FORMAT = 'telltale asset definition';
/** The newest version of the format that this portal reads: its second knows how data items are scaled. */
export const FILE_VERSION = 2;
/** The version of a file that says nothing newer: portals of before read it, too. */
export const FIRST_FILE_VERSION = 1;
/** The largest file, bytes. */
export const MOST_FILE_BYTES = 20_000_000;

/** Names of a file are shown wherever its things are: they are words, and no line breaks or scripts. */
function nameOf(schema: z.ZodString) {
  return schema
    .refine(isPlainName, NAME_FAULT)
    .refine((name) => !/<\s*\/?\s*script|javascript:/i.test(name), 'must not hold a script');
}
const name = nameOf(z.string().trim().min(1).max(255));
const shortText = nameOf(z.string().trim().max(255));

/** Which data item, by its label, each variable of an expression stands for. */
const variables = z.record(z.string().min(1).max(300), name);

/** A data item; what is left out is as a new one has it. */
export const dataItemEntrySchema = z.strictObject({
  label: name,
  unit: nameOf(z.string().trim().max(64)).default(''),
  defaultValue: z.number().default(0),
  retentionDays: z.number().int().min(0).max(36_500).default(0),
  /** How its values are read; null: plainly. */
  display: itemDisplaySchema.nullable().default(null),
  /** What it is calculated by; null: devices send it. */
  calculation: z
    .strictObject({ expression: z.string().min(1).max(MAX_EXPRESSION_LENGTH), variables: variables.default({}) })
    .nullable()
    .default(null),
  /** How the portal makes values of what is sent for it; null or left out: values are sent. */
  scaling: itemScalingSchema.nullable().optional(),
});
export type DataItemEntry = z.infer<typeof dataItemEntrySchema>;

export const alarmEntrySchema = z.strictObject({
  name,
  reason: z.string().max(10_000).default(''),
  severity: z.number().min(-1_000_000).max(1_000_000).default(1),
  escalation: secondsSchema.default(0),
  expiration: secondsSchema.default(0),
  selfAck: z.boolean().default(false),
  onDelay: secondsSchema.default(0),
  offDelay: secondsSchema.default(0),
  deadband: z.number().min(0).default(0),
  expression: z.string().max(MAX_EXPRESSION_LENGTH).default(''),
  variables: variables.default({}),
});
export type AlarmEntry = z.infer<typeof alarmEntrySchema>;

export const eventEntrySchema = z.strictObject({
  name,
  alias: shortText.default(''),
  category: z.number().int().min(0).max(1_000).default(0),
  /** What its JSON text holds, part numbers for one; null: nothing. */
  reason: z.unknown(),
});
export type EventEntry = z.infer<typeof eventEntrySchema>;

export const commandEntrySchema = z.strictObject({
  name,
  module: nameOf(z.string().trim().min(1).max(100)),
  command: nameOf(z.string().trim().min(1).max(100)),
  form: commandFormSchema,
  parameterField: z.string().min(1).max(100).nullable().default(null),
  /** The label of the data item that it should move. */
  dataItem: name.nullable().default(null),
  expectedField: z.string().min(1).max(100).nullable().default(null),
  tolerance: z.number().min(0).default(0),
  within: z.number().int().min(1).max(86_400).default(60),
  expiration: z.number().int().min(1).max(2_592_000).default(900),
  dangerous: z.boolean().default(false),
});
export type CommandEntry = z.infer<typeof commandEntrySchema>;

export const dashboardEntrySchema = z.strictObject({
  name,
  /** What it draws; data items are `{"$dataItem": label}`. */
  config: z.unknown(),
});
export type DashboardEntry = z.infer<typeof dashboardEntrySchema>;

/** A definition as a file. Names say what belongs together, ids of a portal stand nowhere; a part that is left out is left alone. */
export const definitionFileSchema = z.strictObject({
  format: z.literal(FILE_FORMAT),
  version: z.number().int().min(1).max(FILE_VERSION),
  name,
  alias: shortText.default(''),
  dataItems: z.array(dataItemEntrySchema).max(10_000).optional(),
  alarms: z.array(alarmEntrySchema).max(1_000).optional(),
  events: z.array(eventEntrySchema).max(1_000).optional(),
  commands: z.array(commandEntrySchema).max(500).optional(),
  dashboards: z.array(dashboardEntrySchema).max(200).optional(),
});
export type DefinitionFile = z.infer<typeof definitionFileSchema>;

/** The parts of a file in their order. */
export const filePartNames = ['dataItems', 'alarms', 'events', 'commands', 'dashboards'] as const;
export type FilePartName = (typeof filePartNames)[number];

/** One thing that the file makes, changes or takes away; `definition` is the name and alias themselves. */
export const fileChangeSchema = z.object({
  part: z.enum(['definition', ...filePartNames]),
  name: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  /** As it is; null for what is added. */
  before: z.unknown(),
  /** As it will be; null for what is removed. */
  after: z.unknown(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

const fileInput = z.object({
  /** What the file holds. */
  file: z.unknown(),
  /** The definition that it is for; left out: the one that has its name, or a new one. */
  assetDefinitionId: assetDefinitionIdSchema.optional(),
  /** Another name than that of the file. */
  assetDefinitionName: name.optional(),
  /** Whether what the definition has and the file does not name is removed. */
  removeOthers: z.boolean().default(false),
});

export const getDefinitionFile = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/file',
  access: may('AssetDefinitions', 'View'),
  summary: 'An asset definition as one JSON file, with those of its parts that the caller may view',
  params: assetDefinitionInPath,
  reply: z.unknown(),
  replyType: 'application/json; charset=utf-8',
});

export const compareDefinitionFile = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions/file/difference',
  access: may('AssetDefinitions', 'View'),
  summary: 'What a file would change, without changing anything',
  body: fileInput,
  maxBodyBytes: MOST_FILE_BYTES,
  reply: z.object({
    /** Null: it makes a new definition. */
    assetDefinitionId: assetDefinitionIdSchema.nullable(),
    assetDefinitionName: z.string(),
    changes: z.array(fileChangeSchema),
    /** How many things of the definition the file does not name, and leaves as they are. */
    others: z.number().int(),
    /** Of what the difference is told: `applyDefinitionFile` takes it, and refuses when the definition has changed since. */
    state: z.string(),
  }),
});

export const applyDefinitionFile = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions/file',
  access: may('AssetDefinitions', 'View'),
  summary:
    'Apply a file to an asset definition, or make a new one of it, all or nothing; needs for each part what making the same change by hand needs',
  body: fileInput.extend({ state: z.string().max(100).optional() }),
  maxBodyBytes: MOST_FILE_BYTES,
  reply: z.object({ assetDefinition: assetDefinitionSchema, changes: z.number().int() }),
});

export const copyAssetDefinition = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/copy',
  access: may('AssetDefinitions', 'Create'),
  summary:
    'Make a new asset definition with the data items, alarms, event definitions, commands and dashboards of this one',
  params: assetDefinitionInPath,
  body: z.object({ assetDefinitionName: name, alias: shortText.optional() }),
  reply: assetDefinitionSchema,
});
