import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#db/schema.ts';

/** Settings of the portal itself by their names, each parsed as its reader knows it. */
export class PortalSettingRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Undefined where it was never said. */
  async find<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const row = await this.#db
      .selectFrom('portal_settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && schema.parse(JSON.parse(row.value));
  }

  /** @param value undefined: it is as if it had never been said */
  async save(name: string, value: unknown): Promise<void> {
    await this.#db.deleteFrom('portal_settings').where('name', '=', name).execute();
    if (value === undefined) return;
    await this.#db
      .insertInto('portal_settings')
      .values({ name, value: JSON.stringify(value) })
      .execute();
  }
}
