import { z } from 'zod';
import { assetIdSchema, eventDefinitionIdSchema, eventIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import { eventStatusSchema } from '../events.ts';

const MOST_TEXT = 100_000;

const never = z.object({ kind: z.literal('never') });
/** So many in all, the first among them. */
const after = z.object({ kind: z.literal('after'), count: z.number().int().min(1).max(1_000) });
/** On this day of the zone at the latest. */
const until = z.object({ kind: z.literal('until'), day: z.iso.date() });
const zone = z.string().min(1).max(64);

/** Every so many days, weeks or months, by the wall clock of a zone. */
const calendarRepeatSchema = z.object({
  unit: z.enum(['day', 'week', 'month']),
  every: z.number().int().min(1).max(400),
  zone,
  end: z.discriminatedUnion('kind', [never, after, until]),
});
export type CalendarRepeat = z.infer<typeof calendarRepeatSchema>;

/** Whenever a counter has moved on by so much since it was last done. */
const counterRepeatSchema = z.object({
  unit: z.literal('counter'),
  /** The label of a data item, or a path whose last step is. */
  counter: z.string().trim().min(1).max(255),
  every: z.number().positive().max(1e12),
  /** On whose clock the time of day counts. */
  zone,
  end: z.discriminatedUnion('kind', [never, after]),
});
export type CounterRepeat = z.infer<typeof counterRepeatSchema>;

/** How a maintenance comes again. */
export const repeatSchema = z.discriminatedUnion('unit', [calendarRepeatSchema, counterRepeatSchema]);
export type Repeat = z.infer<typeof repeatSchema>;

/** Why a maintenance that comes again by a counter stands on its day. */
export const counterForecastSchema = z.object({
  /** `due`: is expected that day. `overdue`: is due. `still`: its counter stands still. `unknown`: no pace is known. */
  kind: z.enum(['due', 'overdue', 'still', 'unknown']),
  /** What people read of its counter. */
  counter: z.string(),
  interval: z.number(),
  /** How far the counter has moved on since it was last done; null: unknown, or not for who may not view history. */
  used: z.number().nullable(),
  /** How far it moves on in a day. */
  perDay: z.number().nullable(),
  /** Why nothing can be told. */
  fault: z.string().nullable(),
});
export type CounterForecast = z.infer<typeof counterForecastSchema>;

export const putMaintenanceSeries = call({
  method: 'PUT',
  path: '/api/maintenance/series',
  access: may('Events', 'View'),
  summary:
    'Plan maintenance that comes again by the calendar or by a counter (needs Events/Create), or change one and all that follow it in its series (needs Events/Modify and Create); without repeat the series ends with it',
  body: z.object({
    /** Absent: a new one. */
    eventId: eventIdSchema.optional(),
    assetId: assetIdSchema,
    /** A new one needs it; what a change does not name stays. */
    eventDefinitionId: eventDefinitionIdSchema.optional(),
    timestamp: isoTimeSchema,
    status: eventStatusSchema.optional(),
    cause: z.string().max(MOST_TEXT).optional(),
    /** A further line of the cause, below all that others have written by then. */
    comment: z.string().trim().min(1).max(MOST_TEXT).optional(),
    meta: z.string().max(MOST_TEXT).optional(),
    /** The meta as it was read: only what differs from it is changed. */
    metaBefore: z.string().max(MOST_TEXT).optional(),
    repeat: repeatSchema.nullable(),
  }),
  reply: z.object({
    eventId: eventIdSchema,
    /** How many entries were made beside it. */
    planned: z.number().int(),
    /** When the first is: one by a counter stands where its forecast has it. */
    timestamp: isoTimeSchema,
  }),
});
