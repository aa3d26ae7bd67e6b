import {
  type AssetId,
  type BodyOf,
  type calendarRepeats,
  type EpochMs,
  type EventDefinitionId,
  type EventId,
  type events,
  permissionId,
} from '@telltale/contract';
import { isTimeZone } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden } from '#http/errors.ts';
import { systemCaller } from '#http/system-caller.ts';
import { portalActor } from '#journal/journal.ts';
import type { CounterSeries } from './counter-series.ts';
import { type PlannedOccurrence, planSeries } from './series-plan.ts';
import { type CalendarSeriesRecord, isByCounter, type SeriesRecord, SeriesRepository } from './series-repository.ts';

type SeriesInput = BodyOf<typeof calendarRepeats.putMaintenanceSeries>;

export interface SeriesServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: SeriesRepository;
  /** @throws HttpError 404 when the asset is out of scope */
  requireVisible: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** Writes events within a unit, as the call does that writes them. */
  putEvents: (
    unit: Work,
    caller: Caller,
    inputs: readonly events.EventInput[],
  ) => Promise<{ eventId: EventId; eventDefinitionId: EventDefinitionId }[]>;
  /** Places what comes again by a counter. */
  counters: Pick<CounterSeries, 'place'>;
  deleteEvent: (unit: Work, caller: Caller, eventId: EventId) => Promise<void>;
  clock: Clock;
  log: Log;
}

const CREATE = permissionId('Events', 'Create');
const MODIFY = permissionId('Events', 'Modify');
const REQUESTED = 1;
const OLDEST_START_MS = 400 * 86_400_000;

/** Maintenance that comes again: each occurrence is an event of its own, made ahead of its time and never twice. */
export class SeriesService {
  readonly #options: SeriesServiceOptions;

  constructor(options: SeriesServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller): void {
    if (!holds(caller, CREATE) && !holds(caller, MODIFY)) throw forbidden();
  }

  /**
   * Plans a new series, or plans anew from one of its entries on: what follows and is still only asked for goes, what was
   * begun, done or cancelled stays. Without `repeat` the series ends with the entry.
   */
  async put(caller: Caller, input: SeriesInput): Promise<{ eventId: EventId; planned: number; timestamp: string }> {
    const { repeat, ...event } = input;
    if (input.eventId !== undefined && !holds(caller, MODIFY)) throw forbidden();
    if ((input.eventId === undefined || repeat) && !holds(caller, CREATE)) throw forbidden();
    await this.#options.requireVisible(caller, input.assetId);
    if (input.eventId === undefined && input.eventDefinitionId === undefined) {
      throw badRequest('New maintenance needs an event definition.', { field: 'eventDefinitionId' });
    }
    const startMs = Date.parse(input.timestamp);
    if (repeat) this.#refuseWrong(repeat, startMs);
    const { series, eventId, planned } = await this.#options.work.run(caller, async (unit) => {
      const [saved] = await this.#options.putEvents(unit, caller, [event]);
      if (!saved) throw new Error('No event was written.');
      const repository = unit.of(SeriesRepository);
      const { assetId } = input;
      const now = this.#options.clock.now();
      const { kept, before } = await this.#endFrom(unit, caller, saved.eventId);
      if (!repeat) return { eventId: saved.eventId, planned: 0 };
      const kind = { assetId, eventDefinitionId: saved.eventDefinitionId };
      const { plannedMs = Math.min(startMs, now), sinceMs = null } = before ?? {};
      const made = await repository.insert({ ...kind, repeat, startMs, plannedMs, sinceMs });
      await repository.insertOccurrence(made.seriesId, { number: 0, eventId: saved.eventId, slotMs: startMs });
      unit.note({ kind: 'event', assetId, what: `series ${made.seriesId} planned`, after: { repeat, ...event } });
      const count = isByCounter(made) ? 0 : await this.#planWithin(unit, caller, made as CalendarSeriesRecord, kept);
      return { series: made, eventId: saved.eventId, planned: count };
    });
    if (!series || !isByCounter(series)) return { eventId, planned, timestamp: input.timestamp };
    await this.#options.counters.place(series);
    const last = await this.#options.repository.lastOf(series.seriesId);
    const isFirst = last?.number === 0;
    const timeMs = isFirst ? (last.timestampMs ?? startMs) : startMs;
    return { eventId, planned: isFirst ? 0 : 1, timestamp: new Date(timeMs).toISOString() };
  }

  /** Makes what is due to be made of every series; each by itself, so that one that fails holds up no other. */
  async planDue(): Promise<void> {
    const { repository, log } = this.#options;
    for (const series of await repository.listRunning()) {
      if (isByCounter(series)) continue;
      try {
        await this.#planSeries(series as CalendarSeriesRecord);
      } catch (error) {
        log.error({ err: error, seriesId: series.seriesId }, 'maintenance that comes again could not be planned');
      }
    }
  }

  async #planSeries(series: CalendarSeriesRecord): Promise<void> {
    const { work, repository, clock } = this.#options;
    const made = await repository.listFrom(series.seriesId, 0);
    const { planned, isOver } = planSeries(series, made, clock.now());
    if (planned.length === 0 && !isOver) return;
    await work.run(portalActor, async (unit) => {
      if (!(await unit.of(SeriesRepository).isRunning(series.seriesId))) return;
      await this.#planWithin(unit, systemCaller, series, new Set());
    });
  }

  /** @param kept when there is one already, which was done ahead of its time */
  async #planWithin(
    unit: Work,
    caller: Caller,
    series: CalendarSeriesRecord,
    kept: ReadonlySet<EpochMs>,
  ): Promise<number> {
    const repository = unit.of(SeriesRepository);
    const made = await repository.listFrom(series.seriesId, 0);
    const { planned, isOver } = planSeries(series, made, this.#options.clock.now());
    const wanted = planned.filter(({ slotMs }) => !kept.has(slotMs));
    for (const { number, slotMs } of planned.filter((one) => kept.has(one.slotMs))) {
      await repository.insertOccurrence(series.seriesId, { number, eventId: null, slotMs });
    }
    await this.#make(unit, caller, series, wanted);
    if (isOver) await repository.end(series.seriesId);
    return wanted.length;
  }

  async #make(
    unit: Work,
    caller: Caller,
    { seriesId, assetId, eventDefinitionId }: CalendarSeriesRecord,
    planned: readonly PlannedOccurrence[],
  ): Promise<void> {
    if (planned.length === 0) return;
    const inputs = planned.map(({ slotMs }) => {
      return { assetId, eventDefinitionId, timestamp: new Date(slotMs).toISOString(), status: REQUESTED } as const;
    });
    const made = await this.#options.putEvents(unit, caller, inputs);
    for (const [index, occurrence] of planned.entries()) {
      const eventId = made[index]?.eventId ?? null;
      await unit.of(SeriesRepository).insertOccurrence(seriesId, { ...occurrence, eventId });
    }
  }

  /**
   * Ends the series of an event with it, which leaves the series.
   * @returns when there are others that stay, and the series that ended
   */
  async #endFrom(
    unit: Work,
    caller: Caller,
    eventId: EventId,
  ): Promise<{ kept: ReadonlySet<EpochMs>; before: SeriesRecord | undefined }> {
    const repository = unit.of(SeriesRepository);
    const place = await repository.placeOf(eventId);
    if (!place) return { kept: new Set(), before: undefined };
    const { seriesId, number } = place;
    const following = await repository.listFrom(seriesId, number + 1);
    const isOpen = ({ status }: { status: events.EventStatus | null }) => status === REQUESTED;
    for (const { eventId: open } of following.filter(isOpen)) {
      if (open !== null) await this.#options.deleteEvent(unit, caller, open);
    }
    await repository.deleteOccurrence(seriesId, number);
    await repository.end(seriesId);
    const before = await repository.find(seriesId);
    return { kept: new Set(following.filter((one) => !isOpen(one)).map(({ slotMs }) => slotMs)), before };
  }

  /** @throws HttpError 400 */
  #refuseWrong({ zone }: calendarRepeats.Repeat, startMs: EpochMs): void {
    if (!isTimeZone(zone)) throw badRequest('There is no such time zone.', { field: 'repeat.zone' });
    if (startMs < this.#options.clock.now() - OLDEST_START_MS) {
      throw badRequest('What comes again begins a year ago at most.', { field: 'timestamp' });
    }
  }
}
