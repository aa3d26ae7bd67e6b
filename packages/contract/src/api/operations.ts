import { z } from 'zod';
import { assetIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { administrators, anyone, call, operations, session } from './call.ts';

export const getHealth = call({
  method: 'GET',
  path: '/api/health',
  access: anyone,
  summary: '200 while everything that accepts data works; 503 with the reason otherwise',
  reply: z.object({
    status: z.enum(['ok', 'failing']),
    reason: z.string().optional(),
    /** What keeps nothing from being accepted, and needs an operator all the same: damage to stored history. */
    warning: z.string().optional(),
  }),
});

export const getMetrics = call({
  method: 'GET',
  path: '/metrics',
  access: operations,
  summary: 'Prometheus text, for loopback or an API token',
  reply: z.unknown(),
  replyType: 'text/plain; version=0.0.4',
});

export const getOpenApi = call({
  method: 'GET',
  path: '/api/openapi.json',
  access: session,
  summary: 'This call table as an OpenAPI document',
  reply: z.unknown(),
});

export const getDocs = call({
  method: 'GET',
  path: '/api/docs',
  access: session,
  summary: 'This call table as a page to read',
  reply: z.unknown(),
  replyType: 'text/html; charset=utf-8',
});

/** What an operator edits in the configuration folder; public are links and palettes, the rest needs a session. */
export const getConfigFile = call({
  method: 'GET',
  path: '/config/{file}',
  access: anyone,
  summary: 'A configuration file of the web client: links, palettes, and with a session alarms, map and others',
  params: z.object({ file: z.string().min(1).max(100) }),
  reply: z.unknown(),
});

export const journalEntrySchema = z.object({
  journalId: z.number().int(),
  time: isoTimeSchema,
  kind: z.string(),
  assetId: z.number().int().nullable(),
  user: z.string(),
  address: z.string(),
  what: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

const pageNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max));

export const listJournal = call({
  method: 'GET',
  path: '/api/journal',
  access: administrators,
  summary: 'Who did what, when and from where, newest first, a page at a time',
  query: z.object({
    from: isoTimeSchema.optional(),
    to: isoTimeSchema.optional(),
    assetId: idInPath(assetIdSchema).optional(),
    user: z.string().max(255).optional(),
    kind: z.string().max(255).optional(),
    limit: pageNumber(1_000).pipe(z.number().min(1)).default(100),
    offset: pageNumber(1_000_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), entries: z.array(journalEntrySchema) }),
});
