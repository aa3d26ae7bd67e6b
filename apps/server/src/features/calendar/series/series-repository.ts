import {
  type AssetId,
  calendarRepeats,
  type EpochMs,
  type EventDefinitionId,
  type EventId,
  type events,
} from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import type { MaintenanceSeriesTable } from '../calendar-tables.ts';

export interface SeriesRecord {
  seriesId: number;
  assetId: AssetId;
  eventDefinitionId: EventDefinitionId;
  repeat: calendarRepeats.Repeat;
  startMs: EpochMs;
  /** When it was planned first: what was never done counts from here on. */
  plannedMs: EpochMs;
  /** It counts from here on, or from when it was done after that; null: nothing of the series is over. */
  sinceMs: EpochMs | null;
}

export interface CalendarSeriesRecord extends SeriesRecord {
  repeat: calendarRepeats.CalendarRepeat;
}

export interface CounterSeriesRecord extends SeriesRecord {
  repeat: calendarRepeats.CounterRepeat;
}

export function isByCounter(series: Pick<SeriesRecord, 'repeat'>): series is CounterSeriesRecord {
  return series.repeat.unit === 'counter';
}

/** The latest occurrence of a series. */
export interface LastOccurrence extends OccurrenceRecord {
  /** Of its event. */
  timestampMs: EpochMs | null;
  forecast: string | null;
}

export interface OccurrenceRecord {
  number: number;
  /** Null: its event was deleted, or never made. */
  eventId: EventId | null;
  status: events.EventStatus | null;
  slotMs: EpochMs;
}

function toSeries(row: Selectable<MaintenanceSeriesTable>): SeriesRecord {
  return {
    seriesId: row.series_id,
    assetId: row.asset_id as AssetId,
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
    repeat: calendarRepeats.repeatSchema.parse(JSON.parse(row.repeat)),
    startMs: row.start_ms,
    plannedMs: row.created_ms,
    sinceMs: row.since_ms,
  };
}

/** Maintenance that comes again, and which events its occurrences became. */
export class SeriesRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(series: Omit<SeriesRecord, 'seriesId'>): Promise<SeriesRecord> {
    const row = await this.#db
      .insertInto('maintenance_series')
      .values({
        asset_id: series.assetId,
        event_definition_id: series.eventDefinitionId,
        repeat: JSON.stringify(series.repeat),
        start_ms: series.startMs,
        since_ms: series.sinceMs,
        created_ms: series.plannedMs,
        is_ended: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toSeries(row);
  }

  /** @param assetIds of these; undefined: of all */
  async listRunning(assetIds?: readonly AssetId[]): Promise<SeriesRecord[]> {
    let query = this.#db.selectFrom('maintenance_series').selectAll().where('is_ended', '=', 0);
    if (assetIds) query = query.where(isOneOf('asset_id', assetIds));
    return (await query.orderBy('series_id').execute()).map(toSeries);
  }

  async isRunning(seriesId: number): Promise<boolean> {
    const query = this.#db.selectFrom('maintenance_series').select('is_ended').where('series_id', '=', seriesId);
    return (await query.executeTakeFirst())?.is_ended === 0;
  }

  async end(seriesId: number): Promise<void> {
    await this.#db.updateTable('maintenance_series').set({ is_ended: 1 }).where('series_id', '=', seriesId).execute();
  }

  async find(seriesId: number): Promise<SeriesRecord | undefined> {
    const query = this.#db.selectFrom('maintenance_series').selectAll().where('series_id', '=', seriesId);
    const row = await query.executeTakeFirst();
    return row && toSeries(row);
  }

  async setSince(seriesId: number, sinceMs: EpochMs | null): Promise<void> {
    const query = this.#db.updateTable('maintenance_series').set({ since_ms: sinceMs });
    await query.where('series_id', '=', seriesId).execute();
  }

  /** In which series an event stands, and as which. */
  async placeOf(eventId: EventId): Promise<{ seriesId: number; number: number } | undefined> {
    const query = this.#db.selectFrom('maintenance_occurrences').select(['series_id', 'number']);
    const row = await query.where('event_id', '=', eventId).executeTakeFirst();
    return row && { seriesId: row.series_id, number: row.number };
  }

  /** From a number on, in order. */
  async listFrom(seriesId: number, number: number): Promise<OccurrenceRecord[]> {
    const rows = await this.#occurrences(seriesId).where('number', '>=', number).orderBy('number').execute();
    return rows.map(toOccurrence);
  }

  /** The one with the highest number. */
  async lastOf(seriesId: number): Promise<LastOccurrence | undefined> {
    const row = await this.#occurrences(seriesId)
      .select(['events.timestamp_ms', 'of.forecast'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { ...toOccurrence(row), timestampMs: row.timestamp_ms, forecast: row.forecast };
  }

  /** Where an occurrence by a counter stands, and why. */
  async setPlace(
    seriesId: number,
    number: number,
    { slotMs, forecast }: { slotMs: EpochMs; forecast: string },
  ): Promise<void> {
    await this.#db
      .updateTable('maintenance_occurrences')
      .set({ slot_ms: slotMs, forecast })
      .where('series_id', '=', seriesId)
      .where('number', '=', number)
      .execute();
  }

  async insertOccurrence(
    seriesId: number,
    { number, eventId, slotMs }: { number: number; eventId: EventId | null; slotMs: EpochMs },
  ): Promise<void> {
    await this.#db
      .insertInto('maintenance_occurrences')
      .values({ series_id: seriesId, number, event_id: eventId, slot_ms: slotMs })
      .execute();
  }

  async deleteOccurrence(seriesId: number, number: number): Promise<void> {
    await this.#db
      .deleteFrom('maintenance_occurrences')
      .where('series_id', '=', seriesId)
      .where('number', '=', number)
      .execute();
  }

  #occurrences(seriesId: number) {
    return this.#db
      .selectFrom('maintenance_occurrences as of')
      .leftJoin('events', 'events.event_id', 'of.event_id')
      .select(['of.number', 'of.event_id', 'of.slot_ms', 'events.status'])
      .where('of.series_id', '=', seriesId);
  }
}

function toOccurrence(row: { number: number; event_id: number | null; slot_ms: number; status: number | null }) {
  return {
    number: row.number,
    eventId: row.event_id as EventId | null,
    status: row.status as events.EventStatus | null,
    slotMs: row.slot_ms,
  };
}
