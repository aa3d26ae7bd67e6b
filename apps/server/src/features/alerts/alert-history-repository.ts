import type { AlarmDefinitionId, AssetId, alerts, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';

export interface DeliveryFilter {
  /** Undefined: of all assets. */
  assetIds: readonly AssetId[] | undefined;
  /** Of users and groups of these admin units. */
  adminIds: readonly number[];
  alarmDefinitionId?: AlarmDefinitionId | undefined;
  /** When the alarm was raised. */
  raised?: string | undefined;
  state?: alerts.AlertMessageState | undefined;
  channel?: alerts.AlertChannel | undefined;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Who was told of what, and whom it could not be told. */
export class AlertHistoryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Newest first, and how many there are in all. */
  async list(
    filter: DeliveryFilter,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; deliveries: alerts.AlertDelivery[] }> {
    // PostgreSQL knows no empty list.
    if (filter.assetIds?.length === 0 || filter.adminIds.length === 0) return { total: 0, deliveries: [] };
    const found = filtered(this.#db, filter);
    const { total } = await found.select((s) => s.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await described(found)
      .orderBy('told.delivery_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { total: Number(total), deliveries: rows.map(toReply) };
  }

  /** These of them, by their ids. */
  async listOf(
    deliveryIds: readonly number[],
    filter: Pick<DeliveryFilter, 'assetIds' | 'adminIds'>,
  ): Promise<Map<number, alerts.AlertDelivery>> {
    if (deliveryIds.length === 0 || filter.assetIds?.length === 0 || filter.adminIds.length === 0) return new Map();
    const rows = await described(filtered(this.#db, filter)).where(isOneOf('told.delivery_id', deliveryIds)).execute();
    return new Map(rows.map((row) => [row.delivery_id, toReply(row)]));
  }

  /** Users and webhooks whose last message was given up, the newest first. */
  async listProblems(adminIds: readonly number[]): Promise<alerts.AlertProblem[]> {
    if (adminIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom((from) =>
        from
          .selectFrom('alert_messages')
          .selectAll()
          .select((select) =>
            select.fn
              .agg<number>('row_number')
              .over((over) =>
                // Of a person's browsers each has a message of its own: who hears in one of them can be told.
                over
                  .partitionBy(['user_id', 'user_group_id', 'channel'])
                  .orderBy('created_ms', 'desc')
                  .orderBy('state', 'desc')
                  .orderBy('message_id'),
              )
              .as('newness'),
          )
          .where('state', 'in', ['sent', 'failed'])
          .as('last'),
      )
      .leftJoin('users', 'users.user_id', 'last.user_id')
      .leftJoin('user_groups as own', 'own.user_group_id', 'last.user_group_id')
      .select((s) => [
        'last.user_id',
        'last.channel',
        'last.address',
        'last.detail',
        'last.created_ms',
        s.fn.coalesce('users.username', 'own.user_group_name').as('to_name'),
      ])
      .where('newness', '=', 1)
      .where('last.state', '=', 'failed')
      .where((where) => where(where.fn.coalesce('users.admin_id', 'own.admin_id'), 'in', adminIds))
      .orderBy('last.created_ms', 'desc')
      .orderBy('last.message_id')
      .limit(500)
      .execute();
    return rows.map((row) => ({
      to: row.to_name ?? '',
      userId: row.user_id as UserId | null,
      channel: row.channel as alerts.AlertChannel,
      address: row.address,
      detail: row.detail,
      time: iso(row.created_ms),
    }));
  }
}

function filtered(
  db: Kysely<Database>,
  { assetIds, adminIds, alarmDefinitionId, raised, state, channel }: DeliveryFilter,
) {
  let query = db
    .selectFrom('alert_deliveries as told')
    .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
    .leftJoin('alert_messages as message', 'message.message_id', 'told.message_id')
    .leftJoin('users', 'users.user_id', 'told.user_id')
    .leftJoin('user_groups as own', 'own.user_group_id', 'told.user_group_id')
    .where((where) => where(where.fn.coalesce('users.admin_id', 'own.admin_id'), 'in', adminIds));
  if (assetIds) query = query.where(isOneOf('news.asset_id', assetIds));
  if (alarmDefinitionId !== undefined) query = query.where('news.alarm_definition_id', '=', alarmDefinitionId);
  if (raised !== undefined) query = query.where('news.occurrence_ms', '=', Date.parse(raised));
  if (channel) query = query.where('told.channel', '=', channel);
  if (state === 'sending') query = query.where('message.state', '=', 'sending').where('told.state', '=', 'taken');
  else if (state === 'waiting' || state === 'held') {
    query = query
      .where((either) =>
        either.or([
          either('told.state', '=', 'waiting'),
          either.and([either('told.state', '=', 'taken'), either('message.state', '=', 'waiting')]),
        ]),
      )
      .where((either) => {
        const heldUntil = either.fn.coalesce('told.held_until_ms', either.lit(0));
        const next = either.fn.coalesce('message.next_ms', 'told.due_ms');
        return state === 'held' ? either(heldUntil, '>=', next) : either(heldUntil, '<', next);
      });
  } else if (state) query = query.where('told.state', '=', state);
  return query;
}

function described(found: ReturnType<typeof filtered>) {
  return found
    .innerJoin('assets', 'assets.asset_id', 'news.asset_id')
    .select((s) => [
      'told.delivery_id',
      'told.channel',
      'told.detail',
      'told.state',
      'told.due_ms',
      'told.held_until_ms',
      'news.kind',
      'news.name',
      'news.severity',
      'news.asset_id',
      'news.alarm_definition_id',
      'news.time_ms',
      'assets.asset_alias',
      'assets.serial_number',
      'message.state as message_state',
      'message.attempts',
      'message.address',
      'message.sent_ms',
      'message.next_ms',
      'message.detail as message_detail',
      s.fn.coalesce('users.username', 'own.user_group_name').as('to_name'),
    ]);
}

type Described = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number];

function toReply(row: Described): alerts.AlertDelivery {
  const state = row.state === 'taken' ? row.message_state : row.state;
  const waits = state === 'waiting';
  const nextMs = row.next_ms ?? row.due_ms;
  const isHeld = waits && row.held_until_ms !== null && row.held_until_ms >= nextMs;
  return {
    deliveryId: row.delivery_id,
    kind: row.kind as alerts.AlertKind,
    name: row.name,
    severity: row.severity,
    assetId: row.asset_id as AssetId,
    asset: row.asset_alias || row.serial_number,
    alarmDefinitionId: row.alarm_definition_id,
    time: iso(row.time_ms),
    to: row.to_name ?? '',
    channel: row.channel as alerts.AlertChannel,
    address: row.address ?? '',
    state: isHeld ? 'held' : ((state ?? 'waiting') as alerts.AlertMessageState),
    attempts: row.attempts ?? 0,
    sent: state === 'sent' && row.sent_ms !== null ? iso(row.sent_ms) : null,
    next: waits ? iso(nextMs) : null,
    detail: row.detail || (row.message_detail ?? ''),
  };
}
