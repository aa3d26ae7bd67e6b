import type { UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { hashToken } from '#random-token.ts';
import type { AddressChangesTable } from '../auth-tables.ts';

export interface AddressChangeRecord {
  userId: UserId;
  address: string;
  /** Of the password that the account had when the change was asked for. */
  passwordMark: string;
  expiresMs: number;
}

function toRecord(row: Selectable<AddressChangesTable>): AddressChangeRecord {
  return {
    userId: row.user_id as UserId,
    address: row.address,
    passwordMark: row.password_mark,
    expiresMs: row.expires_ms,
  };
}

/** Addresses that wait to be confirmed, by the hash of what was mailed to them. A user has at most one. */
export class AddressChangeRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** A newer change ends the older one. */
  async replace({ userId, address, passwordMark, expiresMs }: AddressChangeRecord, changeId: string): Promise<void> {
    const change = {
      address,
      change_hash: hashToken(changeId),
      password_mark: passwordMark,
      expires_ms: expiresMs,
    };
    await this.#db
      .insertInto('address_changes')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
  }

  async findOf(userId: UserId): Promise<AddressChangeRecord | undefined> {
    const row = await this.#db
      .selectFrom('address_changes')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Uses a change up; undefined when there is none, or somebody was faster. */
  async take(changeId: string): Promise<AddressChangeRecord | undefined> {
    const row = await this.#db
      .deleteFrom('address_changes')
      .where('change_hash', '=', hashToken(changeId))
      .returningAll()
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async deleteOf(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('address_changes').where('user_id', '=', userId).execute();
  }

  async deleteExpired(nowMs: number): Promise<void> {
    await this.#db.deleteFrom('address_changes').where('expires_ms', '<=', nowMs).execute();
  }
}
