import { z } from 'zod';
import { assetIdSchema, dataItemIdSchema } from '../ids.ts';
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

export const getHistory = call({
  method: 'GET',
  path: '/api/historicaldata',
  access: may('HistoricalDataItems', 'View'),
  summary: 'History of several series as columns: at most `threshold` min-max buckets each, or every point (-1)',
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
