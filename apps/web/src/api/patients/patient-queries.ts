import { queryOptions } from '@tanstack/react-query';
import { medicalTerms, patientInfo } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** Each answer is a reading that the portal notes down: asked when somebody looks, and gone when they look away. */
const WHILE_LOOKED_AT = { staleTime: 60_000, gcTime: 0 } as const;

/** The patient information of an asset as it is, or as it was at a past moment. */
export function patientInfoQuery(assetId: number, atMs?: number) {
  return queryOptions({
    ...WHILE_LOOKED_AT,
    queryKey: queryKeys.patientInfo(assetId, atMs),
    queryFn: ({ signal }) => readPatientInfo(assetId, atMs, signal),
  });
}

export function readPatientInfo(assetId: number, atMs?: number, signal?: AbortSignal) {
  const query = atMs === undefined ? {} : { at: new Date(atMs).toISOString() };
  return callApi(patientInfo.getPatientInfo, { params: { assetId }, query, signal });
}

/** Names that are suggested for what is typed; what is typed is forgotten with the form. */
export function medicalTermsQuery(kind: medicalTerms.MedicalTermKind, text: string) {
  return queryOptions({
    queryKey: queryKeys.medicalTerms(kind, text),
    queryFn: ({ signal }) => callApi(medicalTerms.findMedicalTerms, { body: { kind, text }, signal }),
    gcTime: 0,
    // Nobody waits for a suggestion: what could not be had is asked for again with the next letter.
    retry: false,
  });
}
