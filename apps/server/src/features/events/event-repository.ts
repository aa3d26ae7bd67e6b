import { type AssetId, type EpochMs, type EventId, events } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { type EventRecord, toEventRecord } from '#db/event-record.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

export type NewEvent = Omit<EventRecord, 'eventId'>;

export interface EventFilter {
  assetId: AssetId;
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
  category?: number | undefined;
  limit: number;
  offset: number;
}

const ROWS_PER_STATEMENT = 1_000;

function columnsOf(event: NewEvent) {
  return {
    asset_id: event.assetId,
    event_definition_id: event.eventDefinitionId,
    timestamp_ms: event.timestampMs,
    received_ms: event.receivedMs,
    cause: storableText(event.cause),
    meta: storableText(event.meta),
    status: event.status,
    by_name: storableText(event.user),
  };
}

/** What happened to assets, and what is planned: annotations, maintenance, going offline and coming back. */
export class EventRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Newest first. */
  async list(filter: EventFilter): Promise<EventRecord[]> {
    let query = this.#db
      .selectFrom('events')
      .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
      .selectAll('events')
      .where('events.asset_id', '=', filter.assetId);
    if (filter.fromMs !== undefined) query = query.where('timestamp_ms', '>=', filter.fromMs);
    if (filter.toMs !== undefined) query = query.where('timestamp_ms', '<=', filter.toMs);
    if (filter.category !== undefined) query = query.where('kind.category', '=', filter.category);
    const rows = await query
      .orderBy('timestamp_ms', 'desc')
      .orderBy('event_id', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    return rows.map(toEventRecord);
  }

  async find(eventId: EventId): Promise<EventRecord | undefined> {
    const row = await this.#db.selectFrom('events').selectAll().where('event_id', '=', eventId).executeTakeFirst();
    return row && toEventRecord(row);
  }

  /** Whether an asset was online after the last event of its connection. */
  async wasConnected(assetId: AssetId): Promise<boolean> {
    const row = await this.#db
      .selectFrom('events')
      .select('event_definition_id')
      .where('asset_id', '=', assetId)
      .where('event_definition_id', 'in', [events.OFFLINE_EVENT_DEFINITION_ID, events.ONLINE_EVENT_DEFINITION_ID])
      .orderBy('timestamp_ms', 'desc')
      .orderBy('event_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.event_definition_id === events.ONLINE_EVENT_DEFINITION_ID;
  }

  async insert(event: NewEvent): Promise<EventRecord> {
    const row = await this.#db.insertInto('events').values(columnsOf(event)).returningAll().executeTakeFirstOrThrow();
    return toEventRecord(row);
  }

  /** Writes events of assets that are still there; those of others are passed over. */
  async insertOfExisting(inputs: readonly NewEvent[]): Promise<void> {
    for (let first = 0; first < inputs.length; first += ROWS_PER_STATEMENT) {
      const some = inputs.slice(first, first + ROWS_PER_STATEMENT);
      const ids = [...new Set(some.map(({ assetId }) => assetId))];
      const rows = await this.#db.selectFrom('assets').select('asset_id').where('asset_id', 'in', ids).execute();
      const existing = new Set(rows.map((row) => row.asset_id));
      const values = some.filter(({ assetId }) => existing.has(assetId)).map(columnsOf);
      if (values.length > 0) await this.#db.insertInto('events').values(values).execute();
    }
  }

  async update(event: EventRecord): Promise<void> {
    await this.#db.updateTable('events').set(columnsOf(event)).where('event_id', '=', event.eventId).execute();
  }

  async delete(eventId: EventId): Promise<void> {
    await this.#db.deleteFrom('events').where('event_id', '=', eventId).execute();
  }
}
