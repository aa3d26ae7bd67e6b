import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { readNumbers } from './read-numbers.ts';

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

  /** Alarms that ended within or after a time and were raised before its end. */
  async ends({ fromMs, toMs, alarmDefinitionId }: OccurrenceFilter, onEnd: OnEnd, signal?: AbortSignal): Promise<void> {
    const row = joined([
      'asset_id',
      'alarm_definition_id',
      'ended_ms - raised_ms',
      'coalesce(acknowledged_ms, case when active = 1 and by_name <> $portal then ended_ms end) - raised_ms',
    ]);
    const read = (after: Cursor) => {
      let query = this.#db
        .selectFrom('alarm_transitions')
        .select([sql<string>`${row}`.as('fields'), 'ended_ms as at', 'transition_id as id'])
        .where(isAfter('ended_ms', after))
        .where('ended_ms', '>=', fromMs)
        .where('raised_ms', '<=', toMs);
      if (alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', alarmDefinitionId);
      return this.#packed(query.orderBy('ended_ms').orderBy('transition_id').limit(this.#page));
    };
    await this.#pages(fromMs, read, signal, ([asset = 0, alarm = 0, openMs = 0, acted = 0], endedMs) => {
      const raisedMs = endedMs - openMs;
      onEnd(asset as AssetId, alarm as AlarmDefinitionId, raisedMs, endedMs, raisedMs + acted);
    });
  }

  /** What was raised again while it was open, or what people wrote of alarms, in order of time. */
  async between(
    kind: 'again' | 'commented',
    { fromMs, toMs, alarmDefinitionId }: OccurrenceFilter,
    onBetween: OnBetween,
    signal?: AbortSignal,
  ): Promise<void> {
    const row = joined(['asset_id', 'alarm_definition_id', 'time_ms - raised_ms']);
    const read = (after: Cursor) => {
      let query = this.#db
        .selectFrom('alarm_transitions')
        .select([sql<string>`${row}`.as('fields'), 'time_ms as at', 'transition_id as id'])
        // As the index says it, which SQLite holds the query against word by word.
        .where(sql<boolean>`kind in ('again', 'commented') and kind = ${sql.lit(kind)}`)
        .where(isAfter('time_ms', after))
        .where('time_ms', '<=', toMs);
      if (alarmDefinitionId !== undefined) query = query.where('alarm_definition_id', '=', alarmDefinitionId);
      return this.#packed(query.orderBy('time_ms').orderBy('transition_id').limit(this.#page));
    };
    await this.#pages(fromMs, read, signal, ([asset = 0, alarm = 0, sinceMs = 0], timeMs) =>
      onBetween(asset as AssetId, alarm as AlarmDefinitionId, timeMs - sinceMs, timeMs),
    );
  }

  /** A page as one text: a million rows as objects would take thrice the time. */
  async #packed(page: SelectQueryBuilder<Database, 'alarm_transitions', PageRow>): Promise<Packed> {
    const packed = await this.#db
      .selectFrom(page.as('page'))
      .select((select) => [
        sql<string | null>`string_agg(cast(at as text) || ',' || cast(id as text) || ',' || fields, ';')`.as('text'),
        select.fn.countAll<number>().as('count'),
      ])
      .executeTakeFirstOrThrow();
    return { text: packed.text ?? '', count: Number(packed.count) };
  }

  async #pages(
    fromMs: EpochMs,
    read: (after: Cursor) => Promise<Packed>,
    signal: AbortSignal | undefined,
    onRow: (fields: readonly number[], atMs: EpochMs) => void,
  ): Promise<void> {
    let after: Cursor = { at: fromMs - 1, id: Number.MAX_SAFE_INTEGER };
    for (;;) {
      signal?.throwIfAborted();
      const { text, count } = await read(after);
      let last = after;
      readNumbers(text, (at, id, fields) => {
        if (at > last.at || (at === last.at && id > last.id)) last = { at, id };
        onRow(fields, at);
      });
      if (count < this.#page) return;
      after = last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

interface PageRow {
  fields: string;
  at: number | null;
  id: number;
}

interface Packed {
  text: string;
  count: number;
}

/** Columns and sums of columns as one text, with commas between; nothing stands for null. */
function joined(expressions: readonly string[]) {
  const texts = expressions.map((one) => `coalesce(cast(${one.replace('$portal', `'${PORTAL}'`)} as text), '')`);
  return sql.raw(texts.join(" || ',' || "));
}

function isAfter(column: 'ended_ms' | 'time_ms', { at, id }: Cursor) {
  return sql<boolean>`(${sql.ref(column)}, transition_id) > (${sql.lit(at)}, ${sql.lit(id)})`;
}
