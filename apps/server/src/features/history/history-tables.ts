import type { Generated } from 'kysely';

/** Edits of the history that were begun and are not in the journal yet; normally empty. */
export interface HistoryEditsTable {
  edit_id: Generated<number>;
  asset_id: number;
  data_item_id: number;
  from_ms: number;
  to_ms: number;
  /** JSON texts. */
  new_value: string;
  values_before: string;
  by_actor: string;
  requested_ms: number;
}

export interface HistoryTables {
  history_edits: HistoryEditsTable;
}
