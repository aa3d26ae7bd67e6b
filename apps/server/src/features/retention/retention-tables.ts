import type { Generated } from 'kysely';

/** Drops of old history that were begun and are not in the journal yet; normally empty. */
export interface RetentionDropsTable {
  drop_id: Generated<number>;
  before_ms: number;
  /** Keys of the series as a JSON array; null: all. */
  series: string | null;
  /** How many there were to drop. */
  points: number;
  /** JSON. */
  why: string;
  begun_ms: number;
}

export interface RetentionTables {
  retention_drops: RetentionDropsTable;
}
