import type { AlarmDefinitionId, AssetId, EpochMs, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { type Matter, matterOf, OPENING_KINDS } from '../alert-news.ts';

/** A message that can be answered by its link. */
export interface AnswerableMessage {
  messageId: string;
  userId: UserId;
  createdMs: EpochMs;
  answeredMs: EpochMs | null;
}

/** An alarm that a message told of. */
export interface ToldAlarm extends Matter {
  asset: string;
  name: string;
  reason: string;
  severity: number;
}

/** Messages as far as their links are answered. */
export class AnswerRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(messageId: string): Promise<AnswerableMessage | undefined> {
    const row = await this.#db
      .selectFrom('alert_messages')
      .select(['user_id', 'created_ms', 'answered_ms'])
      .where('message_id', '=', messageId)
      .executeTakeFirst();
    if (!row || row.user_id === null) return undefined;
    return { messageId, userId: row.user_id as UserId, createdMs: row.created_ms, answeredMs: row.answered_ms };
  }

  /** The alarms that a message told the beginning of, the severest first. */
  async listAlarms(messageId: string): Promise<ToldAlarm[]> {
    const rows = await this.#db
      .selectFrom('alert_deliveries as told')
      .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
      .innerJoin('assets', 'assets.asset_id', 'news.asset_id')
      .selectAll('news')
      .select(['assets.asset_alias', 'assets.serial_number'])
      .where('told.message_id', '=', messageId)
      .where('news.source', '=', 'alarm')
      .where('news.kind', 'in', OPENING_KINDS)
      .orderBy('news.severity', 'desc')
      .orderBy('news.news_id')
      .execute();
    const alarms = rows.map(
      (row): ToldAlarm => ({
        assetId: row.asset_id as AssetId,
        alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
        occurrenceMs: row.occurrence_ms,
        asset: row.asset_alias || row.serial_number,
        name: row.name,
        reason: row.reason,
        severity: row.severity,
      }),
    );
    return [...new Map(alarms.map((alarm) => [matterOf(alarm), alarm])).values()];
  }

  /** A link counts once. @returns whether it had not been used */
  async use(messageId: string, nowMs: EpochMs): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('alert_messages')
      .set({ answered_ms: nowMs })
      .where('message_id', '=', messageId)
      .where('answered_ms', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
