import type { UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { hashToken } from '#random-token.ts';

/** Reset links by the hash of their id: a reader of the file cannot use them. A user has at most one. */
export class PasswordResetRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** A newer link ends the older one. The user's record keeps that there was one. */
  async replace(userId: UserId, changeId: string, expiresMs: number): Promise<void> {
    await this.#db.updateTable('users').set({ reset_expires_ms: expiresMs }).where('user_id', '=', userId).execute();
    await this.#db
      .insertInto('password_resets')
      .values({ change_hash: hashToken(changeId), user_id: userId, expires_ms: expiresMs })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ change_hash: hashToken(changeId), expires_ms: expiresMs }),
      )
      .execute();
  }

  async find(changeId: string): Promise<{ userId: UserId; expiresMs: number } | undefined> {
    const row = await this.#db
      .selectFrom('password_resets')
      .selectAll()
      .where('change_hash', '=', hashToken(changeId))
      .executeTakeFirst();
    return row && { userId: row.user_id as UserId, expiresMs: row.expires_ms };
  }

  /** Uses a link up; false when somebody was faster. */
  async take(changeId: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('password_resets')
      .where('change_hash', '=', hashToken(changeId))
      .executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }

  /** Ends the link of a user, if there is one. */
  async deleteOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  }

  async deleteExpired(nowMs: number): Promise<void> {
    await this.#db.deleteFrom('password_resets').where('expires_ms', '<=', nowMs).execute();
  }
}
