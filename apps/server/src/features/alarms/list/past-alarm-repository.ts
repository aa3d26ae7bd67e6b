import type { AlarmDefinitionId, AssetId, alarmLists, EpochMs } from '@telltale/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { type AlarmTransition, transitionOf } from '../alarm-repository.ts';

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
}

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

  async list(filter: PastAlarmFilter, page: PastAlarmPage): Promise<[AlarmTransition[], number]> {
    const query = narrowed(this.#db.selectFrom('alarm_transitions').where('ended_ms', 'is not', null), filter);
    const { total } = await query.select((s) => s.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await ordered(query.selectAll('alarm_transitions'), page)
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return [rows.map(transitionOf), Number(total)];
  }
}

function narrowed(start: Query, filter: PastAlarmFilter): Query {
  let query = start;
  if (filter.assetIds) query = query.where(isOneOf(filter.assetIds));
  if (filter.alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', filter.alarmDefinitionId);
  if (filter.raisedFromMs !== undefined) query = query.where('raised_ms', '>=', filter.raisedFromMs);
  if (filter.raisedToMs !== undefined) query = query.where('raised_ms', '<=', filter.raisedToMs);
  if (filter.severityMin !== undefined) query = query.where('severity', '>=', filter.severityMin);
  if (filter.severityMax !== undefined) query = query.where('severity', '<=', filter.severityMax);
  if (filter.acknowledgedBy !== '') query = query.where(contains('acknowledged_by', filter.acknowledgedBy));
  for (const { word, assetIds } of filter.words) {
    query = query.where((where) =>
      where.or([
        contains('name', word),
        contains('reason', word),
        contains('cause', word),
        ...(assetIds.length > 0 ? [isOneOf(assetIds)] : []),
      ]),
    );
  }
  return query;
}

/** Ids are numbers of the portal's own, written out: a statement takes fewer parameters than there may be assets. */
function isOneOf(assetIds: readonly AssetId[]) {
  if (assetIds.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`asset_id in (${sql.join(assetIds.map((id) => sql.lit(id)))})`;
}

function contains(column: 'name' | 'reason' | 'cause' | 'acknowledged_by', word: string) {
  const pattern = `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

const columns = {
  severity: 'severity',
  name: 'name',
  raised: 'raised_ms',
  count: 'count',
  acknowledged: 'acknowledged_by',
} as const;

/** What ended last comes first where nothing else is asked for, and of equal ones. */
function ordered<Row>(
  query: SelectQueryBuilder<Database, 'alarm_transitions', Row>,
  { sort, direction }: PastAlarmPage,
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
