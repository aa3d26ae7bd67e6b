import { z } from 'zod';
import { call, may } from '../call.ts';

export const MAX_TERM_TEXT = 100;
/** So many are suggested at most. */
export const MAX_TERMS = 20;

export const medicalTermKindSchema = z.enum(['conditions', 'drugs']);
export type MedicalTermKind = z.infer<typeof medicalTermKindSchema>;

/** By POST: what is typed about a patient stands in no address, and so in no log of addresses. */
export const findMedicalTerms = call({
  method: 'POST',
  path: '/api/ef/medicalterms',
  access: may('CustomPermission1', 'View'),
  summary: 'Names of conditions or drugs that begin with or hold a text, from the lookup service or the shipped list',
  body: z.object({ kind: medicalTermKindSchema, text: z.string().trim().min(1).max(MAX_TERM_TEXT) }),
  reply: z.object({
    terms: z.array(z.string()),
    /** Whether the lookup service answered, or the list that comes with the portal. */
    from: z.enum(['service', 'list']),
  }),
});
