import type { TokenId, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { ApiTokensTable } from '../auth-tables.ts';

export interface ApiTokenRecord {
  tokenId: TokenId;
  tokenHash: string;
  userId: UserId;
  name: string;
  /** Undefined: all that the owner holds. */
  permissionIds: readonly number[] | undefined;
  createdMs: number;
  expiresMs: number | undefined;
  lastUsedMs: number | undefined;
}

function toRecord(row: Selectable<ApiTokensTable>): ApiTokenRecord {
  return {
    tokenId: row.token_id as TokenId,
    tokenHash: row.token_hash,
    userId: row.user_id as UserId,
    name: row.name,
    permissionIds: row.permission_ids === null ? undefined : (JSON.parse(row.permission_ids) as number[]),
    createdMs: row.created_ms,
    expiresMs: row.expires_ms ?? undefined,
    lastUsedMs: row.last_used_ms ?? undefined,
  };
}

export class ApiTokenRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(token: Omit<ApiTokenRecord, 'tokenId' | 'lastUsedMs'>): Promise<ApiTokenRecord> {
    const row = await this.#db
      .insertInto('api_tokens')
      .values({
        token_hash: token.tokenHash,
        user_id: token.userId,
        name: storableText(token.name),
        permission_ids: token.permissionIds === undefined ? null : JSON.stringify(token.permissionIds),
        created_ms: token.createdMs,
        expires_ms: token.expiresMs ?? null,
        last_used_ms: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async findByHash(tokenHash: string): Promise<ApiTokenRecord | undefined> {
    const row = await this.#db
      .selectFrom('api_tokens')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async listOf(userId: UserId): Promise<ApiTokenRecord[]> {
    const rows = await this.#db
      .selectFrom('api_tokens')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('token_id')
      .execute();
    return rows.map(toRecord);
  }

  async setLastUsed(tokenId: TokenId, lastUsedMs: number): Promise<void> {
    await this.#db
      .updateTable('api_tokens')
      .set({ last_used_ms: lastUsedMs })
      .where('token_id', '=', tokenId)
      .execute();
    await this.#db
      .updateTable('users')
      .set({ last_seen_ms: lastUsedMs })
      .where('user_id', 'in', (query) =>
        query.selectFrom('api_tokens').select('api_tokens.user_id').where('api_tokens.token_id', '=', tokenId),
      )
      .execute();
  }

  /** Answers whether there was such a token of this user. */
  async delete(tokenId: TokenId, userId: UserId): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('api_tokens')
      .where('token_id', '=', tokenId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }
}
