import type { EpochMs } from '@telltale/contract';
import type { SeriesKey } from '@telltale/historian';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** Points that are older than a time: of some series, or of all. */
export interface PlannedDrop {
  beforeMs: EpochMs;
  keys: readonly SeriesKey[] | undefined;
  /** How many there were when it was planned. */
  points: number;
  why: Readonly<Record<string, unknown>>;
  begunMs: EpochMs;
}

export interface BegunDrop extends PlannedDrop {
  dropId: number;
}

/** Drops of old history between their beginning and their entry in the journal. */
export class RetentionDropRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): RetentionDropRepository {
    return new RetentionDropRepository(transaction);
  }

  async insert(drop: PlannedDrop): Promise<BegunDrop> {
    const { drop_id } = await this.#db
      .insertInto('retention_drops')
      .values({
        before_ms: drop.beforeMs,
        series: drop.keys === undefined ? null : JSON.stringify(drop.keys),
        points: drop.points,
        why: JSON.stringify(drop.why),
        begun_ms: drop.begunMs,
      })
      .returning('drop_id')
      .executeTakeFirstOrThrow();
    return { ...drop, dropId: drop_id };
  }

  /** In the order in which they were begun. */
  async list(): Promise<BegunDrop[]> {
    const rows = await this.#db.selectFrom('retention_drops').selectAll().orderBy('drop_id').execute();
    return rows.map((row) => ({
      dropId: row.drop_id,
      beforeMs: row.before_ms,
      keys: row.series === null ? undefined : JSON.parse(row.series),
      points: row.points,
      why: JSON.parse(row.why),
      begunMs: row.begun_ms,
    }));
  }

  async delete(dropId: number): Promise<void> {
    await this.#db.deleteFrom('retention_drops').where('drop_id', '=', dropId).execute();
  }
}
