import type { Generated } from 'kysely';

export interface EventDefinitionsTable {
  event_definition_id: Generated<number>;
  /** Null: of every asset. */
  asset_definition_id: number | null;
  name: string;
  alias: string;
  /** 0 annotation, 1 maintenance, anything else an event. */
  category: number;
  /** JSON text as the client sent it. */
  reason: string;
  created_ms: number;
}

export interface EventsTable {
  event_id: Generated<number>;
  asset_id: number;
  event_definition_id: number;
  timestamp_ms: number;
  received_ms: number;
  cause: string;
  /** JSON text as the client sent it. */
  meta: string;
  status: number;
  by_name: string;
}

export interface EventTables {
  event_definitions: EventDefinitionsTable;
  events: EventsTable;
}
