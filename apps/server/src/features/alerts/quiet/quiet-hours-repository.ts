import { type EpochMs, quietHours, type UserId } from '@telltale/contract';
import { isTimeZone, type QuietHours, type QuietSpan } from '@telltale/domain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';

/** From which severity on alarms break through for who has set nothing, and for machines. */
export const USUALLY_BREAKS_THROUGH = 10;

/** What a user has set. */
export interface QuietSettings {
  spans: readonly QuietSpan[];
  /** Null: nothing breaks through. */
  breaksThrough: number | null;
  zone: string;
}

/** What counts: in the zone that the user reads times in, where one is chosen. */
export interface PersonalQuiet extends QuietHours {
  breaksThrough: number | null;
}

const IDS_PER_STATEMENT = 500;
const ZONE_KEY = nameKey('timeZone');
const storedSchema = z.array(quietHours.quietSpanSchema);

/** When users are told of alarms later. */
export class QuietHoursRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(userId: UserId): Promise<QuietSettings | undefined> {
    const row = await this.#db
      .selectFrom('alert_quiet_hours')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return undefined;
    return { spans: spansOf(row.spans), breaksThrough: row.breaks_through, zone: row.zone };
  }

  /** Of those of these users who have set any, by their ids. */
  async list(userIds: readonly number[]): Promise<Map<number, PersonalQuiet>> {
    const found = new Map<number, PersonalQuiet>();
    for (let first = 0; first < userIds.length; first += IDS_PER_STATEMENT) {
      const rows = await this.#db
        .selectFrom('alert_quiet_hours as quiet')
        .leftJoin('user_attributes as chosen', (join) =>
          join.onRef('chosen.user_id', '=', 'quiet.user_id').on('chosen.attribute_key', '=', ZONE_KEY),
        )
        .select(['quiet.user_id', 'quiet.spans', 'quiet.breaks_through', 'quiet.zone', 'chosen.attribute_value'])
        .where('quiet.user_id', 'in', userIds.slice(first, first + IDS_PER_STATEMENT))
        .execute();
      for (const row of rows) {
        const chosen = row.attribute_value?.trim() ?? '';
        const zone = chosen !== '' && isTimeZone(chosen) ? chosen : row.zone;
        found.set(row.user_id, { zone, spans: spansOf(row.spans), breaksThrough: row.breaks_through });
      }
    }
    return found;
  }

  async put(userId: UserId, { spans, breaksThrough, zone }: QuietSettings, changedMs: EpochMs): Promise<void> {
    const row = {
      spans: JSON.stringify(spans),
      breaks_through: breaksThrough,
      zone: storableText(zone),
      changed_ms: changedMs,
    };
    await this.#db
      .insertInto('alert_quiet_hours')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }
}

const spansOf = (text: string): QuietSpan[] => storedSchema.parse(JSON.parse(text));
