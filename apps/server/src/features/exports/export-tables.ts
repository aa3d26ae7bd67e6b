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
  /** By which it was made; null: somebody asked for it. */
  schedule_id: string | null;
}

export interface ExportSchedulesTable {
  schedule_id: string;
  user_id: number;
  /** JSON texts. */
  rhythm: string;
  template: string;
  created_ms: number;
  next_ms: number;
  last_ms: number | null;
  /** Why the newest run made no export. */
  last_message: string | null;
  /** Which it made. */
  last_job_id: string | null;
}

export interface ExportTables {
  export_jobs: ExportJobsTable;
  export_schedules: ExportSchedulesTable;
}
