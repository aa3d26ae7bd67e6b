import type { AlertBrowserId, EpochMs, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { AlertBrowsersTable } from './browser-tables.ts';

export interface Browser {
  browserId: AlertBrowserId;
  userId: UserId;
  authId: string;
  mark: string;
  sealedSubscription: string;
  service: string;
  userAgent: string;
  createdMs: EpochMs;
  lastUsedMs: EpochMs | null;
}

const PER_STATEMENT = 1_000;
const RECIPIENT = /^b(\d+)$/;

/** A browser as the recipient of messages, and back. */
export const browserRecipient = (browserId: number) => `b${browserId}`;
export const browserIdOf = (recipient: string) => Number(RECIPIENT.exec(recipient)?.[1] ?? 0) as AlertBrowserId;

function toRecord(row: Selectable<AlertBrowsersTable>): Browser {
  return {
    browserId: row.browser_id as AlertBrowserId,
    userId: row.user_id as UserId,
    authId: row.auth_id,
    mark: row.mark,
    sealedSubscription: row.sealed_subscription,
    service: row.service,
    userAgent: row.user_agent,
    createdMs: row.created_ms,
    lastUsedMs: row.last_used_ms,
  };
}

/** Browsers that agreed to tell their users. */
export class BrowserRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Of these users, oldest first. */
  async listOfUsers(userIds: readonly number[]): Promise<Browser[]> {
    const found: Browser[] = [];
    for (let first = 0; first < userIds.length; first += PER_STATEMENT) {
      const rows = await this.#db
        .selectFrom('alert_browsers')
        .selectAll()
        .where('user_id', 'in', userIds.slice(first, first + PER_STATEMENT))
        .orderBy('browser_id')
        .execute();
      found.push(...rows.map(toRecord));
    }
    return found;
  }

  async find(browserId: AlertBrowserId): Promise<Browser | undefined> {
    const row = await this.#db
      .selectFrom('alert_browsers')
      .selectAll()
      .where('browser_id', '=', browserId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async findByMark(mark: string): Promise<Browser | undefined> {
    const row = await this.#db.selectFrom('alert_browsers').selectAll().where('mark', '=', mark).executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(browser: Omit<Browser, 'browserId' | 'lastUsedMs'>): Promise<Browser> {
    const row = await this.#db
      .insertInto('alert_browsers')
      .values({
        user_id: browser.userId,
        auth_id: browser.authId,
        mark: browser.mark,
        sealed_subscription: browser.sealedSubscription,
        service: storableText(browser.service),
        user_agent: storableText(browser.userAgent),
        created_ms: browser.createdMs,
        last_used_ms: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  /** It agreed once more. */
  async renew(
    browserId: AlertBrowserId,
    browser: Pick<Browser, 'authId' | 'sealedSubscription' | 'userAgent'>,
  ): Promise<void> {
    await this.#db
      .updateTable('alert_browsers')
      .set({
        auth_id: browser.authId,
        sealed_subscription: browser.sealedSubscription,
        user_agent: storableText(browser.userAgent),
      })
      .where('browser_id', '=', browserId)
      .execute();
  }

  async setUsed(browserId: AlertBrowserId, lastUsedMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('alert_browsers')
      .set({ last_used_ms: lastUsedMs })
      .where('browser_id', '=', browserId)
      .execute();
  }

  async delete(browserId: AlertBrowserId): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('alert_browsers')
      .where('browser_id', '=', browserId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Those in which these sessions agreed. */
  async listOfSessions(authIds: readonly string[]): Promise<Browser[]> {
    const found: Browser[] = [];
    for (let first = 0; first < authIds.length; first += PER_STATEMENT) {
      const rows = await this.#db
        .selectFrom('alert_browsers')
        .selectAll()
        .where('auth_id', 'in', authIds.slice(first, first + PER_STATEMENT))
        .execute();
      found.push(...rows.map(toRecord));
    }
    return found;
  }
}
