import { z } from 'zod';
import { assetInPath, eventDefinitionIdSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { causeNumberSchema } from './alarms/alarms.ts';
import { call, may } from './call.ts';

/** What an asset's timeline is made of, each as far as the caller holds the permission to view it. */
export const timelineKinds = [
  'alarm',
  'comment',
  'command',
  'connection',
  'edit',
  'file',
  'maintenance',
  'event',
  'note',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineEntrySchema = z.object({
  /** Unlike that of any other entry of the asset. */
  key: z.string(),
  kind: z.enum(timelineKinds),
  time: isoTimeSchema,
  /** Of a time offline: when the asset came back, null while it has not. Of an edit: the end of what was edited. */
  until: isoTimeSchema.nullable(),
  /** Of an edit: the beginning of what was edited. */
  from: isoTimeSchema.nullable(),
  /** What it is about: the alarm's name, the file's, the data item's. */
  title: z.string(),
  /** What became of it, in a word: `raised`, `delivered`, `Requested`; empty where there is nothing to say. */
  state: z.string(),
  /** What somebody wrote, or what it says of itself. */
  text: z.string(),
  /** The numbers of its text that have a unit: of an alarm that was raised, and what an edit has set. */
  causeNumbers: z.array(causeNumberSchema).optional(),
  user: z.string(),
  /** Of alarms. */
  severity: z.number().nullable(),
  /** Of files, bytes. */
  length: z.number().nullable(),
  /** Of the alarm definition, the command, the data item, the file or the event. */
  id: z.number().int().nullable(),
  /** Of events and notes. */
  eventDefinitionId: eventDefinitionIdSchema.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const kindList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((kind) => kind.trim()))
  .pipe(z.array(z.enum(timelineKinds)).max(timelineKinds.length));

const timelineFilter = {
  /** Kinds, separated by commas; without it all that the caller may view. */
  kinds: kindList.optional(),
  /** Both ends inclusive. */
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  /** Anywhere in the title, the text or the name of who did it, without regard to case. */
  text: z.string().trim().max(200).optional(),
};

export const getTimeline = call({
  method: 'GET',
  path: '/api/assets/{assetId}/timeline',
  access: may('Assets', 'View'),
  summary:
    'Everything that happened to an asset in one list, newest first; each kind needs its own permission to view it',
  params: assetInPath,
  query: z.object({
    ...timelineFilter,
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** `next` of the page before. */
    cursor: z
      .string()
      .regex(/^-?\d{1,15}-\d{1,2}-\d{1,16}$/, 'is not one that a page named')
      .optional(),
  }),
  reply: z.object({
    entries: z.array(timelineEntrySchema),
    /** Null: there are no more. */
    next: z.string().nullable(),
    /** The kinds that the caller may view. */
    kinds: z.array(z.enum(timelineKinds)),
  }),
});

export const exportTimeline = call({
  method: 'GET',
  path: '/api/assets/{assetId}/timeline/export',
  access: may('Assets', 'View'),
  summary: 'The timeline of an asset, or what a filter leaves of it, as CSV, newest first',
  params: assetInPath,
  query: z.object(timelineFilter),
  reply: z.unknown(),
  replyType: 'text/csv; charset=utf-8',
});
