import type { handovers } from '@telltale/contract';
import type { Generated } from 'kysely';

export interface ShiftPlansTable {
  admin_id: number;
  zone: string;
  /** JSON of a list of names and minutes after midnight. */
  shifts: string;
  changed_ms: number;
}

export interface HandoversTable {
  handover_id: Generated<number>;
  /** The unit may be gone since. */
  admin_id: number;
  shift: string;
  zone: string;
  from_ms: number;
  /** When the shift ends by the plan. */
  shift_end_ms: number;
  /** Null while it runs. */
  to_ms: number | null;
  state: (typeof handovers.handoverStates)[number];
  leaving_user_id: number | null;
  leaving_name: string | null;
  leaving_ms: number | null;
  coming_name: string | null;
  coming_ms: number | null;
  /** JSON of what it tells, held since the leaving person signed; once it is accepted, that stands in `accepted_handovers`. */
  content: string | null;
  /** JSON of the marks that the one before has told up to; null: in what is older than these. */
  after_marks: string | null;
  /** JSON of the marks that it tells up to; null while it runs. */
  up_to_marks: string | null;
}

export interface HandoverTextsTable {
  handover_id: number;
  section: string;
  text: string;
  version: number;
  by_name: string;
  changed_ms: number;
}

/** Append only: what both have signed. */
export interface AcceptedHandoversTable {
  handover_id: number;
  accepted_ms: number;
  /** JSON of what it tells, its texts and the remark. */
  content: string;
}

export interface HandoverTables {
  shift_plans: ShiftPlansTable;
  handovers: HandoversTable;
  handover_texts: HandoverTextsTable;
  accepted_handovers: AcceptedHandoversTable;
}
