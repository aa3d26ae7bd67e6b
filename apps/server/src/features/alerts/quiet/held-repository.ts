import type { EpochMs, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Addressee } from '../alert-delivery-repository.ts';
import { type Matter, OPENING_KINDS } from '../alert-news.ts';

/** Something that waits to be told to somebody by now. */
export interface DueDelivery {
  deliveryId: number;
  severity: number;
  /** It was held until it was quiet no more. */
  wasHeld: boolean;
  onCall: boolean;
  createdMs: EpochMs;
}

const ROWS_PER_STATEMENT = 500;

/** What is told later: because it is quiet for whom it is told, or since too much was told already. */
export class HeldRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** What one recipient has waiting by now, oldest first. */
  async listDue({ recipient, channel }: Addressee, nowMs: EpochMs): Promise<DueDelivery[]> {
    const rows = await this.#db
      .selectFrom('alert_deliveries as told')
      .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
      .select(['told.delivery_id', 'told.held_until_ms', 'told.on_call', 'told.created_ms', 'news.severity'])
      .where('told.recipient', '=', recipient)
      .where('told.channel', '=', channel)
      .where('told.state', '=', 'waiting')
      .where('told.due_ms', '<=', nowMs)
      .orderBy('told.delivery_id')
      .execute();
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      severity: row.severity,
      wasHeld: row.held_until_ms !== null,
      onCall: row.on_call === 1,
      createdMs: row.created_ms,
    }));
  }

  /** Puts off until a time. */
  async postpone(deliveryIds: readonly number[], untilMs: EpochMs): Promise<void> {
    for (let first = 0; first < deliveryIds.length; first += ROWS_PER_STATEMENT) {
      await this.#db
        .updateTable('alert_deliveries')
        .set({ due_ms: untilMs })
        .where('delivery_id', 'in', deliveryIds.slice(first, first + ROWS_PER_STATEMENT))
        .execute();
    }
  }

  async hold(deliveryIds: readonly number[], untilMs: EpochMs): Promise<void> {
    for (let first = 0; first < deliveryIds.length; first += ROWS_PER_STATEMENT) {
      await this.#db
        .updateTable('alert_deliveries')
        .set({ due_ms: untilMs, held_until_ms: untilMs })
        .where('delivery_id', 'in', deliveryIds.slice(first, first + ROWS_PER_STATEMENT))
        .execute();
    }
  }

  /** What is in a message already waits as that message. */
  async holdMessage(messageId: string, untilMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('alert_deliveries')
      .set({ held_until_ms: untilMs })
      .where('message_id', '=', messageId)
      .where('state', '=', 'taken')
      .execute();
  }

  /** How much is held for a user. */
  async count(userId: UserId, nowMs: EpochMs): Promise<number> {
    const { held } = await this.#db
      .selectFrom('alert_deliveries')
      .select((select) => select.fn.countAll<number>().as('held'))
      .where('user_id', '=', userId)
      .where('state', 'in', ['waiting', 'taken'])
      .where('held_until_ms', '>', nowMs)
      .executeTakeFirstOrThrow();
    return Number(held);
  }

  /** Looks anew at what is held for a user, since when it is quiet has changed. */
  async lookAnew(userId: UserId, nowMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('alert_deliveries')
      .set({ due_ms: nowMs })
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .where('held_until_ms', '>', nowMs)
      .execute();
    await this.#db
      .updateTable('alert_messages')
      .set({ next_ms: nowMs })
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .where('message_id', 'in', (query) =>
        query
          .selectFrom('alert_deliveries')
          .select('message_id')
          .where('user_id', '=', userId)
          .where('state', '=', 'taken')
          .where('held_until_ms', '>', nowMs),
      )
      .execute();
  }

  /** Who answered an alarm need not be told afterwards that it was raised. */
  async dropAnsweredBy(username: string, { assetId, alarmDefinitionId, occurrenceMs }: Matter, detail: string) {
    await this.#db
      .updateTable('alert_deliveries')
      .set({ state: 'dropped', detail })
      .where('state', '=', 'waiting')
      .where('held_until_ms', 'is not', null)
      .where('user_id', 'in', (query) => query.selectFrom('users').select('user_id').where('username', '=', username))
      .where('news_id', 'in', (query) =>
        query
          .selectFrom('alert_news')
          .select('news_id')
          .where('asset_id', '=', assetId)
          .where('alarm_definition_id', '=', alarmDefinitionId)
          .where('occurrence_ms', '=', occurrenceMs)
          .where('kind', 'in', OPENING_KINDS),
      )
      .execute();
  }
}
