import { z } from 'zod';
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
    startTime: isoTimeSchema,
    endTime: isoTimeSchema,
    /** Hours back from endTime; the playback bar sends it beside the times (spec 1 §7). */
    h: z
      .string()
      .regex(/^\d{1,6}(\.\d+)?$/)
      .optional(),
    format: z.enum(['json', 'arrow']).optional(),
  }),
  reply: columnarHistorySchema,
});
