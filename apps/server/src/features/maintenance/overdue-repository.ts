import { type AssetId, type EpochMs, type EventDefinitionId, type EventId, events } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

export interface DuePoint {
  readonly assetId: AssetId;
  readonly eventDefinitionId: EventDefinitionId;
  readonly duePoint: string;
}

export interface OpenNotice extends DuePoint {
  readonly eventId: EventId | null;
}

/** What the portal noted as overdue. */
export class OverdueRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** What was noted and is not settled. */
  async listOpen(): Promise<OpenNotice[]> {
    const rows = await this.#db
      .selectFrom('overdue_notices')
      .select(['asset_id', 'event_definition_id', 'due_point', 'event_id'])
      .where('settled_ms', 'is', null)
      .execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      eventDefinitionId: row.event_definition_id as EventDefinitionId,
      duePoint: row.due_point,
      eventId: row.event_id as EventId | null,
    }));
  }

  /** The kind of the portal's own events. */
  async overdueKind(): Promise<EventDefinitionId> {
    const { event_definition_id } = await this.#db
      .selectFrom('event_definitions')
      .select('event_definition_id')
      .where('asset_definition_id', 'is', null)
      .where('category', '=', events.CATEGORY_MAINTENANCE)
      .executeTakeFirstOrThrow();
    return event_definition_id as EventDefinitionId;
  }

  /** Answers whether the part is there and this was not noted yet: then it is now, for whoever asks next. */
  async claim({ assetId, eventDefinitionId, duePoint }: DuePoint, raisedMs: EpochMs): Promise<boolean> {
    const exists = await this.#db
      .selectFrom('assets')
      .innerJoin('event_definitions as kind', 'kind.asset_definition_id', 'assets.asset_definition_id')
      .select('assets.asset_id')
      .where('assets.asset_id', '=', assetId)
      .where('kind.event_definition_id', '=', eventDefinitionId)
      .executeTakeFirst();
    if (!exists) return false;
    const claimed = await this.#db
      .insertInto('overdue_notices')
      .values({
        asset_id: assetId,
        event_definition_id: eventDefinitionId,
        due_point: duePoint,
        event_id: null,
        raised_ms: raisedMs,
        settled_ms: null,
      })
      // What was cancelled meanwhile, since its plan said otherwise for a time, is noted anew.
      .onConflict((conflict) =>
        conflict
          .columns(['asset_id', 'event_definition_id', 'due_point'])
          .doUpdateSet({ event_id: null, raised_ms: raisedMs, settled_ms: null })
          .where('overdue_notices.settled_ms', 'is not', null),
      )
      .returning('asset_id')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  async setEvent({ assetId, eventDefinitionId, duePoint }: DuePoint, eventId: EventId): Promise<void> {
    await this.#db
      .updateTable('overdue_notices')
      .set({ event_id: eventId })
      .where('asset_id', '=', assetId)
      .where('event_definition_id', '=', eventDefinitionId)
      .where('due_point', '=', duePoint)
      .execute();
  }

  /** Answers whether it was open until now. */
  async settle({ assetId, eventDefinitionId, duePoint }: DuePoint, settledMs: EpochMs): Promise<boolean> {
    const settled = await this.#db
      .updateTable('overdue_notices')
      .set({ settled_ms: settledMs })
      .where('asset_id', '=', assetId)
      .where('event_definition_id', '=', eventDefinitionId)
      .where('due_point', '=', duePoint)
      .where('settled_ms', 'is', null)
      .returning('asset_id')
      .executeTakeFirst();
    return settled !== undefined;
  }
}
