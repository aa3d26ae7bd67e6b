import { z } from 'zod';
import { fileIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';

/** Names in a measurement file. */
const nameSchema = z.string().max(5_000);
const fileInPath = z.object({ fileId: idInPath(fileIdSchema) });
const groupInPath = fileInPath.extend({ group: nameSchema });
const channelInPath = groupInPath.extend({ channel: nameSchema });

/** What the file says of itself, of a group or of a channel, in its own order; times as ISO 8601 in UTC. */
const propertiesSchema = z.array(z.object({ name: z.string(), value: z.string() }));

export const recordingSchema = z.object({
  /** Of the format: 4712 for 1.0, 4713 for 2.0. */
  version: z.number().int(),
  properties: propertiesSchema,
  groups: z.array(z.object({ name: z.string(), channels: z.number().int() })),
  /** What was wrong with the file, and could be read over. */
  faults: z.array(z.string()),
});
export type Recording = z.infer<typeof recordingSchema>;

export const channelSchema = z.object({
  name: z.string(),
  /** Of its values as they are stored; null: the file says nothing of them. */
  type: z.string().nullable(),
  count: z.number().int(),
  /** Empty: none is given. */
  unit: z.string(),
  /** When its first value was measured, null where no clock was set, and seconds from one to the next. */
  waveform: z.object({ start: isoTimeSchema.nullable(), increment: z.number() }).nullable(),
  properties: propertiesSchema,
  /** Why its values are not drawn; null: they are. */
  whyUnread: z.string().nullable(),
});
export type Channel = z.infer<typeof channelSchema>;

/** Parts of a plot at the most. */
export const MOST_BUCKETS = 4_000;

export const channelPlotSchema = z.object({
  /** Index of the first value of each part, and after the last one. */
  edges: z.array(z.number().int()),
  /** The smallest and the largest value of each part, as the file scales them; null where none is a number. */
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  /**
   * Values that are yet to be read before the plot is whole: a long channel is read by one question after another, each of
   * which goes on from where the last one was left. Meanwhile the parts that were not reached are null.
   */
  unread: z.number().int(),
});
export type ChannelPlot = z.infer<typeof channelPlotSchema>;

export const getRecording = call({
  method: 'GET',
  path: '/api/files/{fileId}/tdms',
  access: may('Files', 'View'),
  summary: 'What a measurement file (TDMS) says of itself; 422 where it is none, or is broken',
  params: fileInPath,
  reply: recordingSchema,
});

export const listRecordingGroups = call({
  method: 'GET',
  path: '/api/files/{fileId}/tdms/groups',
  access: may('Files', 'View'),
  summary: 'The names of the groups of a measurement file',
  params: fileInPath,
  reply: z.array(z.string()),
});

export const listRecordingChannels = call({
  method: 'GET',
  path: '/api/files/{fileId}/tdms/groups/{group}/channels',
  access: may('Files', 'View'),
  summary: 'The channels of a group of a measurement file, without their values',
  params: groupInPath,
  reply: z.array(channelSchema),
});

export const plotRecordingChannel = call({
  method: 'GET',
  path: '/api/files/{fileId}/tdms/groups/{group}/channels/{channel}/plot',
  access: may('Files', 'View'),
  summary:
    'The smallest and the largest value of each part of a channel of a measurement file: no peak is lost; while `unread` is above 0, ask again',
  params: channelInPath,
  query: z.object({
    /** Index of the first value. */
    first: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    /** Index after the last one. */
    end: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(Number.MAX_SAFE_INTEGER),
    buckets: z.coerce.number().int().min(1).max(MOST_BUCKETS).default(1_200),
  }),
  reply: channelPlotSchema,
});

export const recordingExportSchema = z.enum(['csv', 'arrow', 'sqlite']);
export type RecordingExport = z.infer<typeof recordingExportSchema>;

/** Channels in one file at the most. */
export const MOST_EXPORTED = 1_000;

const PLACES = /^\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*$/;

/** By which its caller finds an export again; made by who asks for it. */
const exportIdSchema = z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');

/** `0,2,5-9`: places of channels in their group, each once. */
const placesSchema = z
  .string()
  .max(6_000)
  .regex(PLACES, 'must be places like 0,2,5-9')
  .transform((text, context) => {
    const places = new Set<number>();
    for (const part of text.split(',')) {
      const [first = 0, last = first] = part.split('-').map(Number);
      if (last < first || places.size + last - first >= MOST_EXPORTED) {
        context.addIssue({ code: 'custom', message: `must name at most ${MOST_EXPORTED} channels` });
        return z.NEVER;
      }
      for (let place = first; place <= last; place++) places.add(place);
    }
    return [...places];
  });

export const exportRecordingChannels = call({
  method: 'GET',
  path: '/api/files/{fileId}/tdms/groups/{group}/export',
  access: may('Files', 'View'),
  summary:
    'Channels of a group of a measurement file as CSV, as an Arrow stream or as a SQLite file, side by side by their place: with Time ' +
    'and Seconds where all are timed alike by a clock, with Seconds where they are timed alike, else with Index',
  params: groupInPath,
  query: z.object({
    type: recordingExportSchema,
    /** By their places in the list of the group's channels, which never changes. */
    channels: placesSchema.describe('Places of channels in the group, from 0, like 0,2,5-9'),
    check: z
      .enum(['true', 'false'])
      .default('false')
      .describe('true: only says whether it may be had now: 204 without content, or the refusal'),
    exportId: exportIdSchema
      .optional()
      .describe('Any id of yours: listRecordingExports says by it what came of the export'),
  }),
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const recordingExportStateSchema = z.object({
  exportId: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Handed over by then. */
  bytes: z.number().int(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type RecordingExportState = z.infer<typeof recordingExportStateSchema>;

export const listRecordingExports = call({
  method: 'GET',
  path: '/api/ef/measurementexports',
  access: may('Files', 'View'),
  summary:
    "What came of the caller's exports of channels that were asked for with an exportId, newest first: a download that breaks off does not say why",
  reply: z.array(recordingExportStateSchema),
});
