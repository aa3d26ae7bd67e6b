/** When a user is told of alarms later. */
export interface AlertQuietHoursTable {
  user_id: number;
  /** JSON: a list of `QuietSpan`. */
  spans: string;
  /** Alarms of this severity and above are told at once; null: none is. */
  breaks_through: number | null;
  /** IANA: for who has chosen no time zone. */
  zone: string;
  changed_ms: number;
}

export interface QuietTables {
  alert_quiet_hours: AlertQuietHoursTable;
}
