import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patientInfo } from '@telltale/contract';
import { ApiError } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { readPatientInfo } from '#api/patients/patient-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { mergePatient } from './merge-patient.ts';
import { type PatientDraft, putDraft, usePatientDrafts } from './patient-drafts.ts';
import { isChanged, type PatientInfo, patientText, readPatient, type StoredPatient } from './patient-info.ts';

/** What is stored is of no shape that could be put together with what was typed. */
class UnreadableError extends Error {}

/** Edit Mode of an asset's patient information: turning it off saves (spec 1 §4). */
export function usePatientEdit(assetId: number) {
  const client = useQueryClient();
  const draft = usePatientDrafts(({ drafts }) => drafts[assetId]);
  const save = useMutation({
    // What was typed does not stay behind in the list of what was sent.
    gcTime: 0,
    mutationFn: (sent: PatientDraft) => sendDraft(assetId, sent),
    onSuccess: ({ reply, merged }) => {
      client.setQueryData(queryKeys.patientInfo(assetId), reply);
      putDraft(assetId, merged);
    },
  });
  return {
    draft,
    isSaving: save.isPending,
    /** Why it could not be saved. */
    problem: save.error === null ? undefined : problemOf(save.error),
    begin(stored: StoredPatient, version: number) {
      save.reset();
      putDraft(assetId, { stored, version, info: stored.info });
    },
    type(info: PatientInfo) {
      if (draft !== undefined) putDraft(assetId, { ...draft, info });
    },
    /** What another one wrote where both did, instead of what was typed. */
    take(part: Partial<PatientInfo['texts']>) {
      if (draft?.meanwhile === undefined) return;
      const told = draft.meanwhile.told.filter((one) => one.kind !== 'clash' || !(one.field in part));
      const info = { ...draft.info, texts: { ...draft.info.texts, ...part } };
      putDraft(assetId, { ...draft, info, meanwhile: { ...draft.meanwhile, told } });
    },
    /** The draft stays until the portal has it. */
    end() {
      if (draft === undefined) return;
      if (isChanged(draft.stored, draft.info)) save.mutate(draft);
      else putDraft(assetId, undefined);
    },
    discard() {
      save.reset();
      putDraft(assetId, undefined);
    },
  };
}

function problemOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof UnreadableError) return 'What is stored meanwhile cannot be read, and is left as it is.';
  return 'Something unexpected happened in the browser. Copy what you typed before you reload the page.';
}

/** Where another one has saved since, the draft that takes that in; what was typed is then saved by the next turn. */
async function sendDraft(assetId: number, sent: PatientDraft) {
  const body = { info: patientText(sent.stored, sent.info), version: sent.version };
  try {
    const reply = await callApi(patientInfo.putPatientInfo, { params: { assetId }, body });
    return { reply, merged: undefined };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
  const reply = await readPatientInfo(assetId);
  const theirs = readPatient(reply.info);
  if (theirs === undefined) throw new UnreadableError();
  const { info, told } = mergePatient(sent.stored.info, sent.info, theirs);
  const merged: PatientDraft = { stored: theirs, version: reply.version, info, meanwhile: { by: reply.by, told } };
  return { reply, merged };
}
