import { z } from 'zod';
import { assetIdSchema, assetInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

/** What a well-service rig did, from a quarter of an hour to another (spec 3 §14). */
export const scheduleSegmentSchema = z.object({
  assetId: assetIdSchema,
  /** The key, 0 to 12 (spec 1 §9). */
  activity: z.number().int(),
  startTime: isoTimeSchema,
  endTime: isoTimeSchema,
  /** The depth that was reached at its end; null where none was recorded until then. */
  depth: z.number().nullable(),
  hours: z.number(),
});
export type ScheduleSegment = z.infer<typeof scheduleSegmentSchema>;

/** A schedule spans no more than this, days. */
export const MOST_SCHEDULE_DAYS = 400;

export const getSchedule = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/functions/schedule',
  access: may('HistoricalDataItems', 'View'),
  summary:
    'The activities of a rig in order of time, from data item 148 and Depth, each from a quarter of an hour to another; `refresh=true` works it out anew',
  params: assetInPath,
  query: z.object({
    /** Times are UTC, whether or not they say so. */
    startTime: z.union([isoTimeSchema, z.iso.datetime({ local: true })]),
    endTime: z.union([isoTimeSchema, z.iso.datetime({ local: true })]),
    refresh: z.enum(['true', 'false']).optional(),
  }),
  reply: z.array(scheduleSegmentSchema),
});
