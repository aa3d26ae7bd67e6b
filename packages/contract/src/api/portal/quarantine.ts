import { z } from 'zod';
import { assetIdSchema, gatewayIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call } from '../call.ts';

/** More than so many are not counted: `total` is at least that many then. */
export const MOST_COUNTED = 10_000;

export const setAsideSchema = z.object({
  quarantineId: z.number().int(),
  received: isoTimeSchema,
  reason: z.string(),
  /** Null: the message as a whole. */
  label: z.string().nullable(),
  /** The time that the device gave, milliseconds since 1970; it may be far out of any calendar. */
  timestamp: z.number().nullable(),
  /** The beginning of what was received. */
  excerpt: z.string(),
  /** Who sent it: an asset or a gateway. */
  assetId: assetIdSchema.nullable(),
  gatewayId: gatewayIdSchema.nullable(),
  /** Alias or serial number of the asset, or the name of the gateway. */
  name: z.string(),
});
export type SetAside = z.infer<typeof setAsideSchema>;

export const listSetAside = call({
  method: 'GET',
  path: '/api/ef/quarantine',
  access: administrators,
  summary:
    'What devices and gateways in sight sent and could not be stored, newest first, with the reason. Of each the last 1,000 are kept',
  query: z.object({
    /** In the names of assets and gateways, labels, reasons, and in what was sent. */
    search: z.string().max(255).default(''),
    reason: z.string().max(1_000).optional(),
    source: z.enum(['asset', 'gateway']).optional(),
    from: isoTimeSchema.optional(),
    to: isoTimeSchema.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({
    total: z.number().int(),
    /** There are more than were counted. */
    isAtLeast: z.boolean(),
    /** Of the newest that the other filters leave, how many have which reason, the most frequent first. */
    reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    entries: z.array(setAsideSchema),
  }),
});
