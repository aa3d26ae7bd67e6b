import { type AssetDefinitionId, type EpochMs, type EventDefinitionId, events } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { EventDefinitionsTable } from './event-tables.ts';

export interface EventDefinitionRecord {
  eventDefinitionId: EventDefinitionId;
  /** Null: of every asset, and the portal's own. */
  assetDefinitionId: AssetDefinitionId | null;
  name: string;
  alias: string;
  category: number;
  reason: string;
}

export type NewEventDefinition = Omit<EventDefinitionRecord, 'eventDefinitionId'>;

export function toEventDefinition(row: Selectable<EventDefinitionsTable>): EventDefinitionRecord {
  return {
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId | null,
    name: row.name,
    alias: row.alias,
    category: row.category,
    reason: row.reason,
  };
}

function columnsOf(definition: NewEventDefinition) {
  return {
    asset_definition_id: definition.assetDefinitionId,
    name: storableText(definition.name),
    alias: storableText(definition.alias),
    category: definition.category,
    reason: storableText(definition.reason),
  };
}

/** What kinds of events there are, by asset definition. */
export class EventDefinitionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By name. */
  async listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<EventDefinitionRecord[]> {
    const rows = await this.#db
      .selectFrom('event_definitions')
      .selectAll()
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('name')
      .orderBy('event_definition_id')
      .execute();
    return rows.map(toEventDefinition);
  }

  async find(eventDefinitionId: EventDefinitionId): Promise<EventDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('event_definitions')
      .selectAll()
      .where('event_definition_id', '=', eventDefinitionId)
      .executeTakeFirst();
    return row && toEventDefinition(row);
  }

  /** What every asset has for notes. */
  async findNote(): Promise<EventDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('event_definitions')
      .selectAll()
      .where('asset_definition_id', 'is', null)
      .where('category', '=', events.CATEGORY_ANNOTATION)
      .executeTakeFirst();
    return row && toEventDefinition(row);
  }

  async insert(definition: NewEventDefinition, createdMs: EpochMs): Promise<EventDefinitionRecord> {
    const row = await this.#db
      .insertInto('event_definitions')
      .values({ ...columnsOf(definition), created_ms: createdMs })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toEventDefinition(row);
  }

  async update(definition: EventDefinitionRecord): Promise<void> {
    await this.#db
      .updateTable('event_definitions')
      .set(columnsOf(definition))
      .where('event_definition_id', '=', definition.eventDefinitionId)
      .execute();
  }

  async delete(eventDefinitionId: EventDefinitionId): Promise<void> {
    await this.#db.deleteFrom('event_definitions').where('event_definition_id', '=', eventDefinitionId).execute();
  }

  async countEvents(eventDefinitionId: EventDefinitionId): Promise<number> {
    const { count } = await this.#db
      .selectFrom('events')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('event_definition_id', '=', eventDefinitionId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
