import type { UserId } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';

/** The alternative mail address of a user. */
const ALT_EMAIL = 'altEmail';
const ZONE_KEY = nameKey('timeZone');
export const ALT_EMAIL_KEY = nameKey(ALT_EMAIL);

export interface UserAttributeRecord {
  userId: UserId;
  attributeName: string;
  attributeValue: string;
}

export class UserAttributeRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(userId: UserId): Promise<UserAttributeRecord[]> {
    const rows = await this.#db
      .selectFrom('user_attributes')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('attribute_key')
      .execute();
    return rows.map((row) => ({
      userId,
      attributeName: row.attribute_name,
      attributeValue: row.attribute_value,
    }));
  }

  /** Creates or changes each; names match without regard to case. */
  async save(attributes: readonly UserAttributeRecord[]): Promise<void> {
    for (const { userId, attributeName, attributeValue } of attributes) {
      await this.#db
        .insertInto('user_attributes')
        .values({
          user_id: userId,
          attribute_key: nameKey(attributeName),
          attribute_name: storableText(attributeName),
          attribute_value: storableText(attributeValue),
        })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'attribute_key']).doUpdateSet({ attribute_value: storableText(attributeValue) }),
        )
        .execute();
    }
  }

  /** The zone in which a user reads times (IANA); undefined: none is chosen. */
  async zoneOf(userId: UserId): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('user_attributes')
      .select('attribute_value')
      .where('user_id', '=', userId)
      .where('attribute_key', '=', ZONE_KEY)
      .executeTakeFirst();
    const zone = row?.attribute_value.trim() ?? '';
    return zone !== '' && isTimeZone(zone) ? zone : undefined;
  }

  /** The address beside the user name; empty when there is none. */
  async altEmailOf(userId: UserId): Promise<string> {
    const row = await this.#db
      .selectFrom('user_attributes')
      .select('attribute_value')
      .where('user_id', '=', userId)
      .where('attribute_key', '=', ALT_EMAIL_KEY)
      .executeTakeFirst();
    return row?.attribute_value ?? '';
  }

  async setAltEmail(userId: UserId, address: string): Promise<void> {
    await this.save([{ userId, attributeName: ALT_EMAIL, attributeValue: address }]);
  }

  /** Whether some user has this alternative address, compared without regard to case. */
  async isAltEmail(address: string): Promise<boolean> {
    const sought = storableText(address).trim().toLowerCase();
    const row = await this.#db
      .selectFrom('user_attributes')
      .select('user_id')
      .where('attribute_key', '=', ALT_EMAIL_KEY)
      .where((where) => where(where.fn<string>('lower', ['attribute_value']), '=', sought))
      .executeTakeFirst();
    return row !== undefined;
  }
}
