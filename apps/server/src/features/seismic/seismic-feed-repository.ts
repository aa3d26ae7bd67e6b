import { type EpochMs, seismic } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';

/** What a feed answered, and when. */
export interface FeedAnswer {
  readonly fetchedMs: EpochMs;
  readonly leftOut: number;
  readonly events: readonly seismic.SeismicEvent[];
}

const eventsSchema = z.array(seismic.seismicEventSchema);

/** The last answer of each earthquake feed, kept over a restart. */
export class SeismicFeedRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Undefined: it never answered from this address. */
  async find(name: string, url: string): Promise<FeedAnswer | undefined> {
    const row = await this.#db
      .selectFrom('seismic_feeds')
      .selectAll()
      .where('name', '=', name)
      .where('url', '=', url)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const events = eventsSchema.parse(JSON.parse(row.events));
    return { fetchedMs: row.fetched_ms, leftOut: row.left_out, events };
  }

  async save(name: string, url: string, { fetchedMs, leftOut, events }: FeedAnswer): Promise<void> {
    const said = { url, fetched_ms: fetchedMs, left_out: leftOut, events: JSON.stringify(events) };
    await this.#db
      .insertInto('seismic_feeds')
      .values({ name, ...said })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(said))
      .execute();
  }

  /** The feed answered the same again. */
  async touch(name: string, url: string, fetchedMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('seismic_feeds')
      .set({ fetched_ms: fetchedMs })
      .where('name', '=', name)
      .where('url', '=', url)
      .execute();
  }
}
