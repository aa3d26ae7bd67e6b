import type { Generated } from 'kysely';

export interface RigJobsTable {
  job_id: Generated<number>;
  asset_id: number;
  serial_number: string;
  serial_key: string;
  start_ms: number | null;
  end_ms: number | null;
  opened_ms: number;
  opened_by: string;
  /** Null: the rig is on it. */
  closed_ms: number | null;
  closed_by: string | null;
  /** JSON of its attributes as they were when it was closed; of one that is open those of the rig count. */
  attributes: string;
}

export interface JobTables {
  rig_jobs: RigJobsTable;
}
