import type { Generated } from 'kysely';

/** Data items that are calculated again for a range of the past. */
export interface RecalculationsTable {
  job_id: string;
  user_id: number;
  /** Who asked for it, as the journal names them: JSON. */
  by_actor: string;
  asset_definition_id: number;
  data_item_id: number;
  label: string;
  /** JSON. */
  asset_ids: string;
  from_ms: number;
  to_ms: number;
  created_ms: number;
  state: string;
  assets_done: Generated<number>;
  points: Generated<number>;
  message: string | null;
}

export interface CalculationTables {
  recalculations: RecalculationsTable;
}
