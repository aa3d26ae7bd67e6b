import { type AlarmDefinitionId, type AssetId, events } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import {
  type AlarmFact,
  type AlertNews,
  type AlertSource,
  awaitsAnswer,
  type Matter,
  newsOfAlarm,
  newsOfConnection,
  OPENING_KINDS,
  type Subscription,
} from './alert-news.ts';

/** Some of what happened since it was last looked. */
export interface NewsPage {
  news: AlertNews[];
  /** Alarms for whose acknowledgement is waited since, or no longer, as the last that happened to each says. */
  waits: { matter: Matter; news: AlertNews | undefined }[];
  /** Everything up to here is in it. */
  position: number;
  hasMore: boolean;
}

const CONNECTION_DEFINITIONS = [events.OFFLINE_EVENT_DEFINITION_ID, events.ONLINE_EVENT_DEFINITION_ID];

/**
 * What there is to tell, and who wants to hear of it. What happens to alarms and connections is written down by one writer
 * each, one row after the other: whoever reads on from the last row that was seen misses none.
 */
export class AlertSourceRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async positionOf(source: AlertSource): Promise<number> {
    const row = await this.#db
      .selectFrom('alert_cursors')
      .select('position')
      .where('source', '=', source)
      .executeTakeFirst();
    return row?.position ?? 0;
  }

  async moveTo(source: AlertSource, position: number): Promise<void> {
    await this.#db.updateTable('alert_cursors').set({ position }).where('source', '=', source).execute();
  }

  async readAfter(source: AlertSource, position: number, limit: number): Promise<NewsPage> {
    return source === 'alarm' ? this.#alarmsAfter(position, limit) : this.#connectionsAfter(position, limit);
  }

  async #alarmsAfter(position: number, limit: number): Promise<NewsPage> {
    const rows = await this.#db
      .selectFrom('alarm_transitions')
      .selectAll()
      .where('transition_id', '>', position)
      .orderBy('transition_id')
      .limit(limit)
      .execute();
    const facts = rows.map(toFact);
    const waits = new Map<string, NewsPage['waits'][number]>();
    for (const fact of facts) {
      const awaits = awaitsAnswer(fact);
      if (awaits === undefined) continue;
      const { assetId, alarmDefinitionId, raisedMs: occurrenceMs } = fact;
      const matter = { assetId, alarmDefinitionId, occurrenceMs };
      waits.set(`${assetId} ${alarmDefinitionId}`, { matter, news: awaits ? newsOfAlarm(fact) : undefined });
    }
    return {
      news: facts.flatMap((fact) => newsOfAlarm(fact) ?? []),
      waits: [...waits.values()],
      position: rows.at(-1)?.transition_id ?? position,
      hasMore: rows.length === limit,
    };
  }

  /**
   * Of the alarms that are written down beyond a position those of a severity that were raised or escalated, or came back.
   * @returns with the position up to which it was looked
   */
  async readRaisedAfter(
    position: number,
    { severityMin, limit }: { severityMin: number; limit: number },
  ): Promise<{ news: AlertNews[]; position: number }> {
    const written = this.#db.selectFrom('alarm_transitions');
    const last = await written
      .select((select) => select.fn.max<number | null>('transition_id').as('id'))
      .executeTakeFirst();
    const end = Number(last?.id ?? position);
    const rows = await written
      .selectAll()
      .where('transition_id', '>', position)
      .where('transition_id', '<=', end)
      .where('severity', '>=', severityMin)
      .orderBy('transition_id')
      .limit(limit)
      .execute();
    const news = rows.flatMap((row) => newsOfAlarm(toFact(row)) ?? []);
    return {
      news: news.filter(({ kind }) => OPENING_KINDS.includes(kind)),
      position: rows.length === limit ? (rows.at(-1)?.transition_id ?? end) : end,
    };
  }

  async #connectionsAfter(position: number, limit: number): Promise<NewsPage> {
    const rows = await this.#db
      .selectFrom('events')
      .select(['event_id', 'asset_id', 'event_definition_id', 'timestamp_ms', 'cause'])
      .where('event_id', '>', position)
      .where('event_definition_id', 'in', CONNECTION_DEFINITIONS)
      .orderBy('event_id')
      .limit(limit)
      .execute();
    const news = rows.map((row) =>
      newsOfConnection({
        assetId: row.asset_id as AssetId,
        isOnline: row.event_definition_id === events.ONLINE_EVENT_DEFINITION_ID,
        timeMs: row.timestamp_ms,
        cause: row.cause,
      }),
    );
    return { news, waits: [], position: rows.at(-1)?.event_id ?? position, hasMore: rows.length === limit };
  }

  /** What user groups want to hear of these assets, by the asset groups that they are in and the groups above those. */
  async listSubscriptions(assetIds: readonly AssetId[]): Promise<Subscription[]> {
    if (assetIds.length === 0) return [];
    const rows = await this.#db
      .withRecursive('above', (cte) =>
        cte
          .selectFrom('asset_group_assets as grouped')
          .select(['grouped.asset_id', 'grouped.asset_group_id'])
          .where(isOneOf('grouped.asset_id', assetIds))
          .union(
            cte
              .selectFrom('above')
              .innerJoin('asset_groups as own', 'own.asset_group_id', 'above.asset_group_id')
              .innerJoin('asset_groups as parent', 'parent.asset_group_id', 'own.parent_group_id')
              .select(['above.asset_id', 'parent.asset_group_id']),
          ),
      )
      .selectFrom('above')
      .innerJoin('alerts', 'alerts.asset_group_id', 'above.asset_group_id')
      .select([
        'above.asset_id',
        'alerts.user_group_id',
        'alerts.asset_group_id',
        'alerts.severity_min',
        'alerts.severity_max',
        'alerts.online',
        'alerts.offline',
        'alerts.on_call_only',
      ])
      .execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      userGroupId: row.user_group_id,
      assetGroupId: row.asset_group_id,
      severityMin: row.severity_min,
      severityMax: row.severity_max,
      online: row.online === 1,
      offline: row.offline === 1,
      onCallOnly: row.on_call_only === 1,
    }));
  }

  async listMembers(userGroupIds: readonly number[]): Promise<{ userGroupId: number; userId: number }[]> {
    if (userGroupIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('user_group_users')
      .select(['user_group_id as userGroupId', 'user_id as userId'])
      .where('user_group_id', 'in', userGroupIds)
      .execute();
    return rows;
  }
}

function toFact(row: Selectable<Database['alarm_transitions']>): AlarmFact {
  return {
    assetId: row.asset_id as AssetId,
    alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
    kind: row.kind,
    status: row.status,
    raisedMs: row.raised_ms,
    timeMs: row.time_ms,
    shelvedUntilMs: row.shelved_until_ms,
    name: row.name,
    reason: row.reason,
    severity: row.severity,
    cause: row.cause,
    causeNumbers: row.cause_numbers,
    by: row.by_name,
    note: row.note,
  };
}
