import { type AssetDefinitionId, type AssetId, calendarRepeats, type EpochMs, events } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import { type EventRecord, toEventRecord } from '#db/event-record.ts';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';

export interface CalendarRow extends EventRecord {
  type: string;
  repeat: calendarRepeats.Repeat | null;
  /** While it stands where its counter has it. */
  forecast: calendarRepeats.CounterForecast | null;
}

/** Both ends inclusive. */
export interface CalendarSpan {
  fromMs: EpochMs;
  toMs: EpochMs;
  /** Undefined: of every asset. */
  assetIds?: readonly AssetId[] | undefined;
  statuses?: readonly events.EventStatus[] | undefined;
  type?: string | undefined;
}

const PAGE_SIZE = 2_000;
const REQUESTED = 1;
/** What a type is called: the alias of the definition where it has one. */
const TYPE = sql<string>`case when kind.alias = '' then kind.name else kind.alias end`;

/** Maintenance of assets, by time. */
export class CalendarRepository {
  readonly #db: Kysely<Database>;
  readonly #pageSize: number;

  constructor(db: Kysely<Database>, pageSize = PAGE_SIZE) {
    this.#db = db;
    this.#pageSize = pageSize;
  }

  /** In order of time, a page after the other. */
  async *scan({ fromMs, toMs, assetIds, statuses, type }: CalendarSpan): AsyncGenerator<CalendarRow> {
    if (statuses?.length === 0 || assetIds?.length === 0) return;
    let last: { timestampMs: EpochMs; eventId: number } = { timestampMs: fromMs, eventId: 0 };
    for (;;) {
      let query = this.#db
        .selectFrom('events')
        .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
        .leftJoin('maintenance_occurrences as of', 'of.event_id', 'events.event_id')
        .leftJoin('maintenance_series as series', 'series.series_id', 'of.series_id')
        .selectAll('events')
        .select(['series.repeat', 'of.forecast', TYPE.as('type')])
        .where('kind.category', '=', events.CATEGORY_MAINTENANCE)
        .where('timestamp_ms', '>=', last.timestampMs)
        .where('timestamp_ms', '<=', toMs)
        .where((is) => is.or([is('timestamp_ms', '>', last.timestampMs), is('events.event_id', '>', last.eventId)]));
      if (assetIds) query = query.where(isOneOf('events.asset_id', assetIds));
      if (type !== undefined) query = query.where(TYPE, '=', type);
      if (statuses) query = query.where('status', 'in', [...statuses]);
      const rows = await query.orderBy('timestamp_ms').orderBy('events.event_id').limit(this.#pageSize).execute();
      for (const row of rows) {
        const repeat = row.repeat === null ? null : calendarRepeats.repeatSchema.parse(JSON.parse(row.repeat));
        const isPlaced = row.forecast !== null && row.status === REQUESTED;
        const forecast = isPlaced ? calendarRepeats.counterForecastSchema.parse(JSON.parse(row.forecast ?? '')) : null;
        yield { ...toEventRecord(row), type: row.type, repeat, forecast };
      }
      const end = rows.at(-1);
      if (!end || rows.length < this.#pageSize) return;
      last = { timestampMs: end.timestamp_ms, eventId: end.event_id };
    }
  }

  /** The types of maintenance that there are, with the asset definitions that have them. */
  async listTypes(): Promise<{ assetDefinitionId: AssetDefinitionId | null; type: string }[]> {
    const rows = await this.#db
      .selectFrom('event_definitions as kind')
      .select(['asset_definition_id', TYPE.as('type')])
      .where('category', '=', events.CATEGORY_MAINTENANCE)
      .execute();
    return rows.map((row) => ({
      assetDefinitionId: row.asset_definition_id as AssetDefinitionId | null,
      type: row.type,
    }));
  }
}
