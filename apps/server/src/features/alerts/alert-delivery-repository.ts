import type { AssetId, alerts, EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import { type AlertNews, type Matter, matterOf, OPENING_KINDS } from './alert-news.ts';

/** Who is told by which way. */
export interface Addressee {
  /** The user or the user group, as one text. */
  recipient: string;
  userId: number | null;
  userGroupId: number | null;
  channel: alerts.AlertChannel;
  /** They are told because they are on call: at once, also in their quiet hours. */
  onCall?: boolean;
  /** Why they are told, where that is not plain. */
  note?: string | undefined;
}

export interface NewDelivery extends Addressee {
  newsId: number;
  createdMs: EpochMs;
  dueMs: EpochMs;
}

/** Something that is told by one message. */
export interface AlertItem extends AlertNews {
  deliveryId: number;
  assetName: string;
  /** It was held until it was quiet no more. */
  wasHeld: boolean;
  onCall: boolean;
}

const ROWS_PER_STATEMENT = 500;

/** What there is to tell, and who is told of it how. */
export class AlertDeliveryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @returns the ids by place of those that were not there before: an alarm has each state once */
  async insertNews(news: readonly AlertNews[]): Promise<Map<AlertNews, number>> {
    const ids = new Map<AlertNews, number>();
    const byKey = new Map(news.map((one) => [`${matterOf(one)} ${one.kind} ${one.step}`, one]));
    const unique = [...byKey.values()];
    for (let first = 0; first < unique.length; first += ROWS_PER_STATEMENT) {
      const rows = await this.#db
        .insertInto('alert_news')
        .values(unique.slice(first, first + ROWS_PER_STATEMENT).map(newsColumns))
        .onConflict((conflict) =>
          conflict.columns(['asset_id', 'alarm_definition_id', 'occurrence_ms', 'kind', 'step']).doNothing(),
        )
        .returning(['news_id', 'asset_id', 'alarm_definition_id', 'occurrence_ms', 'kind', 'step'])
        .execute();
      for (const row of rows) {
        const key = `${row.asset_id} ${row.alarm_definition_id} ${row.occurrence_ms} ${row.kind} ${row.step}`;
        const one = byKey.get(key);
        if (one) ids.set(one, row.news_id);
      }
    }
    return ids;
  }

  /** The id of what was told before. */
  async findNews({ assetId, alarmDefinitionId, occurrenceMs, kind, step }: AlertNews): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('alert_news')
      .select('news_id')
      .where('asset_id', '=', assetId)
      .where('alarm_definition_id', '=', alarmDefinitionId)
      .where('occurrence_ms', '=', occurrenceMs)
      .where('kind', '=', kind)
      .where('step', '=', step)
      .executeTakeFirst();
    return row?.news_id;
  }

  async insert(deliveries: readonly NewDelivery[]): Promise<void> {
    for (let first = 0; first < deliveries.length; first += ROWS_PER_STATEMENT) {
      const rows = deliveries.slice(first, first + ROWS_PER_STATEMENT).map((delivery) => ({
        news_id: delivery.newsId,
        recipient: delivery.recipient,
        user_id: delivery.userId,
        user_group_id: delivery.userGroupId,
        channel: delivery.channel,
        state: 'waiting',
        created_ms: delivery.createdMs,
        due_ms: delivery.dueMs,
        held_until_ms: null,
        on_call: delivery.onCall ? 1 : 0,
        message_id: null,
        detail: storableText(delivery.note ?? ''),
      }));
      await this.#db
        .insertInto('alert_deliveries')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['news_id', 'recipient', 'channel']).doNothing())
        .execute();
    }
  }

  /** Who was told of the opening of these matters, or is about to be. */
  async listToldOf(news: readonly AlertNews[]): Promise<Map<string, Addressee[]>> {
    const told = new Map<string, Addressee[]>();
    if (news.length === 0) return told;
    const rows = await this.#db
      .selectFrom('alert_deliveries as told')
      .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
      .select([
        'news.asset_id',
        'news.alarm_definition_id',
        'news.occurrence_ms',
        'told.recipient',
        'told.user_id',
        'told.user_group_id',
        'told.channel',
        'told.on_call',
      ])
      .distinct()
      .where('news.asset_id', 'in', [...new Set(news.map(({ assetId }) => assetId))])
      .where('news.occurrence_ms', 'in', [...new Set(news.map(({ occurrenceMs }) => occurrenceMs))])
      .where('news.kind', 'in', OPENING_KINDS)
      .where('told.state', 'in', ['waiting', 'taken', 'sent'])
      .execute();
    for (const row of rows) {
      const matter = `${row.asset_id} ${row.alarm_definition_id} ${row.occurrence_ms}`;
      told.set(matter, [...(told.get(matter) ?? []), addresseeOf(row)]);
    }
    return told;
  }

  /** Those of these matters, by `matterOf`, whose opening this recipient heard of or will: of a call for an answer, once it was sent. */
  async listHeard({ recipient, channel }: Addressee, matters: readonly Matter[]): Promise<Set<string>> {
    const heard = new Set<string>();
    for (let first = 0; first < matters.length; first += ROWS_PER_STATEMENT) {
      const some = matters.slice(first, first + ROWS_PER_STATEMENT);
      const rows = await this.#db
        .selectFrom('alert_deliveries as told')
        .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
        .select(['news.asset_id', 'news.alarm_definition_id', 'news.occurrence_ms'])
        .distinct()
        .where('told.recipient', '=', recipient)
        .where('told.channel', '=', channel)
        .where('told.state', '!=', 'dropped')
        .where('news.asset_id', 'in', [...new Set(some.map(({ assetId }) => assetId))])
        .where('news.occurrence_ms', 'in', [...new Set(some.map(({ occurrenceMs }) => occurrenceMs))])
        .where('news.kind', 'in', OPENING_KINDS)
        .where((where) => where.or([where('news.kind', '!=', 'unanswered'), where('told.state', '=', 'sent')]))
        .execute();
      for (const row of rows) heard.add(`${row.asset_id} ${row.alarm_definition_id} ${row.occurrence_ms}`);
    }
    return heard;
  }

  /** What was to be told of these alarms because nobody had answered, and is in no message yet, is told no more. */
  async dropUnanswered(matters: readonly Matter[], detail: string): Promise<void> {
    for (let first = 0; first < matters.length; first += ROWS_PER_STATEMENT) {
      const some = matters.slice(first, first + ROWS_PER_STATEMENT);
      await this.#db
        .updateTable('alert_deliveries')
        .set({ state: 'dropped', detail })
        .where('state', '=', 'waiting')
        .where('news_id', 'in', (query) =>
          query
            .selectFrom('alert_news')
            .select('news_id')
            .where('kind', '=', 'unanswered')
            .where('asset_id', 'in', [...new Set(some.map(({ assetId }) => assetId))])
            .where('alarm_definition_id', 'in', [...new Set(some.map((matter) => matter.alarmDefinitionId))])
            .where('occurrence_ms', 'in', [...new Set(some.map(({ occurrenceMs }) => occurrenceMs))]),
        )
        .execute();
    }
  }

  /** Who has something to be told by now. */
  async listWaiting(channel: alerts.AlertChannel, nowMs: EpochMs, limit: number): Promise<Addressee[]> {
    const rows = await this.#db
      .selectFrom('alert_deliveries')
      .select(['recipient', 'channel'])
      .select((select) => [
        select.fn.max<number | null>('user_id').as('user_id'),
        select.fn.max<number | null>('user_group_id').as('user_group_id'),
      ])
      .where('state', '=', 'waiting')
      .where('channel', '=', channel)
      .where('due_ms', '<=', nowMs)
      .groupBy(['recipient', 'channel'])
      .limit(limit)
      .execute();
    return rows.map(addresseeOf);
  }

  /** They are told by this message from now on. */
  async take(deliveryIds: readonly number[], messageId: string): Promise<void> {
    for (let first = 0; first < deliveryIds.length; first += ROWS_PER_STATEMENT) {
      await this.#db
        .updateTable('alert_deliveries')
        .set({ state: 'taken', message_id: messageId })
        .where('delivery_id', 'in', deliveryIds.slice(first, first + ROWS_PER_STATEMENT))
        .execute();
    }
  }

  /** What a message tells, oldest first. */
  async listOfMessage(messageId: string): Promise<AlertItem[]> {
    const rows = await this.#db
      .selectFrom('alert_deliveries as told')
      .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
      .innerJoin('assets', 'assets.asset_id', 'news.asset_id')
      .selectAll('news')
      .select(['told.delivery_id', 'told.held_until_ms', 'told.on_call', 'assets.asset_alias', 'assets.serial_number'])
      .where('told.message_id', '=', messageId)
      .where('told.state', '=', 'taken')
      .orderBy('news.news_id')
      .execute();
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      source: row.source as AlertNews['source'],
      assetId: row.asset_id as AssetId,
      assetName: row.asset_alias || row.serial_number,
      wasHeld: row.held_until_ms !== null,
      onCall: row.on_call === 1,
      alarmDefinitionId: row.alarm_definition_id as AlertNews['alarmDefinitionId'],
      occurrenceMs: row.occurrence_ms,
      kind: row.kind as alerts.AlertKind,
      step: row.step,
      timeMs: row.time_ms,
      name: row.name,
      reason: row.reason,
      severity: row.severity,
      cause: row.cause,
      causeNumbers: row.cause_numbers,
      by: row.by_name,
      note: row.note,
    }));
  }

  /** How it went for everything that a message was to tell. */
  async settleMessage(messageId: string, state: 'sent' | 'failed', detail: string): Promise<void> {
    await this.#db
      .updateTable('alert_deliveries')
      .set(detail === '' ? { state } : { state, detail: storableText(detail) })
      .where('message_id', '=', messageId)
      .where('state', '=', 'taken')
      .execute();
  }

  /** These are not told after all. */
  async drop(deliveryIds: readonly number[], detail: string): Promise<void> {
    for (let first = 0; first < deliveryIds.length; first += ROWS_PER_STATEMENT) {
      await this.#db
        .updateTable('alert_deliveries')
        .set({ state: 'dropped', detail })
        .where('delivery_id', 'in', deliveryIds.slice(first, first + ROWS_PER_STATEMENT))
        .execute();
    }
  }

  /** Forgets what happened before a time, and whom it was told. */
  async deleteBefore(timeMs: EpochMs): Promise<void> {
    await this.#db.deleteFrom('alert_news').where('time_ms', '<', timeMs).execute();
    await this.#db.deleteFrom('alert_messages').where('created_ms', '<', timeMs).execute();
  }
}

function addresseeOf(row: {
  recipient: string;
  user_id: number | null;
  user_group_id: number | null;
  channel: string;
  on_call?: number;
}): Addressee {
  const { recipient, user_id: userId, user_group_id: userGroupId, on_call = 0 } = row;
  return { recipient, userId, userGroupId, channel: row.channel as alerts.AlertChannel, onCall: on_call === 1 };
}

function newsColumns(news: AlertNews) {
  return {
    source: news.source,
    asset_id: news.assetId,
    alarm_definition_id: news.alarmDefinitionId,
    occurrence_ms: news.occurrenceMs,
    kind: news.kind,
    step: news.step,
    time_ms: news.timeMs,
    name: storableText(news.name),
    reason: storableText(news.reason),
    severity: news.severity,
    cause: storableText(news.cause),
    cause_numbers: storableText(news.causeNumbers),
    by_name: storableText(news.by),
    note: storableText(news.note),
  };
}
