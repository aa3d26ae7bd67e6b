import type { AlarmDefinitionId, AssetId, alarmLists, EpochMs } from '@telltale/contract';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { asColumns } from '#db/as-columns.ts';
import { holdsText } from '#db/holds-text.ts';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import { type AlarmTransition, transitionOf } from '../alarm-repository.ts';
import type { AlarmTransitionsTable } from '../alarm-tables.ts';

export interface PastAlarmFilter {
  /** Undefined: of every asset. */
  assetIds: readonly AssetId[] | undefined;
  /** Each word stands in the texts of the alarm, or the asset is one of those. */
  words: readonly { word: string; assetIds: readonly AssetId[] }[];
  alarmDefinitionId?: AlarmDefinitionId | undefined;
  raisedFromMs?: EpochMs | undefined;
  raisedToMs?: EpochMs | undefined;
  severityMin?: number | undefined;
  severityMax?: number | undefined;
  acknowledgedBy: string;
  /** Of what was raised in these spans only the rows with these ids. */
  collapsed?: { spans: readonly RaisedSpan[]; shown: readonly number[] } | undefined;
}

/** Both ends inclusive. */
export interface RaisedSpan {
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** An alarm that has ended, by what names it. */
export interface EndedOpening {
  transitionId: number;
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  raisedMs: EpochMs;
}

/** An alarm that has ended, by what it is found by. */
export interface EndedAlarm extends EndedOpening {
  name: string;
  reason: string;
  endedMs: EpochMs;
}

export type PastAlarm = AlarmTransition & { transitionId: number };

export interface PastAlarmPage {
  sort: alarmLists.AlarmSort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

type Query = SelectQueryBuilder<Database, 'alarm_transitions', object>;

/** Alarms that have ended: the ends in the record of what happened. */
export class PastAlarmRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async count(filter: PastAlarmFilter): Promise<number> {
    const query = this.#matching(filter).select((s) => s.fn.countAll<number>().as('total'));
    return Number((await query.executeTakeFirstOrThrow()).total);
  }

  async list(filter: PastAlarmFilter, page: PastAlarmPage): Promise<PastAlarm[]> {
    const query = ordered(this.#matching(filter).selectAll('alarm_transitions'), page);
    return (await query.limit(page.limit).offset(page.offset).execute()).map(transitionOf);
  }

  /** How many there are of each severity, and how many of those nobody had acknowledged. */
  async countSeverities(
    filter: PastAlarmFilter,
  ): Promise<{ severity: number; alarms: number; unacknowledged: number }[]> {
    const rows = await this.#matching(filter)
      .select((s) => [
        'severity',
        s.fn.countAll<number>().as('alarms'),
        s.fn.count<number>('acknowledged_ms').as('acknowledged'),
      ])
      .groupBy('severity')
      .execute();
    return rows.map(({ severity, alarms, acknowledged }) => ({
      severity,
      alarms: Number(alarms),
      unacknowledged: Number(alarms) - Number(acknowledged),
    }));
  }

  /** Ids in the order of the list. */
  async listIds(filter: PastAlarmFilter, page: PastAlarmPage): Promise<number[]> {
    const rows = await ordered(this.#matching(filter).select('transition_id'), page)
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map((row) => row.transition_id);
  }

  /** In no order. */
  async listOpenings(filter: PastAlarmFilter): Promise<EndedOpening[]> {
    return (await this.#matching(filter).select(OPENING).execute()).map(toOpening);
  }

  /**
   * What ended last comes first.
   * @param assetIds undefined: of every asset
   * @param before where a portion ended, from which the next one goes on
   */
  async listEnded(assetIds: readonly AssetId[] | undefined, limit: number, before?: EndedAlarm): Promise<EndedAlarm[]> {
    const all = this.#matching({ assetIds, words: [], acknowledgedBy: '' });
    const rest =
      before === undefined
        ? all
        : all.where((where) =>
            where(where.refTuple('ended_ms', 'transition_id'), '<', where.tuple(before.endedMs, before.transitionId)),
          );
    const page = ordered(rest.select([...OPENING, 'name', 'reason', 'ended_ms']), LAST_FIRST).limit(limit);
    const { transition_id, asset_id, alarm_definition_id, raised_ms, ended_ms, name, reason } = await asColumns(
      this.#db,
      page,
      ENDED,
    );
    return transition_id.map((transitionId, i) => ({
      transitionId: transitionId as number,
      assetId: asset_id[i] as AssetId,
      alarmDefinitionId: alarm_definition_id[i] as AlarmDefinitionId,
      raisedMs: raised_ms[i] as EpochMs,
      endedMs: ended_ms[i] as EpochMs,
      name: name[i] as string,
      reason: reason[i] as string,
    }));
  }

  /** By their ids, in the order of these. */
  async listByIds(transitionIds: readonly number[]): Promise<PastAlarm[]> {
    const rows = await this.#db.selectFrom('alarm_transitions').selectAll().where(hasOneOf(transitionIds)).execute();
    const found = new Map(rows.map((row) => [row.transition_id, transitionOf(row)]));
    return transitionIds.flatMap((id) => found.get(id) ?? []);
  }

  #matching(filter: PastAlarmFilter): Query {
    return narrowed(this.#db.selectFrom('alarm_transitions').where('ended_ms', 'is not', null), filter);
  }
}

const OPENING = ['transition_id', 'asset_id', 'alarm_definition_id', 'raised_ms'] as const;

const ENDED = {
  transition_id: 'number',
  asset_id: 'number',
  alarm_definition_id: 'number',
  raised_ms: 'number',
  ended_ms: 'number',
  name: 'text',
  reason: 'text',
} as const;

function toOpening(row: Pick<Selectable<AlarmTransitionsTable>, (typeof OPENING)[number]>): EndedOpening {
  return {
    transitionId: row.transition_id,
    assetId: row.asset_id as AssetId,
    alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
    raisedMs: row.raised_ms,
  };
}

function narrowed(start: Query, filter: PastAlarmFilter): Query {
  let query = start;
  if (filter.assetIds) query = query.where(isOneOf('asset_id', filter.assetIds));
  if (filter.alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', filter.alarmDefinitionId);
  if (filter.raisedFromMs !== undefined) query = query.where('raised_ms', '>=', filter.raisedFromMs);
  if (filter.raisedToMs !== undefined) query = query.where('raised_ms', '<=', filter.raisedToMs);
  if (filter.severityMin !== undefined) query = query.where('severity', '>=', filter.severityMin);
  if (filter.severityMax !== undefined) query = query.where('severity', '<=', filter.severityMax);
  if (filter.acknowledgedBy !== '') query = query.where(holdsText('acknowledged_by', filter.acknowledgedBy));
  if (filter.collapsed) {
    const { spans, shown } = filter.collapsed;
    for (const { fromMs, toMs } of spans) {
      query = query.where((where) =>
        where.or([where('raised_ms', '<', fromMs), where('raised_ms', '>', toMs), hasOneOf(shown)]),
      );
    }
  }
  for (const { word, assetIds } of filter.words) {
    query = query.where((where) =>
      where.or([
        holdsText('name', word),
        holdsText('reason', word),
        holdsText('cause', word),
        ...(assetIds.length > 0 ? [isOneOf('asset_id', assetIds)] : []),
      ]),
    );
  }
  return query;
}

const hasOneOf = (transitionIds: readonly number[]) => isOneOf('transition_id', transitionIds);

const columns = {
  severity: 'severity',
  name: 'name',
  raised: 'raised_ms',
  count: 'count',
  acknowledged: 'acknowledged_by',
} as const;

const LAST_FIRST = { sort: 'ended', direction: 'desc' } as const;

/** What ended last comes first where nothing else is asked for, and of equal ones. */
function ordered<Row>(
  query: SelectQueryBuilder<Database, 'alarm_transitions', Row>,
  { sort, direction }: Pick<PastAlarmPage, 'sort' | 'direction'>,
): SelectQueryBuilder<Database, 'alarm_transitions', Row> {
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  if (sort === 'priority') return query.orderBy('ended_ms', opposite).orderBy('transition_id', opposite);
  if (sort === 'ended') return query.orderBy('ended_ms', direction).orderBy('transition_id', direction);
  const first =
    sort === 'asset'
      ? query.orderBy(
          sql`(select lower(coalesce(nullif(asset_alias, ''), serial_number)) from assets
               where assets.asset_id = alarm_transitions.asset_id)`,
          direction,
        )
      : query.orderBy(columns[sort], direction);
  return first.orderBy('ended_ms', 'desc').orderBy('transition_id', 'desc');
}
