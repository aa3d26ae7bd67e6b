import type { Generated } from 'kysely';

/** Imports of channels of measurement files into data items. */
export interface MeasurementImportsTable {
  job_id: string;
  user_id: number;
  asset_id: number;
  file_id: number;
  filename: string;
  group_name: string;
  channels: number;
  created_ms: number;
  /** Of the portal, or of the node, that carries it out; what ended with its run is under way no longer. */
  run: string;
  state: string;
  /** 1: shown to nobody any more. */
  is_cancelled: Generated<number>;
  points: Generated<number>;
  message: string | null;
}

export interface MeasurementImportTables {
  measurement_imports: MeasurementImportsTable;
}
