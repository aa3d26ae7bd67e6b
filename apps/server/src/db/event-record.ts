import type { AssetId, EpochMs, EventDefinitionId, EventId, events } from '@telltale/contract';
import type { Selectable } from 'kysely';
import type { Database } from './schema.ts';

/** An event as it is stored, for every part of the portal that reads some. */
export interface EventRecord {
  eventId: EventId;
  assetId: AssetId;
  eventDefinitionId: EventDefinitionId;
  /** When it happened, or is to happen. */
  timestampMs: EpochMs;
  receivedMs: EpochMs;
  cause: string;
  meta: string;
  status: events.EventStatus;
  user: string;
}

export function toEventRecord(row: Selectable<Database['events']>): EventRecord {
  return {
    eventId: row.event_id as EventId,
    assetId: row.asset_id as AssetId,
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
    timestampMs: row.timestamp_ms,
    receivedMs: row.received_ms,
    cause: row.cause,
    meta: row.meta,
    status: row.status as events.EventStatus,
    user: row.by_name,
  };
}
