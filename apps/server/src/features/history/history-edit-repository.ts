import type { AssetId, DataItemId, EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#journal/journal.ts';

/** A range of one series that is set to one value. */
export interface HistoryEdit {
  assetId: AssetId;
  dataItemId: DataItemId;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** What was there, as runs of equal values; of a long range its minima and maxima. */
export type ValuesBefore = readonly { from: string; value: number | string | null }[];

export interface PlannedEdit extends HistoryEdit {
  newValue: number | string;
  before: ValuesBefore;
  by: Actor;
  requestedMs: EpochMs;
}

export interface BegunEdit extends PlannedEdit {
  editId: number;
}

/** Edits of the history between their beginning and their entry in the journal. */
export class HistoryEditRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(edit: PlannedEdit): Promise<BegunEdit> {
    const { edit_id } = await this.#db
      .insertInto('history_edits')
      .values({
        asset_id: edit.assetId,
        data_item_id: edit.dataItemId,
        from_ms: edit.fromMs,
        to_ms: edit.toMs,
        new_value: JSON.stringify(edit.newValue),
        values_before: JSON.stringify(edit.before),
        by_actor: JSON.stringify(edit.by),
        requested_ms: edit.requestedMs,
      })
      .returning('edit_id')
      .executeTakeFirstOrThrow();
    return { ...edit, editId: edit_id };
  }

  /** In the order in which they were begun. */
  async list(): Promise<BegunEdit[]> {
    const rows = await this.#db.selectFrom('history_edits').selectAll().orderBy('edit_id').execute();
    return rows.map((row) => ({
      editId: row.edit_id,
      assetId: row.asset_id as AssetId,
      dataItemId: row.data_item_id as DataItemId,
      fromMs: row.from_ms,
      toMs: row.to_ms,
      newValue: JSON.parse(row.new_value),
      before: JSON.parse(row.values_before),
      by: JSON.parse(row.by_actor),
      requestedMs: row.requested_ms,
    }));
  }

  /** @returns those that were still there: another node may have ended one meanwhile */
  async delete(editIds: readonly number[]): Promise<number[]> {
    if (editIds.length === 0) return [];
    const deleted = this.#db.deleteFrom('history_edits').where('edit_id', 'in', editIds).returning('edit_id');
    return (await deleted.execute()).map(({ edit_id }) => edit_id);
  }
}
