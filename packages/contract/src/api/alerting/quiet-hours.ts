import { z } from 'zod';
import { call, session } from '../call.ts';

export const MAX_QUIET_SPANS = 20;
export const MAX_SEVERITY = 10;

export const quietSpanSchema = z.object({
  /** On which it begins; 1: Monday … 7: Sunday. */
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'must name each day once'),
  /** Minutes after midnight. */
  fromMinute: z.number().int().min(0).max(1_439),
  /** 1440 is midnight at the end of the day; earlier than the beginning: on the next day. */
  toMinute: z.number().int().min(1).max(1_440),
});

const settings = {
  spans: z.array(quietSpanSchema).max(MAX_QUIET_SPANS),
  /** Alarms of this severity and above are told at once; null: none is. */
  breaksThrough: z.number().int().min(1).max(MAX_SEVERITY).nullable(),
  /** IANA: whose clock counts for who has chosen no time zone. */
  zone: z.string().trim().min(1).max(100),
};

export const quietHoursSchema = z.object({
  ...settings,
  /** How many alerts are held for the caller until it is quiet no more. */
  held: z.number().int(),
});
export type QuietHoursOfUser = z.infer<typeof quietHoursSchema>;

export const getQuietHours = call({
  method: 'GET',
  path: '/api/ef/auth/quiethours',
  access: session,
  summary: 'When the caller is told of alarms later, and from which severity on at once all the same',
  reply: quietHoursSchema,
});

export const putQuietHours = call({
  method: 'PUT',
  path: '/api/ef/auth/quiethours',
  access: session,
  summary:
    'Set when the caller is told of alarms later: what comes meanwhile by mail, text or push is held and told together at the end. No spans: never',
  body: z.object(settings),
  reply: quietHoursSchema,
});
