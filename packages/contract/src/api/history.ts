import { z } from 'zod';
import { assetIdSchema, dataItemIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

/** `12-5,12-6`: asset id and data item id, joined by a dash, separated by commas (spec 1 §7). */
export const seriesListSchema = z
  .string()
  .max(20_000)
  .regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}(,[1-9]\d{0,15}-[1-9]\d{0,15})*$/, 'must be a list like 12-5,12-6');

/** `[timestamps (s), series 1, series 2, …]`; null where a series has no point at that time. */
export const columnarHistorySchema = z.array(z.array(z.union([z.number(), z.string(), z.null()])));
export type ColumnarHistory = z.infer<typeof columnarHistorySchema>;

/**
 * What a bucket can tell: of its usable points (not of bad quality, not NaN) mean, minimum, maximum, sum and count;
 * `twa`, the mean weighted by how long each value was in force; `delta`, how far a counter moved on, resets included.
 */
export const aggregateFunctionSchema = z.enum(['mean', 'twa', 'min', 'max', 'sum', 'count', 'delta']);
export type AggregateFunction = z.infer<typeof aggregateFunctionSchema>;

const FUNCTION_LIST = new RegExp(`^(${aggregateFunctionSchema.options.join('|')})(,[a-z]+){0,6}$`);

const secondsSchema = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,3})?$/, 'must be a number of seconds')
  .transform(Number)
  .pipe(z.number().positive());

/** Of an answer that lacks what was sent since this moment: it waits for the server that history is at. */
export const BEHIND_HEADER = 'Telltale-History-Behind';

export const getHistory = call({
  method: 'GET',
  path: '/api/historicaldata',
  access: may('HistoricalDataItems', 'View'),
  summary:
    'History of several series as columns: every point (-1), at most `threshold` min-max buckets and the newest point each, or with ' +
    '`aggregate` one row per bucket of `bucket` seconds (times are their beginnings, endTime is exclusive), for each series its functions',
  query: z.object({
    columnar: z.enum(['true', 'false']).optional(),
    threshold: z
      .string()
      .regex(/^(-1|[1-9]\d{0,6})$/, 'must be -1 or a positive number of buckets')
      .transform(Number)
      .optional(),
    dataItems: seriesListSchema,
    /** May be left out where `h` is given. */
    startTime: isoTimeSchema.optional(),
    endTime: isoTimeSchema,
    /** Hours back from endTime; the playback bar sends it beside the times (spec 1 §7), and then startTime counts. */
    h: z
      .string()
      .regex(/^\d{1,6}(\.\d+)?$/)
      .optional(),
    format: z.enum(['json', 'arrow']).optional(),
    /** `mean` or `min,max,mean`: for each series a column per function, in this order, instead of its points. */
    aggregate: z
      .string()
      .regex(FUNCTION_LIST, 'must be functions like min,max,mean')
      .describe('Functions of the points in each bucket, instead of the points: mean, twa, min, max, sum, count, delta')
      .transform((text) => text.split(','))
      .pipe(z.array(aggregateFunctionSchema))
      .refine((names) => new Set(names).size === names.length, 'names a function twice')
      .optional(),
    /** Seconds; buckets begin at multiples of it since 1970 UTC. Without it `threshold` says how many there are. */
    bucket: secondsSchema.describe('Length of a bucket in seconds').optional(),
    /** Seconds; `twa` holds no value over a longer gap. */
    gap: secondsSchema.describe('Seconds; twa holds no value over a longer gap').optional(),
  }),
  reply: columnarHistorySchema,
});

/** Sets every point of a range to one value; the schedule uses it with data item 148, Activity (spec 1 §7). */
export const historyUpdateSchema = z.object({
  assetId: assetIdSchema,
  dataItemId: dataItemIdSchema,
  startDate: isoTimeSchema,
  endDate: isoTimeSchema,
  newValue: z.union([z.number(), z.string().max(1_000)]),
});
export type HistoryUpdate = z.infer<typeof historyUpdateSchema>;

export const updateHistory = call({
  method: 'PUT',
  path: '/api/ef/historicaldataupdate',
  access: may('HistoricalDataItems', 'Modify'),
  summary: 'Set every point of the given ranges to one value; all of them or, when one is out of scope, none',
  body: z.array(historyUpdateSchema).min(1).max(1_000),
  reply: z.array(historyUpdateSchema.extend({ changed: z.number().int() })),
});

/** A point at which a value became another. */
export const valueChangeSchema = z.object({
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  value: z.number().nullable(),
  isString: z.boolean(),
  stringValue: z.string().nullable(),
  quality: z.number().int(),
});
export type ValueChange = z.infer<typeof valueChangeSchema>;

export const getChange = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/dataitems/{dataItemId}/changes',
  access: may('HistoricalDataItems', 'View'),
  summary: 'When the value of a data item next became another after a time, or last did before a time; null: never',
  params: z.object({ assetId: idInPath(assetIdSchema), dataItemId: idInPath(dataItemIdSchema) }),
  /** One of the two. */
  query: z.object({ after: isoTimeSchema.optional(), before: isoTimeSchema.optional() }),
  reply: z.object({ change: valueChangeSchema.nullable() }),
});
