import {
  type AssetDefinitionId,
  type AssetId,
  type EpochMs,
  type EventDefinitionId,
  type EventId,
  events,
} from '@telltale/contract';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';

export interface PartDefinition {
  readonly eventDefinitionId: EventDefinitionId;
  readonly assetDefinitionId: AssetDefinitionId;
  readonly name: string;
  readonly reason: string;
}

/** What somebody wrote down of a part that was done: an event of the asset. */
export interface PartDone {
  readonly eventId: EventId;
  readonly assetId: AssetId;
  readonly eventDefinitionId: EventDefinitionId;
  readonly timestampMs: EpochMs;
  readonly cause: string;
  readonly meta: string;
  readonly user: string;
}

const COLUMNS = [
  'events.event_id',
  'events.asset_id',
  'events.event_definition_id',
  'events.timestamp_ms',
  'events.cause',
  'events.meta',
  'events.by_name',
] as const;

interface Row {
  event_id: number;
  asset_id: number;
  event_definition_id: number;
  timestamp_ms: number;
  cause: string;
  meta: string;
  by_name: string;
}

function toDone(row: Row): PartDone {
  return {
    eventId: row.event_id as EventId,
    assetId: row.asset_id as AssetId,
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
    timestampMs: row.timestamp_ms,
    cause: row.cause,
    meta: row.meta,
    user: row.by_name,
  };
}

function toDefinition(row: {
  event_definition_id: number;
  asset_definition_id: number | null;
  name: string;
  reason: string;
}): PartDefinition {
  return {
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    name: row.name,
    reason: row.reason,
  };
}

function newestFirst(done: SelectQueryBuilder<Database, 'events', object>) {
  return done.select(COLUMNS).orderBy('timestamp_ms', 'desc').orderBy('event_id', 'desc');
}

/** Kinds of maintenance, and when each was done. Only what is completed was done (spec 1 §3). */
export class PartRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Every kind of maintenance that an asset definition has, by name. */
  async listDefinitions(): Promise<PartDefinition[]> {
    const rows = await this.#definitions().orderBy('name').orderBy('event_definition_id').execute();
    return rows.map(toDefinition);
  }

  async findDefinition(eventDefinitionId: EventDefinitionId): Promise<PartDefinition | undefined> {
    const row = await this.#definitions().where('event_definition_id', '=', eventDefinitionId).executeTakeFirst();
    return row && toDefinition(row);
  }

  #definitions() {
    return this.#db
      .selectFrom('event_definitions')
      .select(['event_definition_id', 'asset_definition_id', 'name', 'reason'])
      .where('category', '=', events.CATEGORY_MAINTENANCE)
      .where('asset_definition_id', 'is not', null);
  }

  /** When each part was last done up to a time: of one asset, or of all. One statement, however many records there are. */
  async listLast(atMs: EpochMs, assetId?: AssetId): Promise<PartDone[]> {
    const rows = await this.#db
      .selectFrom((from) => {
        const last = from
          .selectFrom('events')
          .select(['asset_id', 'event_definition_id'])
          .select((select) => select.fn.max('timestamp_ms').as('last_ms'))
          .where('status', '=', events.EVENT_COMPLETED)
          .where('timestamp_ms', '<=', atMs)
          .groupBy(['asset_id', 'event_definition_id']);
        return (assetId === undefined ? last : last.where('asset_id', '=', assetId)).as('last');
      })
      .innerJoin('events', (join) =>
        join
          .onRef('events.asset_id', '=', 'last.asset_id')
          .onRef('events.event_definition_id', '=', 'last.event_definition_id')
          .onRef('events.timestamp_ms', '=', 'last.last_ms'),
      )
      .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
      .select(COLUMNS)
      .where('events.status', '=', events.EVENT_COMPLETED)
      .where('kind.category', '=', events.CATEGORY_MAINTENANCE)
      .where('kind.asset_definition_id', 'is not', null)
      // Of two at the same time the one that was written down later.
      .orderBy('events.event_id')
      .execute();
    return rows.map(toDone);
  }

  /** When a part of an asset was last done up to a time. */
  async findLast(assetId: AssetId, eventDefinitionId: EventDefinitionId, atMs: EpochMs): Promise<PartDone | undefined> {
    const row = await newestFirst(this.#done(assetId, eventDefinitionId, atMs))
      .limit(1)
      .executeTakeFirst();
    return row && toDone(row);
  }

  /** Newest first. */
  async listOfPart(
    assetId: AssetId,
    eventDefinitionId: EventDefinitionId,
    { atMs, limit, offset }: { atMs: EpochMs; limit: number; offset: number },
  ): Promise<{ total: number; records: PartDone[] }> {
    const done = this.#done(assetId, eventDefinitionId, atMs);
    const { count } = await done.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await newestFirst(done).limit(limit).offset(offset).execute();
    return { total: Number(count), records: rows.map(toDone) };
  }

  #done(assetId: AssetId, eventDefinitionId: EventDefinitionId, atMs: EpochMs) {
    return this.#db
      .selectFrom('events')
      .where('asset_id', '=', assetId)
      .where('event_definition_id', '=', eventDefinitionId)
      .where('status', '=', events.EVENT_COMPLETED)
      .where('timestamp_ms', '<=', atMs);
  }

  /** Undefined: there is none, or it is not completed. */
  async findDone(eventId: EventId): Promise<PartDone | undefined> {
    const row = await this.#db
      .selectFrom('events')
      .select(COLUMNS)
      .where('event_id', '=', eventId)
      .where('status', '=', events.EVENT_COMPLETED)
      .executeTakeFirst();
    return row && toDone(row);
  }
}
