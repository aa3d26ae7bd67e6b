import { z } from 'zod';
import { assetIdSchema, dataItemIdSchema } from '../ids.ts';
import { mailAddressSchema } from '../mail-address.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';
import { aggregateFunctionSchema } from './history.ts';

/** Data items that one export may hold. */
export const MAX_EXPORT_SERIES = 2_000;
/** Addresses that one export may tell (guarantee G13). */
export const MAX_EXPORT_ADDRESSES = 5;
/** A result is kept for so long (spec 3 §14). */
export const EXPORT_KEPT_MS = 24 * 3_600_000;

export const exportTypeSchema = z.enum(['csv', 'sqlite', 'parquet', 'arrow']);
export type ExportType = z.infer<typeof exportTypeSchema>;

/** `wide`: a row per time and a column per data item; `long`: a row per point. */
export const exportLayoutSchema = z.enum(['wide', 'long']);
export type ExportLayout = z.infer<typeof exportLayoutSchema>;

const SECONDS_PER_DAY = 86_400;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A zone of the tz database, `Europe/Oslo`, or `UTC`. */
export const zoneSchema = z.string().max(64).refine(isZone, 'must be a time zone like Europe/Oslo or UTC');

/** One value per interval instead of every point. */
export const exportIntervalSchema = z.object({
  /** Intervals begin at midnight of the zone, so that a day is a whole number of them. */
  Seconds: z
    .number()
    .int()
    .min(1)
    .max(SECONDS_PER_DAY)
    .refine((seconds) => SECONDS_PER_DAY % seconds === 0, 'must divide a day evenly'),
  Functions: z
    .array(aggregateFunctionSchema)
    .min(1)
    .max(7)
    .refine((names) => new Set(names).size === names.length, 'names a function twice'),
});

/** What is exported, and how (spec 1 §3). */
export const exportRequestSchema = z.object({
  DataItems: z
    .array(z.object({ assetId: assetIdSchema, dataItemId: dataItemIdSchema }))
    .min(1)
    .max(MAX_EXPORT_SERIES),
  /** Both inclusive; with an interval the end is exclusive. */
  StartTime: isoTimeSchema,
  EndTime: isoTimeSchema,
  Format: z.object({
    Type: exportTypeSchema,
    Layout: exportLayoutSchema.default('wide'),
    /** In which the times of a CSV are written; SQLite, Parquet and Arrow hold moments. */
    Zone: zoneSchema.default('UTC'),
    /** `stored`: the units of the data items; `mine`: those that the caller reads, named in the headers. */
    Units: z.enum(['stored', 'mine']).default('stored'),
    Interval: exportIntervalSchema.optional(),
  }),
  OutputSettings: z
    .object({
      /** `File`: a job whose result is fetched later; `Respond`: the answer is the file. */
      Method: z.enum(['File', 'Respond']).default('File'),
      Filename: z.string().max(255).default('export'),
      Compress: z.boolean().default(true),
      /** Who is told when the file is ready: addresses of the caller's own account, or `true` for the usual one. */
      NotifyEmails: z.union([z.boolean(), z.array(mailAddressSchema).max(MAX_EXPORT_ADDRESSES)]).default(false),
    })
    .prefault({}),
});
export type ExportRequest = z.output<typeof exportRequestSchema>;
export type ExportRequestInput = z.input<typeof exportRequestSchema>;

/** Withheld: it is ready, and an asset of it is out of its owner's sight at this moment. */
export const exportStateSchema = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled', 'expired', 'withheld']);
export type ExportState = z.infer<typeof exportStateSchema>;

export const exportProgressSchema = z.object({
  state: exportStateSchema,
  /** Values that are written. */
  rows: z.number().int(),
  /** Values that there are; null: they are not counted yet. */
  total: z.number().int().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

export const exportJobSchema = exportProgressSchema.extend({
  jobId: z.string(),
  /** Where the result is fetched. */
  path: z.string(),
  file: z.object({
    filename: z.string(),
    /** Bytes; null until it is ready. */
    length: z.number().int().nullable(),
  }),
  type: exportTypeSchema,
  startTime: isoTimeSchema,
  endTime: isoTimeSchema,
  series: z.number().int(),
  created: isoTimeSchema,
  /** When the result is removed. */
  expires: isoTimeSchema.nullable(),
  /** By which schedule it was made; null: somebody asked for it. */
  scheduleId: z.string().nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
  /** What is to be known of the result: an asset that was deleted meanwhile, say. */
  notes: z.array(z.string()),
  mails: z.array(
    z.object({
      to: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']),
      /** What the mail server said of the address, where it refused that. */
      refusal: z.string().optional(),
      /** Why it was not taken when it was tried last. */
      problem: z.string().optional(),
      /** When it is tried again. */
      next: isoTimeSchema.optional(),
    }),
  ),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

const jobInPath = z.object({ jobId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of an export') });

export const requestExport = call({
  method: 'POST',
  path: '/api/HistoricalDataItems',
  access: may('HistoricalDataItems', 'View'),
  summary:
    'Export history as CSV, SQLite, Parquet or Arrow. Method File: a job, whose path answers 202 until the file is ready; Respond: the answer is the file',
  body: exportRequestSchema,
  reply: z.object({ jobId: z.string(), path: z.string(), file: z.object({ filename: z.string() }) }),
});

export const listExports = call({
  method: 'GET',
  path: '/api/exports',
  access: may('HistoricalDataItems', 'View'),
  summary: "The caller's exports, newest first",
  reply: z.array(exportJobSchema),
});

export const downloadExport = call({
  method: 'GET',
  path: '/api/exports/{jobId}',
  access: may('HistoricalDataItems', 'View'),
  summary:
    'The result of an export of the caller: 202 with its progress until it is ready, then the file; 410 after 24 h or when it was cancelled, 409 when it failed',
  params: jobInPath,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const cancelExport = call({
  method: 'DELETE',
  path: '/api/exports/{jobId}',
  access: may('HistoricalDataItems', 'View'),
  summary: 'Cancel an export of the caller, or remove its result',
  params: jobInPath,
  reply: z.object({ jobId: z.string() }),
});
