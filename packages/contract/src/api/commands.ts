import { z } from 'zod';
import { assetIdSchema, assetInPath, dataItemIdSchema, idInPath, userIdSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';
import { effectWishSchema } from './command-definitions.ts';

/**
 * 'sent': handed to the device, which has not acknowledged it; it is not sent again by itself. 'verified' and 'no effect':
 * the data item that it names moved as it should, or did not in time. 'refused': it had not gone out, and was refused or taken back.
 */
export const commandStates = [
  'awaiting release',
  'queued',
  'sent',
  'delivered',
  'answered',
  'failed',
  'expired',
  'verified',
  'no effect',
  'refused',
] as const;
export type CommandState = (typeof commandStates)[number];

/** Seconds that a command waits for its device (spec 1 §9). */
export const DEFAULT_EXPIRATION_SECONDS = 900;

/** Commands in one send, and in one decision. */
export const MAX_COMMANDS = 1_000;

/** What stands in the JSON text of a command: the device gets method `module.command` with `parameter` as its params. */
export const commandTextSchema = z.object({
  module: z.string().min(1).max(100),
  command: z.string().min(1).max(100),
  parameter: z.unknown().optional(),
});

export const commandInputSchema = z.object({
  assetId: assetIdSchema,
  /** The template that it is made from; 0: none. */
  commandDefinitionId: z.number().int().min(0).default(0),
  /** JSON text with module, command, parameter; without a template. */
  command: z.string().max(65_536).default(''),
  /** What was filled into the template's form. */
  values: z
    .record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
    .optional(),
  /** Seconds; absent: as the template says, or 900. */
  expiration: z.number().int().min(1).max(2_592_000).optional(),
  /** What it should do; absent: as the template says. */
  effect: effectWishSchema.optional(),
  /**
   * An earlier command to this asset, of which another one is sent: its text, the name of its template, what it should do and, unless
   * `expiration` says otherwise, how long it waits. Needs Commands/View.
   */
  again: z.number().int().positive().optional(),
});

const recordedValue = z.object({ value: z.union([z.number(), z.string()]).nullable(), time: isoTimeSchema });

export const commandSchema = z.object({
  commandId: z.number().int().positive(),
  assetId: assetIdSchema,
  commandDefinitionId: z.number().int(),
  /** As the template was called when it was sent; null: without one. */
  templateName: z.string().nullable(),
  command: z.string(),
  state: z.enum(commandStates),
  created: isoTimeSchema,
  expires: isoTimeSchema,
  /** When it was handed to the device's connection. */
  sent: isoTimeSchema.nullable(),
  delivered: isoTimeSchema.nullable(),
  /** When it was answered, failed, expired, refused, verified or found without effect. */
  ended: isoTimeSchema.nullable(),
  /** JSON text of the device's first answer; where it was never sent, why. */
  answer: z.string().nullable(),
  /** When that answer came. */
  answered: isoTimeSchema.nullable(),
  /** Answers after the first one, or after it had expired: they change nothing. */
  furtherAnswers: z.array(z.object({ time: isoTimeSchema, answer: z.string(), kind: z.enum(['late', 'repeated']) })),
  /** Who sent it. */
  userId: userIdSchema,
  username: z.string(),
  /** A second person must release it, or did. */
  dangerous: z.boolean(),
  released: isoTimeSchema.nullable(),
  releasedBy: z.string().nullable(),
  /** Who said that it is not sent: a second person, or who asked for it and took it back. */
  refusedBy: z.string().nullable(),
  /** By which it is told whether it worked. */
  effect: z
    .object({
      dataItemId: dataItemIdSchema,
      label: z.string(),
      within: z.number().int(),
      expected: z.union([z.number(), z.string()]).nullable(),
      tolerance: z.number(),
      /** The values as they were recorded: when it was sent, and by which it was judged. */
      before: recordedValue.nullable(),
      after: recordedValue.nullable(),
    })
    .nullable(),
});
export type Command = z.infer<typeof commandSchema>;

export const sendCommands = call({
  method: 'POST',
  path: '/api/commands',
  access: may('Commands', 'Create'),
  summary:
    'Queue commands, of their own or from templates; a device gets them as soon as it is connected, until they expire. All or none',
  body: z.array(commandInputSchema).min(1).max(MAX_COMMANDS),
  reply: z.array(commandSchema),
});

const commandInPath = z.object({ commandId: idInPath(z.number().int().positive()) });

export const listCommands = call({
  method: 'GET',
  path: '/api/commands',
  access: may('Commands', 'View'),
  summary: 'Commands to assets in sight with state, times and answer, newest first',
  query: z.object({
    assetId: idInPath(assetIdSchema).optional(),
    state: z.enum(commandStates).optional(),
    /** Part of the name of who sent or released it. */
    user: z.string().trim().max(255).optional(),
    /** Part of the name of its template. */
    template: z.string().trim().max(255).optional(),
    from: isoTimeSchema.optional(),
    to: isoTimeSchema.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), commands: z.array(commandSchema) }),
});

export const releaseCommand = call({
  method: 'POST',
  path: '/api/commands/{commandId}/release',
  access: may('Commands', 'Create'),
  summary: 'Release a dangerous command that somebody else asked for; it is queued then',
  params: commandInPath,
  reply: commandSchema,
});

export const refuseCommand = call({
  method: 'POST',
  path: '/api/commands/{commandId}/refuse',
  access: may('Commands', 'Create'),
  summary: 'Refuse a command that has not gone out, or take back one that oneself asked for; it is never sent',
  params: commandInPath,
  reply: commandSchema,
});

export const decideCommands = call({
  method: 'POST',
  path: '/api/commands/decisions',
  access: may('Commands', 'Create'),
  summary:
    'Release or refuse several commands, such as one that was sent to a group; each by itself as it stands at that moment. What could not be is named',
  body: z.object({
    decision: z.enum(['release', 'refuse']),
    commandIds: z.array(z.number().int().positive()).min(1).max(MAX_COMMANDS),
  }),
  reply: z.object({
    decided: z.array(commandSchema),
    /** As they were before, and why. */
    left: z.array(z.object({ commandId: z.number().int().positive(), reason: z.string() })),
  }),
});

export const listAssetCommands = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/commands',
  access: may('Commands', 'View'),
  summary: 'Commands of an asset with state, times and answer, newest first',
  params: assetInPath,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), commands: z.array(commandSchema) }),
});

export const getCommand = call({
  method: 'GET',
  path: '/api/commands/{commandId}',
  access: may('Commands', 'View'),
  summary: 'One command',
  params: commandInPath,
  reply: commandSchema,
});
