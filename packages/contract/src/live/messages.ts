import { z } from 'zod';

/** One new value on `{host}/assets/{assetId}/dataitems/{dataItemId or 'batch'}` (spec 3 §3). */
export const liveUpdateSchema = z.object({
  assetId: z.number().int(),
  dataItemId: z.number().int(),
  label: z.string(),
  /** Null for a string item, and for NaN and infinities. */
  value: z.number().nullable(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  unit: z.string().optional(),
  isString: z.boolean().optional(),
  stringValue: z.string().optional(),
  /** Absent means good. */
  quality: z.number().int().optional(),
});
export type LiveUpdate = z.infer<typeof liveUpdateSchema>;

/** On `{host}/assets/{assetId}/state`, retained for a late subscriber. */
export const liveStateSchema = z.object({
  assetId: z.number().int(),
  connected: z.boolean(),
  /** Milliseconds since 1970; null: never heard of. */
  lastcontact: z.number().nullable(),
});
export type LiveState = z.infer<typeof liveStateSchema>;

/** On `{host}/assets/{assetId}/backfill`: points older than the current value were stored in this range. */
export const liveBackfillSchema = z.object({
  assetId: z.number().int(),
  dataItemIds: z.array(z.number().int()),
  from: z.number(),
  to: z.number(),
});
export type LiveBackfill = z.infer<typeof liveBackfillSchema>;
