import { z } from 'zod';
import {
  assetDefinitionIdSchema,
  assetDefinitionInPath,
  assetIdSchema,
  assetInPath,
  dataItemIdSchema,
} from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { alarmExpressionSchema, expressionVariableSchema } from './alarms/alarm-expressions.ts';
import { call, may } from './call.ts';

/** Data items of one definition that may be calculated. */
export const MAX_CALCULATIONS = 100;
/** The longest range that is recalculated at once, days. */
export const MAX_RECALCULATED_DAYS = 3_660;

const calculationInputSchema = alarmExpressionSchema.extend({
  /** The data item that it would be of; none for a new one. */
  dataItemId: dataItemIdSchema.optional(),
});

export const validateCalculation = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/calculation',
  access: may('DataItems', 'View'),
  summary:
    'Whether a data item of the definition can be calculated by an expression; 400 with position and reason when it cannot, 409 with the names of a circle',
  params: assetDefinitionInPath,
  body: calculationInputSchema,
  reply: z.object({ valid: z.literal(true), variables: z.array(expressionVariableSchema) }),
});

export const calculationPreviewSchema = z.object({
  /** Seconds since 1970, and values: at most about a thousand, of a longer course the least and the greatest of each part. */
  times: z.array(z.number()),
  values: z.array(z.number().nullable()),
  /** Values that were calculated, and how many of these are none. */
  count: z.number().int(),
  without: z.number().int(),
  /** The last value, as text where it is one; null: there is none in the range. */
  last: z
    .object({ timestamp: z.number(), value: z.number().nullable(), stringValue: z.string().nullable() })
    .nullable(),
  /** Why there was no value at last. */
  reason: z.string().nullable(),
});
export type CalculationPreview = z.infer<typeof calculationPreviewSchema>;

export const previewCalculation = call({
  method: 'POST',
  path: '/api/ef/assets/{assetId}/calculation',
  access: may('HistoricalDataItems', 'View'),
  summary: 'What an expression would have given on an asset in a stretch of its recorded history, at most 31 days',
  params: assetInPath,
  body: calculationInputSchema.extend({ from: isoTimeSchema, to: isoTimeSchema }),
  reply: calculationPreviewSchema,
});

export const recalculationSchema = z.object({
  jobId: z.string(),
  assetDefinitionId: assetDefinitionIdSchema,
  dataItemId: dataItemIdSchema,
  label: z.string(),
  from: isoTimeSchema,
  to: isoTimeSchema,
  created: isoTimeSchema,
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Of these assets so many are done. */
  assets: z.number().int(),
  assetsDone: z.number().int(),
  /** 0 to 1, of all of it. */
  share: z.number(),
  /** Values that were written. */
  points: z.number().int(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type Recalculation = z.infer<typeof recalculationSchema>;

export const startRecalculation = call({
  method: 'POST',
  path: '/api/ef/recalculations',
  access: may('HistoricalDataItems', 'Modify'),
  summary:
    'Calculate a data item, and what is calculated from it, again for a range of the past, of one asset or of all that the caller sees. A job; alarms are not raised again',
  body: z.object({
    assetDefinitionId: assetDefinitionIdSchema,
    dataItemId: dataItemIdSchema,
    /** Left out: every asset of the definition in sight. */
    assetId: assetIdSchema.optional(),
    from: isoTimeSchema,
    to: isoTimeSchema,
  }),
  reply: recalculationSchema,
});

export const listRecalculations = call({
  method: 'GET',
  path: '/api/ef/recalculations',
  access: may('HistoricalDataItems', 'Modify'),
  summary: "The caller's recalculations of the last days, newest first",
  reply: z.array(recalculationSchema),
});

export const cancelRecalculation = call({
  method: 'DELETE',
  path: '/api/ef/recalculations/{jobId}',
  access: may('HistoricalDataItems', 'Modify'),
  summary: 'End a recalculation of the caller; assets that are done stay as they are',
  params: z.object({ jobId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of a recalculation') }),
  reply: recalculationSchema,
});
