import { z } from 'zod';
import { assetInPath, dataItemIdSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { assetStateSchema } from './assets.ts';
import { call, may } from './call.ts';

/** A recording has at most this many steps, and no longer stretch than a day of them. */
export const MAX_RECORDING_STEPS = 300;
const STEP_DIGITS = /^[1-9]\d{0,7}$/;

/** The points of one data item, as columns in order of time. */
export const recordedPointsSchema = z.object({
  dataItemId: dataItemIdSchema,
  /** Milliseconds since 1970. */
  times: z.array(z.number()),
  /** Null: NaN or infinite. */
  values: z.array(z.union([z.number(), z.string(), z.null()])),
  qualities: z.array(z.number().int()),
});
export type RecordedPoints = z.infer<typeof recordedPointsSchema>;

/** What is known of an asset from a moment on, beside its values. */
export const recordedChangeSchema = assetStateSchema.omit({ dataItems: true }).extend({
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type RecordedChange = z.infer<typeof recordedChangeSchema>;

/**
 * A stretch of an asset's past in steps, for playing it back: the state at `from`, and what each step from, from + step,
 * from + 2 × step, … up to `to` adds to it. Of several points of an item within one step only the last is there.
 */
export const recordingSchema = z.object({
  start: assetStateSchema,
  points: z.array(recordedPointsSchema),
  changes: z.array(recordedChangeSchema),
  /** The last step that is covered, milliseconds; before the one asked for where the names of data items change. */
  to: z.number(),
});
export type Recording = z.infer<typeof recordingSchema>;

export const getRecording = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/recording',
  access: may('HistoricalDataItems', 'View'),
  summary: 'A stretch of the past of an asset in steps, exact at each step: what playback reads ahead',
  params: assetInPath,
  query: z.object({
    from: isoTimeSchema,
    to: isoTimeSchema,
    /** Milliseconds. */
    step: z.string().regex(STEP_DIGITS, 'must be a number of milliseconds').transform(Number),
  }),
  reply: recordingSchema,
});
