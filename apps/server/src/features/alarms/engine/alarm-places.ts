import type { EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/**
 * Up to where the alarms of a partition have seen what there is: its stream up to a number, and time up to a moment. All
 * that came of it is written with it, and nothing that comes of what stands behind it.
 */
export interface AlarmPlace {
  readonly partition: number;
  readonly stream: string;
  readonly sequence: number;
  readonly passedMs: EpochMs;
}

/** Where the alarms of each partition are. */
export class AlarmPlaceRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(partition: number): Promise<AlarmPlace | undefined> {
    const row = await this.#db
      .selectFrom('alarm_places')
      .selectAll()
      .where('partition', '=', partition)
      .executeTakeFirst();
    return row && { partition, stream: row.stream, sequence: row.sequence, passedMs: row.passed_ms };
  }

  async save(places: readonly AlarmPlace[]): Promise<void> {
    if (places.length === 0) return;
    await this.#db
      .insertInto('alarm_places')
      .values(
        places.map(({ partition, stream, sequence, passedMs }) => ({
          partition,
          stream,
          sequence,
          passed_ms: passedMs,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('partition').doUpdateSet((set) => ({
          stream: set.ref('excluded.stream'),
          sequence: set.ref('excluded.sequence'),
          passed_ms: set.ref('excluded.passed_ms'),
        })),
      )
      .execute();
  }
}
