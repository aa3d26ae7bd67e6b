/** Which parts the portal has noted as overdue: one row for each point at which a part was due. */
export interface OverdueNoticesTable {
  asset_id: number;
  event_definition_id: number;
  /** By what it was due: its last record, its interval and its counter. */
  due_point: string;
  /** The event by which the portal noted it. */
  event_id: number | null;
  raised_ms: number;
  /** When it was done, or was due no longer. */
  settled_ms: number | null;
}

export interface MaintenanceTables {
  overdue_notices: OverdueNoticesTable;
}
