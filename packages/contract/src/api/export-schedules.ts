import { z } from 'zod';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';
import { exportRequestSchema, exportStateSchema, exportTypeSchema, zoneSchema } from './exports.ts';

/** Schedules that one user may have. */
export const MAX_EXPORT_SCHEDULES = 50;

const MONDAY = 1;
const SUNDAY = 7;

export const exportRhythmSchema = z.object({
  every: z.enum(['day', 'week']),
  /** ISO 8601: 1 is Monday. Of `day` it says nothing. */
  weekday: z.number().int().min(MONDAY).max(SUNDAY).default(MONDAY),
  /** What the clocks of the zone show; a time that they skip is as much later as they jump. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 06:00'),
  zone: zoneSchema,
});
export type ExportRhythm = z.output<typeof exportRhythmSchema>;

/** An export without its times: each covers what lies between two runs. */
export const exportTemplateSchema = exportRequestSchema.pick({ DataItems: true, Format: true }).extend({
  OutputSettings: z
    .object({
      Filename: z.string().max(200).default('export'),
      Compress: z.boolean().default(true),
      /** To the usual address of the caller's own account. */
      NotifyEmails: z.boolean().default(false),
    })
    .prefault({}),
});
export type ExportTemplate = z.output<typeof exportTemplateSchema>;

export const exportScheduleSchema = exportRhythmSchema.extend({
  scheduleId: z.string(),
  filename: z.string(),
  type: exportTypeSchema,
  series: z.number().int(),
  isMailed: z.boolean(),
  next: isoTimeSchema,
  /** What became of the newest run; null: there was none. */
  last: z
    .object({
      time: isoTimeSchema,
      /** Of the export that it made; null: it made none, or its owner has removed it. */
      state: exportStateSchema.nullable(),
      /** Values that it holds. */
      rows: z.number().int().nullable(),
      /** Why there was no export, or null. */
      message: z.string().nullable(),
    })
    .nullable(),
});
export type ExportSchedule = z.infer<typeof exportScheduleSchema>;

export const listExportSchedules = call({
  method: 'GET',
  path: '/api/exportschedules',
  access: may('HistoricalDataItems', 'View'),
  summary: "The caller's scheduled exports, by the time at which they come",
  reply: z.array(exportScheduleSchema),
});

export const addExportSchedule = call({
  method: 'POST',
  path: '/api/exportschedules',
  access: may('HistoricalDataItems', 'View'),
  summary: 'Make an export every day or every week, of what lies between two runs',
  body: z.object({ rhythm: exportRhythmSchema, export: exportTemplateSchema }),
  reply: exportScheduleSchema,
});

export const removeExportSchedule = call({
  method: 'DELETE',
  path: '/api/exportschedules/{scheduleId}',
  access: may('HistoricalDataItems', 'View'),
  summary: 'End a scheduled export of the caller; what it has made stays as long as it would',
  params: z.object({ scheduleId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of a scheduled export') }),
  reply: z.object({ scheduleId: z.string() }),
});
