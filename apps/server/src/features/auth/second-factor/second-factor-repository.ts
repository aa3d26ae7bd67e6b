import type { UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { hashToken } from '#random-token.ts';

export interface SecondFactorRecord {
  sealedSecret: string;
  /** Undefined: set up, but no code has confirmed it yet. */
  confirmedMs: number | undefined;
}

/** Second factors, and the recovery codes that stand in for them, by their hash. */
export class SecondFactorRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(userId: UserId): Promise<SecondFactorRecord | undefined> {
    const row = await this.#db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && { sealedSecret: row.sealed_secret, confirmedMs: row.confirmed_ms ?? undefined };
  }

  /** Begins anew with a secret that counts only once it is confirmed. */
  async replaceUnconfirmed(userId: UserId, sealedSecret: string): Promise<void> {
    await this.#db
      .insertInto('second_factors')
      .values({ user_id: userId, sealed_secret: sealedSecret, confirmed_ms: null, last_step: 0 })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_secret: sealedSecret, last_step: 0 })
          .where('second_factors.confirmed_ms', 'is', null),
      )
      .execute();
  }

  async confirm(userId: UserId, confirmedMs: number): Promise<void> {
    await this.#db
      .updateTable('second_factors')
      .set({ confirmed_ms: confirmedMs })
      .where('user_id', '=', userId)
      .execute();
  }

  /**
   * Uses up the code of a time step, and with it all earlier ones (RFC 6238 §5.2).
   * @returns false when this step or a later one was used already
   */
  async useStep(userId: UserId, step: number): Promise<boolean> {
    const result = await this.#db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  async delete(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await this.#db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  }

  async replaceRecoveryCodes(userId: UserId, codes: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const rows = codes.map((code) => ({ user_id: userId, code_hash: hashToken(code) }));
    await this.#db.insertInto('recovery_codes').values(rows).execute();
  }

  async countRecoveryCodes(userId: UserId): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recovery_codes')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Uses a recovery code up; false when there is none like it. */
  async takeRecoveryCode(userId: UserId, code: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashToken(code))
      .executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }
}
