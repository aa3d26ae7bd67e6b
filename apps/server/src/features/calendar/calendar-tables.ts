import type { Generated } from 'kysely';

export interface CalendarFeedsTable {
  feed_id: Generated<number>;
  user_id: number;
  secret_hash: string;
  name: string;
  /** JSON text. */
  filter: string;
  created_ms: number;
  last_used_ms: number | null;
}

export interface CalendarTables {
  calendar_feeds: CalendarFeedsTable;
}
