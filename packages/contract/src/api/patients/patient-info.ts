import { z } from 'zod';
import { assetInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';

/** Characters of the stored text, as of any attribute. */
export const MAX_PATIENT_INFO = 1_000_000;

/** The attribute PatientInfo of an asset (spec 1 §3) with what it takes to change it without losing what others wrote. */
export const patientInfoSchema = z.object({
  /** Counts its changes; 0: nobody has ever written any. */
  version: z.number().int().min(0),
  /** JSON text as it was stored, of whatever shape; null: there is none. */
  info: z.string().nullable(),
  /** From when on it was so; null where nobody has written any yet. */
  since: isoTimeSchema.nullable(),
  /** Until when it was so, for a past moment; null: it still is. */
  until: isoTimeSchema.nullable(),
  /** Who wrote it; empty where nobody did. */
  by: z.string(),
});
export type PatientInfo = z.infer<typeof patientInfoSchema>;

export const getPatientInfo = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/patientinfo',
  access: may('CustomPermission1', 'View'),
  summary: 'The patient information of an asset, now or at a past moment; each reading is in the journal',
  leavesTrace: true,
  params: assetInPath,
  query: z.object({ at: isoTimeSchema.optional() }),
  reply: patientInfoSchema,
});

/** Who wrote in between, for who is refused with 409; what they wrote is read by the call above. */
export const otherPatientInfoSchema = patientInfoSchema.pick({ version: true, by: true, since: true });
export type OtherPatientInfo = z.infer<typeof otherPatientInfoSchema>;

export const putPatientInfo = call({
  method: 'PUT',
  path: '/api/ef/assets/{assetId}/patientinfo',
  access: may('CustomPermission1', 'Modify'),
  summary: 'Change the patient information of an asset, if nobody has since the version that was read',
  params: assetInPath,
  body: z.object({ info: z.string().max(MAX_PATIENT_INFO), version: z.number().int().min(0) }),
  maxBodyBytes: 4_000_000,
  reply: patientInfoSchema,
});
