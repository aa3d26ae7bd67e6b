import type { alerts, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { Addressee } from './alert-delivery-repository.ts';
import type { ToldSince } from './alert-pace.ts';
import type { AlertMessagesTable } from './alert-tables.ts';

/** One message to one recipient. */
export interface AlertMessage extends Addressee {
  messageId: string;
  state: alerts.AlertMessageState;
  /** Of how many things it tells. */
  size: number;
  attempts: number;
  createdMs: EpochMs;
  sentMs: EpochMs | null;
  address: string;
  detail: string;
}

export type MessageChange = Partial<{
  state: alerts.AlertMessageState;
  attempts: number;
  nextMs: EpochMs;
  sentMs: EpochMs;
  address: string;
  detail: string;
}>;

function toRecord(row: Selectable<AlertMessagesTable>): AlertMessage {
  return {
    messageId: row.message_id,
    recipient: row.recipient,
    userId: row.user_id,
    userGroupId: row.user_group_id,
    channel: row.channel as alerts.AlertChannel,
    state: row.state as alerts.AlertMessageState,
    size: row.size,
    attempts: row.attempts,
    createdMs: row.created_ms,
    sentMs: row.sent_ms,
    address: row.address,
    detail: row.detail,
  };
}

/** The messages that were made, and how it went with each. */
export class AlertMessageRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(
    { recipient, userId, userGroupId, channel }: Addressee,
    { messageId, size, severity, nowMs }: { messageId: string; size: number; severity: number; nowMs: EpochMs },
  ): Promise<void> {
    await this.#db
      .insertInto('alert_messages')
      .values({
        message_id: messageId,
        recipient,
        user_id: userId,
        user_group_id: userId === null ? userGroupId : null,
        channel,
        state: 'waiting',
        size,
        severity,
        attempts: 0,
        created_ms: nowMs,
        next_ms: nowMs,
        sent_ms: null,
        answered_ms: null,
        address: '',
        detail: '',
      })
      .execute();
  }

  /** What messages a recipient got since a time. */
  async countSince({ recipient, channel }: Addressee, sinceMs: EpochMs): Promise<ToldSince> {
    const made = this.#db
      .selectFrom('alert_messages')
      .where('recipient', '=', recipient)
      .where('channel', '=', channel)
      .where('created_ms', '>', sinceMs);
    const { count, last } = await made
      .select((s) => [s.fn.countAll<number>().as('count'), s.fn.max<number | null>('created_ms').as('last')])
      .executeTakeFirstOrThrow();
    const { digest } = await made
      .where('size', '>', 1)
      .select((s) => s.fn.max<number | null>('created_ms').as('digest'))
      .executeTakeFirstOrThrow();
    const time = (ms: number | null) => (ms === null ? undefined : Number(ms));
    return { count: Number(count), lastMs: time(last), lastDigestMs: time(digest) };
  }

  /**
   * Those that are to be tried by now: the worst first, and of these the longest waiting.
   * @param busy recipients whose messages are left out: one that never answers keeps nobody else waiting
   */
  async listDue(
    channel: alerts.AlertChannel,
    nowMs: EpochMs,
    { limit, busy }: { limit: number; busy: ReadonlySet<string> },
  ): Promise<AlertMessage[]> {
    const rows = await this.#db
      .selectFrom('alert_messages')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('channel', '=', channel)
      .where('next_ms', '<=', nowMs)
      .$if(busy.size > 0, (query) => query.where('recipient', 'not in', [...busy]))
      .orderBy('severity', 'desc')
      .orderBy('next_ms')
      .orderBy('created_ms')
      .limit(limit)
      .execute();
    return rows.map(toRecord);
  }

  async update(messageId: string, { nextMs, sentMs, address, detail, ...plain }: MessageChange): Promise<void> {
    await this.#db
      .updateTable('alert_messages')
      .set({
        ...plain,
        ...(nextMs !== undefined && { next_ms: nextMs }),
        ...(sentMs !== undefined && { sent_ms: sentMs }),
        ...(address !== undefined && { address: storableText(address) }),
        ...(detail !== undefined && { detail: storableText(detail) }),
      })
      .where('message_id', '=', messageId)
      .execute();
  }

  /** What was under way when the portal ended is tried again, under the same id. */
  async takeUp(nowMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('alert_messages')
      .set({ state: 'waiting', next_ms: nowMs })
      .where('state', '=', 'sending')
      .execute();
  }
}
