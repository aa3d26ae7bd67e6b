import { z } from 'zod';
import {
  alarmDefinitionIdSchema,
  assetDefinitionIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  dashboardIdSchema,
  dataItemIdSchema,
  fileIdSchema,
  systemIdSchema,
  userIdSchema,
} from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, session } from './call.ts';

/** What the portal looks through for its callers; assets and actions are looked through where they are known already. */
export const foundKinds = [
  'dashboard',
  'tab',
  'tile',
  'dataItem',
  'command',
  'alarm',
  'pastAlarm',
  'file',
  'assetGroup',
  'system',
  'user',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** One thing found, with the ids that its address is made of. */
export const foundSchema = z.object({
  kind: z.enum(foundKinds),
  label: z.string(),
  /** Where it belongs, in words. */
  detail: z.string(),
  /** Of a dashboard: an asset of its definition that the caller sees. */
  assetId: assetIdSchema.optional(),
  /** Of a dashboard and of a command: every asset of this definition has it. */
  assetDefinitionId: assetDefinitionIdSchema.optional(),
  systemId: systemIdSchema.optional(),
  dashboardId: dashboardIdSchema.optional(),
  tabId: z.string().optional(),
  tileId: z.string().optional(),
  dataItemId: dataItemIdSchema.optional(),
  alarmDefinitionId: alarmDefinitionIdSchema.optional(),
  /** When the alarm was raised that has ended since. */
  raised: isoTimeSchema.optional(),
  commandDefinitionId: z.number().int().positive().optional(),
  assetGroupId: assetGroupIdSchema.optional(),
  fileId: fileIdSchema.optional(),
  userId: userIdSchema.optional(),
});
export type Found = z.infer<typeof foundSchema>;

export const foundGroupSchema = z.object({
  kind: z.enum(foundKinds),
  entries: z.array(foundSchema),
  /** There are more behind these. */
  hasMore: z.boolean(),
});
export type FoundGroup = z.infer<typeof foundGroupSchema>;

export const MAX_FIND_TEXT = 200;

export const findAnything = call({
  method: 'GET',
  path: '/api/ef/find',
  access: session,
  summary:
    'Dashboards, tabs, tiles, data items, commands of definitions, open and past alarms, files, asset groups, systems and users in which every word occurs; of each kind only what its own calls answer the caller, and nothing of a kind whose permission is missing',
  query: z.object({
    text: z.string().trim().min(1).max(MAX_FIND_TEXT),
    /** Only this kind. */
    kind: z.enum(foundKinds).optional(),
    /** Of each kind. */
    limit: z.coerce.number().int().min(1).max(50).default(5),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  reply: z.array(foundGroupSchema),
});
