import { z } from 'zod';
import { assetIdSchema, assetInPath, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

export const commandStates = ['queued', 'delivered', 'answered', 'failed', 'expired'] as const;
export type CommandState = (typeof commandStates)[number];

/** Seconds that a command waits for its device (spec 1 §9). */
export const DEFAULT_EXPIRATION_SECONDS = 900;

/** What stands in the JSON text of a command: the device gets method `module.command` with `parameter` as its params. */
export const commandTextSchema = z.object({
  module: z.string().min(1).max(100),
  command: z.string().min(1).max(100),
  parameter: z.unknown().optional(),
});

export const commandInputSchema = z.object({
  assetId: assetIdSchema,
  commandDefinitionId: z.number().int().min(0).default(0),
  /** JSON text with module, command, parameter. */
  command: z.string().max(65_536),
  /** Seconds. */
  expiration: z.number().int().min(1).max(2_592_000).default(DEFAULT_EXPIRATION_SECONDS),
});

export const commandSchema = z.object({
  commandId: z.number().int().positive(),
  assetId: assetIdSchema,
  commandDefinitionId: z.number().int(),
  command: z.string(),
  state: z.enum(commandStates),
  created: isoTimeSchema,
  expires: isoTimeSchema,
  delivered: isoTimeSchema.nullable(),
  /** When it was answered, failed or expired. */
  ended: isoTimeSchema.nullable(),
  /** JSON text of the device's answer. */
  answer: z.string().nullable(),
  /** Who sent it. */
  username: z.string(),
});
export type Command = z.infer<typeof commandSchema>;

export const sendCommands = call({
  method: 'POST',
  path: '/api/commands',
  access: may('Commands', 'Create'),
  summary: 'Queue commands; a device gets them as soon as it is connected, until they expire. All or none',
  body: z.array(commandInputSchema).min(1).max(1_000),
  reply: z.array(commandSchema),
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
  params: z.object({ commandId: idInPath(z.number().int().positive()) }),
  reply: commandSchema,
});
