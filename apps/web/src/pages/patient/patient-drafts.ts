import { create } from 'zustand';
import { useSessionStore } from '#session/session-store.ts';
import type { Told } from './merge-patient.ts';
import type { PatientInfo, StoredPatient } from './patient-info.ts';

/** Patient information that is being written. */
export interface PatientDraft {
  /** What was stored when it was begun, or when another one's changes were taken in. */
  readonly stored: StoredPatient;
  readonly version: number;
  readonly info: PatientInfo;
  /** What another one saved meanwhile, and who; undefined: nobody did. */
  readonly meanwhile?: { readonly by: string; readonly told: readonly Told[] };
}

interface PatientDrafts {
  readonly drafts: Readonly<Record<number, PatientDraft>>;
}

/**
 * Drafts by asset, in memory alone: what stands in them goes into no storage of the browser. They outlive the tab of a
 * panel and the tile of a dashboard, so that looking elsewhere loses nothing, and end with the session.
 */
export const usePatientDrafts = create<PatientDrafts>()(() => ({ drafts: {} }));

/** Sets the draft of an asset; undefined: there is none any more. */
export function putDraft(assetId: number, draft: PatientDraft | undefined): void {
  usePatientDrafts.setState(({ drafts: { [assetId]: _before, ...others } }) => ({
    drafts: draft === undefined ? others : { ...others, [assetId]: draft },
  }));
}

useSessionStore.subscribe((session, before) => {
  if (session.authId !== before.authId) usePatientDrafts.setState({ drafts: {} });
});
