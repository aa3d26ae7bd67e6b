import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { asColumns } from '#db/as-columns.ts';
import type { Database } from '#db/schema.ts';

/** One alarm that ended. */
export type OnEnd = (
  assetId: AssetId,
  alarmDefinitionId: AlarmDefinitionId,
  raisedMs: EpochMs,
  endedMs: EpochMs,
  /** NaN: nobody acknowledged it, and nobody closed it while its condition was true. */
  actedMs: EpochMs,
) => void;

/** Something that happened to an alarm that was open. */
export type OnBetween = (
  assetId: AssetId,
  alarmDefinitionId: AlarmDefinitionId,
  raisedMs: EpochMs,
  timeMs: EpochMs,
) => void;

export interface OccurrenceFilter {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly alarmDefinitionId?: AlarmDefinitionId | undefined;
}

/** Rows of one statement: some milliseconds in which nothing else runs. More only where they are of one millisecond. */
const PAGE = 10_000;
const PORTAL = 'telltale';

type Rows = SelectQueryBuilder<Database, 'alarm_transitions', object>;

/** What is recorded of alarms over a long time, in pages from narrow indexes, so that nothing waits for all of it. */
export class OccurrenceRepository {
  readonly #db: Kysely<Database>;
  readonly #page: number;

  constructor(db: Kysely<Database>, page = PAGE) {
    this.#db = db;
    this.#page = page;
  }

  /** Alarms that ended within or after a time and were raised before its end. */
  async ends({ fromMs, toMs, alarmDefinitionId }: OccurrenceFilter, onEnd: OnEnd, signal?: AbortSignal): Promise<void> {
    let rows = this.#db
      .selectFrom('alarm_transitions')
      .where('ended_ms', 'is not', null)
      .where('raised_ms', '<=', toMs);
    if (alarmDefinitionId !== undefined) rows = rows.where('alarm_definition_id', '=', alarmDefinitionId);
    const columns = [
      'asset_id',
      'alarm_definition_id',
      'ended_ms',
      'ended_ms - raised_ms',
      `coalesce(acknowledged_ms, case when active = 1 and by_name <> '${PORTAL}' then ended_ms end) - raised_ms`,
    ];
    for await (const page of this.#pages({ rows, at: 'ended_ms', columns, fromMs }, signal)) {
      const [assets = [], alarms = [], ended = [], open = [], acted = []] = page;
      for (let i = 0; i < assets.length; i++) {
        const endedMs = ended[i] as number;
        const raisedMs = endedMs - (open[i] as number);
        const actedMs = acted[i] == null ? Number.NaN : raisedMs + (acted[i] as number);
        onEnd(assets[i] as AssetId, alarms[i] as AlarmDefinitionId, raisedMs, endedMs, actedMs);
      }
    }
  }

  /** What was raised again while it was open, or what people wrote of alarms, in order of time. */
  async between(
    kind: 'again' | 'commented',
    { fromMs, toMs, alarmDefinitionId }: OccurrenceFilter,
    onBetween: OnBetween,
    signal?: AbortSignal,
  ): Promise<void> {
    let rows = this.#db
      .selectFrom('alarm_transitions')
      // As the index says it, which SQLite holds the query against word by word.
      .where(sql<boolean>`kind in ('again', 'commented') and kind = ${sql.lit(kind)}`)
      .where('time_ms', '<=', toMs);
    if (alarmDefinitionId !== undefined) rows = rows.where('alarm_definition_id', '=', alarmDefinitionId);
    const columns = ['asset_id', 'alarm_definition_id', 'time_ms', 'raised_ms'];
    for await (const page of this.#pages({ rows, at: 'time_ms', columns, fromMs }, signal)) {
      const [assets = [], alarms = [], times = [], raised = []] = page;
      for (let i = 0; i < assets.length; i++) {
        onBetween(assets[i] as AssetId, alarms[i] as AlarmDefinitionId, raised[i] as number, times[i] as number);
      }
    }
  }

  /** Rows from a time on, in order, as columns of numbers. */
  async *#pages({ rows, at, columns, fromMs }: Asked, signal?: AbortSignal): AsyncGenerator<(number | null)[][]> {
    for (let first: EpochMs | undefined = fromMs; first !== undefined; ) {
      signal?.throwIfAborted();
      const last = await this.#lastOfPage(rows, at, first);
      const page = rows.where(at, '>=', first);
      yield await this.#columns(last === undefined ? page : page.where(at, '<=', last), at, columns);
      first = last === undefined ? undefined : last + 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Where the page that begins at a time ends; undefined: it is the last. */
  async #lastOfPage(rows: Rows, at: TimeColumn, firstMs: EpochMs): Promise<EpochMs | undefined> {
    const row = await rows
      .select(`${at} as at`)
      .where(at, '>=', firstMs)
      .orderBy(at)
      .offset(this.#page - 1)
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : Number(row.at);
  }

  async #columns(page: Rows, at: TimeColumn, columns: readonly string[]): Promise<(number | null)[][]> {
    const inOrder = page.select(columns.map((column, i) => sql`${sql.raw(column)}`.as(`c${i}`))).orderBy(at);
    const kinds = Object.fromEntries(columns.map((_, i) => [`c${i}`, 'number' as const]));
    return Object.values(await asColumns(this.#db, inOrder, kinds));
  }
}

type TimeColumn = 'ended_ms' | 'time_ms';

interface Asked {
  rows: Rows;
  at: TimeColumn;
  columns: readonly string[];
  fromMs: EpochMs;
}
