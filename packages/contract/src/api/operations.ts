import { z } from 'zod';
import { frameSitesSchema } from '../frame-sites.ts';
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
  summary: 'Leads to this call table as a page, with calls to try',
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
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

export const getFrameSites = call({
  method: 'GET',
  path: '/api/framesites',
  access: administrators,
  summary: 'Which other sites tiles may show, and what is lent to them; for administrators of admin unit 1',
  reply: frameSitesSchema,
});

export const putFrameSites = call({
  method: 'PUT',
  path: '/api/framesites',
  access: administrators,
  summary: 'Change which other sites tiles may show; pages that are opened from then on follow it',
  body: frameSitesSchema.superRefine(({ sites }, context) => {
    const origins = sites.map(({ origin }) => origin);
    const twice = origins.findIndex((origin, index) => origins.indexOf(origin) !== index);
    if (twice >= 0)
      context.addIssue({ code: 'custom', path: ['sites', twice, 'origin'], message: 'stands here twice' });
  }),
  reply: frameSitesSchema,
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

const journalFilter = z.object({
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  assetId: idInPath(assetIdSchema).optional(),
  /** The whole name, as the journal has it. */
  user: z.string().max(255).optional(),
  kind: z.string().max(255).optional(),
  /**
   * Words of user, address, what was done, before or after, in any order; where no entry has all of them, beginnings of
   * words. Case does not matter. Entries come in the order of writing then.
   */
  text: z.string().trim().min(1).max(255).optional(),
});

export const listJournal = call({
  method: 'GET',
  path: '/api/journal',
  access: administrators,
  summary: 'Who did what, when and from where, newest first, a page at a time',
  query: journalFilter.extend({
    /** `next` of the page before: entries that were added since do not shift those that follow. */
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,15}$/, 'must be the next of a page before')
      .optional(),
    limit: pageNumber(1_000).pipe(z.number().min(1)).default(100),
    offset: pageNumber(1_000_000_000).default(0),
  }),
  reply: z.object({
    /** How many there are in all; null on pages that a cursor asked for. */
    total: z.number().int().nullable(),
    /** There are more than the total says: common words are not counted to their end. */
    isAtLeast: z.boolean(),
    entries: z.array(journalEntrySchema),
    /** Null: that was the last page. */
    next: z.string().nullable(),
  }),
});

export const listJournalKinds = call({
  method: 'GET',
  path: '/api/journal/kinds',
  access: administrators,
  summary: 'What sorts of things the journal has entries of',
  reply: z.array(z.string()),
});

export const exportJournal = call({
  method: 'GET',
  path: '/api/journal/export',
  access: administrators,
  leavesTrace: true,
  summary: 'The journal, or what a filter leaves of it, as one file, newest first',
  query: journalFilter.extend({ format: z.enum(['csv', 'json']).default('csv') }),
  reply: z.unknown(),
  replyType: 'text/csv; charset=utf-8',
});
