export interface ExportJobsTable {
  job_id: string;
  user_id: number;
  state: string;
  filename: string;
  /** JSON texts. */
  plan: string;
  notes: string;
  mails: string;
  created_ms: number;
  /** How often it was begun. */
  attempts: number;
  points: number;
  length: number | null;
  expires_ms: number | null;
  message: string | null;
}

export interface ExportTables {
  export_jobs: ExportJobsTable;
}
