import { z } from 'zod';
import {
  assetDefinitionIdSchema,
  assetGroupIdSchema,
  assetIdSchema,
  eventDefinitionIdSchema,
  eventIdSchema,
  idInPath,
} from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import { eventStatusSchema } from '../events.ts';
import { counterForecastSchema, repeatSchema } from './calendar-repeats.ts';

/** A maintenance of an asset, planned or done: an event whose definition is of category 1. */
export const maintenanceEntrySchema = z.object({
  eventId: eventIdSchema,
  assetId: assetIdSchema,
  assetDefinitionId: assetDefinitionIdSchema,
  assetName: z.string(),
  eventDefinitionId: eventDefinitionIdSchema,
  /** The alias of its definition, else the name. */
  type: z.string(),
  timestamp: isoTimeSchema,
  /** Comments, one a line. */
  cause: z.string(),
  /** JSON text, exactly as it was saved. */
  meta: z.string(),
  status: eventStatusSchema,
  /** Who made it; `telltale` for the portal itself. */
  user: z.string(),
  /** How it comes again; null: it does not. */
  repeat: repeatSchema.nullable(),
  /** It stands where the pace of its counter has it, until it is begun or done; null: somebody planned it there. */
  forecast: counterForecastSchema.nullable(),
});
export type MaintenanceEntry = z.infer<typeof maintenanceEntrySchema>;

/** A calendar shows at most so many days at once. */
export const MOST_CALENDAR_DAYS = 400;

const statusList = z
  .string()
  .regex(/^[0-3](,[0-3]){0,3}$/, 'must be statuses 0 to 3 with commas between')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(eventStatusSchema));

/** What a calendar is narrowed to. */
export const calendarFilter = {
  assetId: idInPath(assetIdSchema).optional(),
  /** With the groups below it; asks for AssetGroups/View. */
  assetGroupId: idInPath(assetGroupIdSchema).optional(),
  statuses: statusList.optional(),
  /** The type as entries have it. */
  type: z.string().max(255).optional(),
};

export const listMaintenance = call({
  method: 'GET',
  path: '/api/maintenance/calendar',
  access: may('Events', 'View'),
  summary: 'Maintenance of all assets in sight in a span of time, planned and done, in order of time',
  query: z.object({ ...calendarFilter, from: isoTimeSchema, to: isoTimeSchema }),
  reply: z.object({
    entries: z.array(maintenanceEntrySchema),
    /** There are more than one answer holds: the earliest are told. */
    isCut: z.boolean(),
    /** The types that the assets in sight may have, by name. */
    types: z.array(z.string()),
  }),
});
