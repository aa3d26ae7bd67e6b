import { z } from 'zod';
import { assetIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call } from '../call.ts';

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
