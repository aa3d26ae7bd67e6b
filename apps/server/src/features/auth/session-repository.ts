import type { UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { SessionsTable } from './auth-tables.ts';

export interface SessionRecord {
  authId: string;
  tokenHash: string;
  brokerTokenHash: string;
  userId: UserId;
  createdMs: number;
  lastUsedMs: number;
  /** When its user last proved who they are: the login, or a proof since. */
  provedMs: number;
  address: string;
  userAgent: string;
}

function toRecord(row: Selectable<SessionsTable>): SessionRecord {
  return {
    authId: row.auth_id,
    tokenHash: row.token_hash,
    brokerTokenHash: row.broker_token_hash,
    userId: row.user_id as UserId,
    createdMs: row.created_ms,
    lastUsedMs: row.last_used_ms,
    provedMs: row.proved_ms,
    address: row.address,
    userAgent: row.user_agent,
  };
}

export class SessionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(session: SessionRecord): Promise<void> {
    await this.#db
      .insertInto('sessions')
      .values({
        auth_id: session.authId,
        token_hash: session.tokenHash,
        broker_token_hash: session.brokerTokenHash,
        user_id: session.userId,
        created_ms: session.createdMs,
        last_used_ms: session.lastUsedMs,
        proved_ms: session.provedMs,
        address: session.address,
        user_agent: session.userAgent,
      })
      .execute();
    await this.#db
      .updateTable('users')
      .set({ last_seen_ms: session.lastUsedMs })
      .where('user_id', '=', session.userId)
      .execute();
  }

  async list(): Promise<SessionRecord[]> {
    return (await this.#db.selectFrom('sessions').selectAll().execute()).map(toRecord);
  }

  /** Notes when sessions were last used, and so when their users were last there. */
  async setLastUsed(uses: readonly { authId: string; lastUsedMs: number }[]): Promise<void> {
    for (const { authId, lastUsedMs } of uses) {
      await this.#db.updateTable('sessions').set({ last_used_ms: lastUsedMs }).where('auth_id', '=', authId).execute();
      await this.#db
        .updateTable('users')
        .set({ last_seen_ms: lastUsedMs })
        .where('user_id', 'in', (query) =>
          query.selectFrom('sessions').select('sessions.user_id').where('sessions.auth_id', '=', authId),
        )
        .execute();
    }
  }

  async setProved(authId: string, provedMs: number): Promise<void> {
    await this.#db.updateTable('sessions').set({ proved_ms: provedMs }).where('auth_id', '=', authId).execute();
  }

  /** Deletes the sessions of a user; within the unit that changes the password, a stop after it brings none back. */
  async deleteOf(userId: UserId, keptAuthId = ''): Promise<void> {
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).where('auth_id', '!=', keptAuthId).execute();
  }

  async delete(authIds: readonly string[]): Promise<void> {
    if (authIds.length === 0) return;
    await this.#db
      .deleteFrom('sessions')
      .where('auth_id', 'in', [...authIds])
      .execute();
  }
}
