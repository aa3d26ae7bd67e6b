import type { Generated } from 'kysely';

export interface CalendarFeedsTable {
  feed_id: Generated<number>;
  user_id: number;
  secret_hash: string;
  name: string;
  /** JSON text. */
  filter: string;
  /** Of the browser in which it was made. */
  zone: string;
  created_ms: number;
  last_used_ms: number | null;
}

export interface MaintenanceSeriesTable {
  series_id: Generated<number>;
  asset_id: number;
  event_definition_id: number;
  /** JSON text. */
  repeat: string;
  start_ms: number;
  /** By a counter: it counts from here on, or from when it was done after that. */
  since_ms: number | null;
  created_ms: number;
  is_ended: number;
}

export interface MaintenanceOccurrencesTable {
  series_id: number;
  number: number;
  /** Null: its event was deleted, or never made. */
  event_id: number | null;
  slot_ms: number;
  /** JSON text: what the pace of a counter says of it. */
  forecast: string | null;
}

export interface CalendarTables {
  maintenance_series: MaintenanceSeriesTable;
  maintenance_occurrences: MaintenanceOccurrencesTable;
  calendar_feeds: CalendarFeedsTable;
}
