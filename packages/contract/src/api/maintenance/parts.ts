import { z } from 'zod';
import { assetDefinitionIdSchema, assetIdSchema, eventDefinitionIdSchema, eventIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, mayAll } from '../call.ts';

/** What stands for a part whose maintenance-schedule says nothing else (spec 1 §9). */
export const DEFAULT_INTERVAL = 300;
export const DEFAULT_COUNTER = 'Pump Hours';
/** From this share of its interval on a part is due soon. */
export const SOON_SHARE = 0.9;

/**
 * `unrecorded`: nobody ever wrote down that it was done, nor does the schedule name it. `unknown`: its counter cannot be
 * read.
 */
export const partStates = ['overdue', 'soon', 'ok', 'unrecorded', 'unknown'] as const;
export type PartState = (typeof partStates)[number];

export const partForecastSchema = z.object({
  /** `due`: falls due at a time. `overdue`: is due. `still`: its counter stands still. `unknown`: no pace is known. */
  kind: z.enum(['due', 'overdue', 'still', 'unknown']),
  /** The times are null unless it falls due; the latest is null, too, where it may never do so at that pace. */
  due: isoTimeSchema.nullable(),
  earliest: isoTimeSchema.nullable(),
  latest: isoTimeSchema.nullable(),
  /** How far the counter moves on in a day: what is reckoned with, and its means over 7 and 30 days. */
  perDay: z.number().nullable(),
  perDay7: z.number().nullable(),
  perDay30: z.number().nullable(),
});
export type PartForecast = z.infer<typeof partForecastSchema>;

export const partSchema = z.object({
  eventDefinitionId: eventDefinitionIdSchema,
  name: z.string(),
  /** Where it stands in the grid (spec 1 §2); null: it is no part of a pod. */
  pod: z.number().int().nullable(),
  category: z.string().nullable(),
  /** The label of its counter. */
  counter: z.string(),
  /** What people read of its counter: what the asset calls that data item, else its label. */
  counterName: z.string(),
  interval: z.number(),
  /** What the counter shows. */
  reading: z.number().nullable(),
  /** How far the counter has moved on since it was last done. */
  used: z.number().nullable(),
  /** What the counter shows when it is due. */
  dueAt: z.number().nullable(),
  /** Below zero: it is due by so much. */
  remaining: z.number().nullable(),
  state: z.enum(partStates),
  /** Why it cannot be told; null: it can. */
  fault: z.string().nullable(),
  /** When it was last done; null: never, as far as anybody wrote down. */
  last: z
    .object({
      eventId: eventIdSchema,
      timestamp: isoTimeSchema,
      /** Of the counter, as it was written down; null: it was not. */
      counterValue: z.number().nullable(),
      partNumber: z.string(),
    })
    .nullable(),
});
export type Part = z.infer<typeof partSchema>;

export const partWithForecastSchema = partSchema.extend({ forecast: partForecastSchema });
export type PartWithForecast = z.infer<typeof partWithForecastSchema>;

const MAX_NUMBER = 1e15;
const counterValueSchema = z.number().min(0).max(MAX_NUMBER);

export const gridPartSchema = partWithForecastSchema.extend({
  /** Part numbers to choose from. */
  options: z.array(z.string()),
});
export type GridPart = z.infer<typeof gridPartSchema>;

export const partGridSchema = z.object({
  assetId: assetIdSchema,
  at: isoTimeSchema,
  /** Why the attribute maintenance-schedule cannot be read; null: it can, or there is none. */
  fault: z.string().nullable(),
  /** By name. */
  parts: z.array(gridPartSchema),
});
export type PartGrid = z.infer<typeof partGridSchema>;

const assetInPath = { assetId: idInPath(assetIdSchema) };
const partInPath = z.object({ ...assetInPath, eventDefinitionId: idInPath(eventDefinitionIdSchema) });
const viewParts = mayAll(['Events', 'View'], ['HistoricalDataItems', 'View']);

export const getPartGrid = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/functions/maintenance',
  access: viewParts,
  summary:
    'The parts of an asset with how far each is used and when it falls due, now or `at` a past time: those of pods, and those that its maintenance-schedule names',
  params: z.object(assetInPath),
  query: z.object({ at: isoTimeSchema.optional() }),
  reply: partGridSchema,
});

export const partRecordSchema = z.object({
  eventId: eventIdSchema,
  timestamp: isoTimeSchema,
  partNumber: z.string(),
  /** Of the part's counter of today; null: none was written down. */
  counterValue: z.number().nullable(),
  /** One a line. */
  comments: z.string(),
  user: z.string(),
});
export type PartRecord = z.infer<typeof partRecordSchema>;

export const listPartRecords = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/functions/maintenance/{eventDefinitionId}',
  access: viewParts,
  summary: 'When a part was done, newest first, up to now or `at` a past time',
  params: partInPath,
  query: z.object({
    at: isoTimeSchema.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), records: z.array(partRecordSchema) }),
});

const MAX_COMMENT = 10_000;
const recordFields = {
  timestamp: isoTimeSchema,
  partNumber: z.string().trim().max(255),
  /** Null: it was not read. */
  counterValue: counterValueSchema.nullable(),
  /** What is added to the comments; what stands there stays. */
  comment: z.string().trim().max(MAX_COMMENT),
};

export const recordPart = call({
  method: 'POST',
  path: '/api/ef/assets/{assetId}/functions/maintenance/{eventDefinitionId}',
  access: mayAll(['Events', 'Create'], ['Events', 'View'], ['HistoricalDataItems', 'View']),
  summary: 'Write down that a part was done',
  params: partInPath,
  body: z.object({
    ...recordFields,
    partNumber: recordFields.partNumber.default(''),
    counterValue: recordFields.counterValue.default(null),
    comment: recordFields.comment.default(''),
  }),
  reply: partRecordSchema,
});

export const changePartRecord = call({
  method: 'PUT',
  path: '/api/ef/assets/{assetId}/functions/maintenance/{eventDefinitionId}/records/{eventId}',
  access: mayAll(['Events', 'Modify'], ['Events', 'View'], ['HistoricalDataItems', 'View']),
  summary: 'Correct what was written down of a part, or add a comment; what is not named stays',
  params: partInPath.extend({ eventId: idInPath(eventIdSchema) }),
  body: z.object(recordFields).partial(),
  reply: partRecordSchema,
});

const forecastFilter = {
  assetId: z.coerce.number().pipe(assetIdSchema).optional(),
  assetDefinitionId: z.coerce.number().pipe(assetDefinitionIdSchema).optional(),
  /** Of the grid, e.g. `Valve Top`. */
  category: z.string().trim().max(100).optional(),
  state: z.enum(partStates).optional(),
  /** Anywhere in the names of asset and part, without regard to case. */
  text: z.string().trim().max(200).optional(),
};

export const forecastRowSchema = partWithForecastSchema.extend({
  assetId: assetIdSchema,
  assetName: z.string(),
  assetDefinitionId: assetDefinitionIdSchema,
  assetDefinitionName: z.string(),
});
export type ForecastRow = z.infer<typeof forecastRowSchema>;

export const listForecast = call({
  method: 'GET',
  path: '/api/ef/maintenance/forecast',
  access: viewParts,
  summary: 'The parts of every visible asset, what is overdue first and then by the time at which each falls due',
  query: z.object({
    ...forecastFilter,
    limit: z.coerce.number().int().min(1).max(1_000).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({
    total: z.number().int(),
    /** How many there are of each state, whatever state is asked for. */
    counts: z.record(z.enum(partStates), z.number().int()),
    parts: z.array(forecastRowSchema),
  }),
});

export const exportForecast = call({
  method: 'GET',
  path: '/api/ef/maintenance/forecast/export',
  access: viewParts,
  summary: 'The same list, or what a filter leaves of it, as CSV',
  query: z.object(forecastFilter),
  reply: z.unknown(),
  replyType: 'text/csv; charset=utf-8',
});

/** The portal's own events of parts that are overdue: a definition that every asset has. */
export const OVERDUE_EVENT_NAME = 'Maintenance overdue';
