import { calendarFeeds, type EpochMs, type UserId } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { CalendarFeedsTable } from '../calendar-tables.ts';

const ZONE_KEY = nameKey('timeZone');

export interface FeedRecord {
  feedId: number;
  userId: UserId;
  name: string;
  filter: calendarFeeds.FeedFilter;
  /** In which its owner read times as it was made. */
  zone: string;
  createdMs: EpochMs;
  lastUsedMs: EpochMs | null;
}

function toRecord(row: Selectable<CalendarFeedsTable>): FeedRecord {
  return {
    feedId: row.feed_id,
    userId: row.user_id as UserId,
    name: row.name,
    filter: calendarFeeds.feedFilterSchema.parse(JSON.parse(row.filter)),
    zone: row.zone,
    createdMs: row.created_ms,
    lastUsedMs: row.last_used_ms,
  };
}

/** Addresses at which calendar programs read maintenance; only the hash of each is kept. */
export class FeedRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(feed: Omit<FeedRecord, 'feedId' | 'lastUsedMs'>, secretHash: string): Promise<FeedRecord> {
    const row = await this.#db
      .insertInto('calendar_feeds')
      .values({
        user_id: feed.userId,
        secret_hash: secretHash,
        name: storableText(feed.name),
        filter: storableText(JSON.stringify(feed.filter)),
        zone: feed.zone,
        created_ms: feed.createdMs,
        last_used_ms: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async listOf(userId: UserId): Promise<FeedRecord[]> {
    const query = this.#db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId);
    return (await query.orderBy('feed_id').execute()).map(toRecord);
  }

  /** In the zone that its owner reads times in today, where one is chosen. */
  async findByHash(secretHash: string): Promise<FeedRecord | undefined> {
    const row = await this.#db
      .selectFrom('calendar_feeds as feed')
      .leftJoin('user_attributes as chosen', (join) =>
        join.onRef('chosen.user_id', '=', 'feed.user_id').on('chosen.attribute_key', '=', ZONE_KEY),
      )
      .selectAll('feed')
      .select('chosen.attribute_value')
      .where('secret_hash', '=', secretHash)
      .executeTakeFirst();
    if (!row) return undefined;
    const chosen = row.attribute_value?.trim() ?? '';
    return { ...toRecord(row), ...(isTimeZone(chosen) ? { zone: chosen } : {}) };
  }

  /** Another address, which nobody has used yet; undefined: there is no such feed of this user. */
  async renew(feedId: number, userId: UserId, secretHash: string): Promise<FeedRecord | undefined> {
    const row = await this.#db
      .updateTable('calendar_feeds')
      .set({ secret_hash: secretHash, last_used_ms: null })
      .where('feed_id', '=', feedId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async setLastUsed(feedId: number, lastUsedMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('calendar_feeds')
      .set({ last_used_ms: lastUsedMs })
      .where('feed_id', '=', feedId)
      .execute();
  }

  /** Answers whether there was such a feed of this user. */
  async delete(feedId: number, userId: UserId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('calendar_feeds')
      .where('feed_id', '=', feedId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(numDeletedRows) > 0;
  }
}
