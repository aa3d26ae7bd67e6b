import type { UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';

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

  /** Creates or changes each; names match without regard to case. All or none. */
  async save(attributes: readonly UserAttributeRecord[]): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      for (const { userId, attributeName, attributeValue } of attributes) {
        await trx
          .insertInto('user_attributes')
          .values({
            user_id: userId,
            attribute_key: nameKey(attributeName),
            attribute_name: storableText(attributeName),
            attribute_value: storableText(attributeValue),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'attribute_key'])
              .doUpdateSet({ attribute_value: storableText(attributeValue) }),
          )
          .execute();
      }
    });
  }

  /** Whether some user has this attribute with this value, compared without regard to case. */
  async hasValue(attributeName: string, value: string): Promise<boolean> {
    const sought = storableText(value).trim().toLowerCase();
    const row = await this.#db
      .selectFrom('user_attributes')
      .select('user_id')
      .where('attribute_key', '=', nameKey(attributeName))
      .where((where) => where(where.fn<string>('lower', ['attribute_value']), '=', sought))
      .executeTakeFirst();
    return row !== undefined;
  }
}
