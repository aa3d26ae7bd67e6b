import { z } from 'zod';
import { assetIdSchema, dataItemIdSchema, fileIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, mayAll } from '../call.ts';

const nameSchema = z.string().max(5_000);
const groupInPath = z.object({ fileId: idInPath(fileIdSchema), group: nameSchema });

/** Seconds between two values at the most. */
const MOST_SECONDS = 1e7;

/** When the values were measured. */
export const importTimesSchema = z.discriminatedUnion('kind', [
  /** As the waveform of each channel says. */
  z.object({ kind: z.literal('waveform') }),
  /** As another channel of the group says: times, or with `start` seconds since then. */
  z.object({ kind: z.literal('channel'), channel: nameSchema, start: isoTimeSchema.optional() }),
  /** Evenly, `increment` seconds apart. */
  z.object({ kind: z.literal('typed'), start: isoTimeSchema, increment: z.number().positive().max(MOST_SECONDS) }),
]);
export type ImportTimes = z.infer<typeof importTimesSchema>;

/** Channels of one import at the most. */
export const MOST_IMPORTED = 200;

export const importRequestSchema = z.object({
  assetId: assetIdSchema,
  times: importTimesSchema,
  channels: z
    .array(z.object({ channel: nameSchema, dataItemId: dataItemIdSchema }))
    .min(1)
    .max(MOST_IMPORTED)
    .refine((all) => new Set(all.map(({ dataItemId }) => dataItemId)).size === all.length, 'name a data item twice'),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

/** What would become of one channel. */
export const importedChannelSchema = z.object({
  channel: z.string(),
  dataItemId: dataItemIdSchema,
  label: z.string(),
  /** Of the channel, and of the data item. */
  unit: z.string(),
  itemUnit: z.string(),
  /** Its values are brought into the data item's unit. */
  isConverted: z.boolean(),
  values: z.number().int(),
  /** Values that will be stored: a data item has one a millisecond, the last. */
  points: z.number().int(),
  /** Values without a time, or with one before 1970 or more than 10 minutes ahead. */
  leftOut: z.number().int(),
  /** Of what will be stored; null: nothing will. */
  from: isoTimeSchema.nullable(),
  to: isoTimeSchema.nullable(),
  /** Values that the data item has between these times: at equal times the imported one stands in their place. */
  existing: z.number().int(),
});
export type ImportedChannel = z.infer<typeof importedChannelSchema>;

export const measurementImportSchema = z.object({
  jobId: z.string(),
  assetId: assetIdSchema,
  fileId: fileIdSchema,
  filename: z.string(),
  group: z.string(),
  channels: z.number().int(),
  created: isoTimeSchema,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** 0 to 1. */
  share: z.number(),
  /** Values that are stored. */
  points: z.number().int(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type MeasurementImport = z.infer<typeof measurementImportSchema>;

const access = mayAll(['HistoricalDataItems', 'Modify'], ['Files', 'View']);

export const previewMeasurementImport = call({
  method: 'POST',
  path: '/api/files/{fileId}/tdms/groups/{group}/imports/preview',
  access,
  summary:
    'What an import of channels into data items of an asset would store, and what stands there; nothing is changed',
  params: groupInPath,
  body: importRequestSchema,
  reply: z.array(importedChannelSchema),
});

export const startMeasurementImport = call({
  method: 'POST',
  path: '/api/files/{fileId}/tdms/groups/{group}/imports',
  access,
  summary:
    'Store channels of a measurement file in the history of data items of an asset. A job; one at a time for an asset',
  params: groupInPath,
  body: importRequestSchema,
  reply: measurementImportSchema,
});

export const listMeasurementImports = call({
  method: 'GET',
  path: '/api/ef/measurementimports',
  access,
  summary: "The caller's imports of channels since the portal started, newest first",
  reply: z.array(measurementImportSchema),
});

export const cancelMeasurementImport = call({
  method: 'DELETE',
  path: '/api/ef/measurementimports/{jobId}',
  access,
  summary: 'End an import of the caller that is under way, and forget it; what is stored stays',
  params: z.object({ jobId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of an import') }),
  reply: measurementImportSchema,
});
