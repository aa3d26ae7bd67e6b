import { z } from 'zod';
import { assetIdSchema, eventDefinitionIdSchema, eventIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import { eventStatusSchema } from '../events.ts';

const MOST_TEXT = 100_000;

const repeatEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never') }),
  /** So many in all, the first among them. */
  z.object({ kind: z.literal('after'), count: z.number().int().min(1).max(1_000) }),
  /** On this day of the zone at the latest. */
  z.object({ kind: z.literal('until'), day: z.iso.date() }),
]);

/** How a maintenance comes again: every so many days, weeks or months, by the wall clock of a zone. */
export const repeatSchema = z.object({
  unit: z.enum(['day', 'week', 'month']),
  every: z.number().int().min(1).max(400),
  zone: z.string().min(1).max(64),
  end: repeatEndSchema,
});
export type Repeat = z.infer<typeof repeatSchema>;

export const putMaintenanceSeries = call({
  method: 'PUT',
  path: '/api/maintenance/series',
  access: may('Events', 'View'),
  summary:
    'Plan maintenance that comes again (needs Events/Create), or change one and all that follow it in its series (needs Events/Modify and Create); without repeat the series ends with it',
  body: z.object({
    /** Absent: a new one. */
    eventId: eventIdSchema.optional(),
    assetId: assetIdSchema,
    eventDefinitionId: eventDefinitionIdSchema,
    timestamp: isoTimeSchema,
    status: eventStatusSchema.optional(),
    cause: z.string().max(MOST_TEXT).optional(),
    meta: z.string().max(MOST_TEXT).optional(),
    /** The meta as it was read: only what differs from it is changed. */
    metaBefore: z.string().max(MOST_TEXT).optional(),
    repeat: repeatSchema.nullable(),
  }),
  reply: z.object({
    eventId: eventIdSchema,
    /** How many entries were made beside it. */
    planned: z.number().int(),
  }),
});
