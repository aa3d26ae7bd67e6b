import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';

export interface EndRow {
  readonly assetId: AssetId;
  readonly alarmDefinitionId: AlarmDefinitionId;
  readonly raisedMs: EpochMs;
  /** When it ended. */
  readonly at: EpochMs;
  /** Null: nobody acknowledged it, and nobody closed it while its condition was true. */
  readonly actedMs: EpochMs | null;
}

export interface BetweenRow {
  readonly assetId: AssetId;
  readonly alarmDefinitionId: AlarmDefinitionId;
  readonly raisedMs: EpochMs;
  readonly at: EpochMs;
}

export interface OccurrenceFilter {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly alarmDefinitionId?: AlarmDefinitionId | undefined;
}

/** Rows of one statement: some milliseconds in which nothing else runs. */
const PAGE = 10_000;
const PORTAL = 'telltale';

interface Cursor {
  at: number;
  id: number;
}

/** What is recorded of alarms over a long time, in pages from narrow indexes, so that nothing waits for all of it. */
export class OccurrenceRepository {
  readonly #db: Kysely<Database>;
  readonly #page: number;

  constructor(db: Kysely<Database>, page = PAGE) {
    this.#db = db;
    this.#page = page;
  }

  /** Alarms that ended within or after a time and were raised before its end, in the order in which they ended. */
  async *ends({ fromMs, toMs, alarmDefinitionId }: OccurrenceFilter, signal?: AbortSignal): AsyncGenerator<EndRow[]> {
    yield* this.#pages(signal, async ({ at, id }) => {
      let query = this.#db
        .selectFrom('alarm_transitions')
        .select(['ended_ms as at', 'transition_id as id'])
        .select(['asset_id as assetId', 'alarm_definition_id as alarmDefinitionId', 'raised_ms as raisedMs'])
        .select(
          sql<
            number | null
          >`coalesce(acknowledged_ms, case when active = 1 and by_name <> ${PORTAL} then ended_ms end)`.as('actedMs'),
        )
        .where(sql<boolean>`(ended_ms, transition_id) > (${sql.lit(Math.max(at, fromMs - 1))}, ${sql.lit(id)})`)
        .where('ended_ms', '>=', fromMs)
        .where('raised_ms', '<=', toMs);
      if (alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', alarmDefinitionId);
      const rows = await query.orderBy('ended_ms').orderBy('transition_id').limit(this.#page).execute();
      return rows as unknown as (EndRow & Cursor)[];
    }) as AsyncGenerator<(EndRow & Cursor)[]>;
  }

  /** What was raised again while it was open, or what people wrote of alarms, in order of time. */
  async *between(
    kind: 'again' | 'commented',
    { fromMs, toMs, alarmDefinitionId }: OccurrenceFilter,
    signal?: AbortSignal,
  ): AsyncGenerator<BetweenRow[]> {
    yield* this.#pages(signal, async ({ at, id }) => {
      let query = this.#db
        .selectFrom('alarm_transitions')
        .select(['time_ms as at', 'transition_id as id'])
        .select(['asset_id as assetId', 'alarm_definition_id as alarmDefinitionId', 'raised_ms as raisedMs'])
        // As the index says it, which SQLite holds the query against word by word.
        .where(sql<boolean>`kind in ('again', 'commented') and kind = ${sql.lit(kind)}`)
        .where(sql<boolean>`(time_ms, transition_id) > (${sql.lit(Math.max(at, fromMs - 1))}, ${sql.lit(id)})`)
        .where('time_ms', '<=', toMs);
      if (alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', alarmDefinitionId);
      const rows = await query.orderBy('time_ms').orderBy('transition_id').limit(this.#page).execute();
      return rows as unknown as (BetweenRow & Cursor)[];
    }) as AsyncGenerator<(BetweenRow & Cursor)[]>;
  }

  async *#pages<Row extends Cursor>(
    signal: AbortSignal | undefined,
    read: (after: Cursor) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    let after: Cursor = { at: Number.MIN_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
    for (;;) {
      signal?.throwIfAborted();
      const rows = await read(after);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < this.#page) return;
      after = { at: Number(last.at), id: Number(last.id) };
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
