import type { AdminId, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { UsersTable } from './access-tables.ts';
import { usernameKey } from './username.ts';

export interface UserRecord {
  userId: UserId;
  username: string;
  adminId: AdminId;
  /** Null: no password yet, nobody can log in. */
  passwordHash: string | null;
  readOnly: boolean;
  createdMs: number;
}

export type NewUser = Omit<UserRecord, 'userId'>;

/** A transaction, or the database itself. */
export type Executor = Kysely<Database>;

function toRecord(row: Selectable<UsersTable>): UserRecord {
  return {
    userId: row.user_id as UserId,
    username: row.username,
    adminId: row.admin_id as AdminId,
    passwordHash: row.password_hash,
    readOnly: row.read_only === 1,
    createdMs: row.created_ms,
  };
}

function toRow(user: NewUser) {
  return {
    username: user.username,
    username_key: usernameKey(user.username),
    admin_id: user.adminId,
    password_hash: user.passwordHash,
    read_only: user.readOnly ? 1 : 0,
    created_ms: user.createdMs,
  };
}

export class UserRepository {
  readonly #db: Executor;

  constructor(db: Executor) {
    this.#db = db;
  }

  async findByName(username: string, db: Executor = this.#db): Promise<UserRecord | undefined> {
    const row = await db
      .selectFrom('users')
      .selectAll()
      .where('username_key', '=', usernameKey(username))
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async find(userId: UserId, db: Executor = this.#db): Promise<UserRecord | undefined> {
    const row = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
    return row && toRecord(row);
  }

  async list(): Promise<UserRecord[]> {
    const rows = await this.#db.selectFrom('users').selectAll().orderBy('username_key').execute();
    return rows.map(toRecord);
  }

  /** Who can log in: by a password, or by the identity provider. */
  async listAbleToLogIn(): Promise<Set<UserId>> {
    const rows = await this.#db
      .selectFrom('users')
      .select('user_id')
      .where((where) =>
        where.or([
          where('password_hash', 'is not', null),
          where('user_id', 'in', where.selectFrom('external_logins').select('external_logins.user_id')),
        ]),
      )
      .execute();
    return new Set(rows.map((row) => row.user_id as UserId));
  }

  async insert(user: NewUser, db: Executor = this.#db): Promise<UserRecord> {
    const row = await db.insertInto('users').values(toRow(user)).returningAll().executeTakeFirstOrThrow();
    return toRecord(row);
  }

  /** Those of the names that are somebody's. */
  async findByNames(usernames: readonly string[], db: Executor = this.#db): Promise<UserRecord[]> {
    const keys = [...new Set(usernames.map(usernameKey))];
    if (keys.length === 0) return [];
    return (await db.selectFrom('users').selectAll().where('username_key', 'in', keys).execute()).map(toRecord);
  }

  /** Many at once, of which none is there yet. */
  async insertAll(users: readonly NewUser[], db: Executor = this.#db): Promise<UserRecord[]> {
    if (users.length === 0) return [];
    const rows = await db.insertInto('users').values(users.map(toRow)).returningAll().execute();
    return rows.map(toRecord);
  }

  async update(userId: UserId, user: Pick<UserRecord, 'username' | 'adminId'>, db: Executor = this.#db): Promise<void> {
    await db
      .updateTable('users')
      .set({ username: user.username, username_key: usernameKey(user.username), admin_id: user.adminId })
      .where('user_id', '=', userId)
      .execute();
  }

  async setPasswordHash(userId: UserId, passwordHash: string | null, db: Executor = this.#db): Promise<void> {
    await db.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();
  }

  /** Group links, attributes, sessions and tokens of the user go with it. */
  async delete(userId: UserId, db: Executor = this.#db): Promise<boolean> {
    const result = await db.deleteFrom('users').where('user_id', '=', userId).executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }
}
