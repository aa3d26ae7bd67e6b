import type { UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** Which account a person of an identity provider has. The subject never changes, unlike an e-mail address. */
export class ExternalLoginRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findUser(issuer: string, subject: string): Promise<UserId | undefined> {
    const row = await this.#db
      .selectFrom('external_logins')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row && (row.user_id as UserId);
  }

  async insert(login: { issuer: string; subject: string; userId: UserId; createdMs: number }): Promise<void> {
    const { issuer, subject, userId, createdMs } = login;
    await this.#db
      .insertInto('external_logins')
      .values({ issuer, subject, user_id: userId, created_ms: createdMs })
      .execute();
  }

  async isConnected(userId: UserId): Promise<boolean> {
    const row = await this.#db
      .selectFrom('external_logins')
      .select('subject')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async deleteOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('external_logins').where('user_id', '=', userId).execute();
  }
}
