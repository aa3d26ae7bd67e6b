import type { Generated } from 'kysely';

/** What was received and could not be stored: the last 1,000 per device or gateway (spec 3 §2). */
export interface QuarantineTable {
  quarantine_id: Generated<number>;
  asset_id: number | null;
  gateway_id: number | null;
  received_ms: number;
  reason: string;
  label: string | null;
  time_ms: number | null;
  excerpt: string;
}

/** The last birth of each Sparkplug edge and device: what the aliases mean, also after a restart. */
export interface SparkplugBirthsTable {
  gateway_id: number;
  group_id: string;
  edge_id: string;
  /** Empty: the edge itself. */
  device_id: string;
  /** The payload in base64. */
  payload: string;
  received_ms: number;
}

export interface IngestTables {
  quarantine: QuarantineTable;
  sparkplug_births: SparkplugBirthsTable;
}
