import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import type { AssetId, calendarRepeats, EpochMs, EventDefinitionId, EventId, events } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { systemCaller } from '#http/system-caller.ts';
import { portalActor } from '#journal/journal.ts';
import { type CounterDue, placeByCounter, toForecast } from './counter-place.ts';
import { type CounterSeriesRecord, isByCounter, type LastOccurrence, SeriesRepository } from './series-repository.ts';

export interface CounterSeriesOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: SeriesRepository;
  dueOf: (
    question: {
      assetId: AssetId;
      eventDefinitionId: EventDefinitionId;
      counter: string;
      interval: number;
      sinceMs: EpochMs | null;
      elseMs: EpochMs;
    },
    nowMs: EpochMs,
  ) => Promise<CounterDue>;
  putEvents: (unit: Work, caller: Caller, inputs: readonly events.EventInput[]) => Promise<{ eventId: EventId }[]>;
  /** Gives an event another time, and tells the journal why. */
  moveEvent: (unit: Work, eventId: EventId, timestampMs: EpochMs, why: string) => Promise<void>;
  clock: Clock;
  log: Log;
}

const REQUESTED = 1;
const IN_PROGRESS = 2;

/**
 * Maintenance that comes again by a counter. One of each series is open: it stands on the day on which its counter is
 * expected to have moved on far enough, and goes with that expectation. Once it is done or cancelled the next one follows.
 */
export class CounterSeries {
  readonly #options: CounterSeriesOptions;
  /** Assets of which something was written since they were looked at. */
  readonly #written = new Set<AssetId>();
  #looking: Promise<void> | undefined;

  constructor(options: CounterSeriesOptions) {
    this.#options = options;
  }

  /** Places what is open of every series; each by itself, so that one that fails holds up no other. */
  async placeAll(): Promise<void> {
    await this.#placeThese(await this.#options.repository.listRunning());
  }

  /** Places what is open of these assets. */
  async placeOf(assetIds: readonly AssetId[]): Promise<void> {
    if (assetIds.length > 0) await this.#placeThese(await this.#options.repository.listRunning(assetIds));
  }

  async place(series: CounterSeriesRecord): Promise<void> {
    await this.#placeOne(series);
  }

  /** Something of an asset was planned or done: what is open of it is looked at soon. */
  noteWritten(assetId: AssetId): void {
    this.#written.add(assetId);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** When everything that was written by now is seen. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (this.#written.size > 0) {
      const assetIds = [...this.#written];
      this.#written.clear();
      try {
        await this.#placeThese(await this.#options.repository.listRunning(assetIds));
      } catch (error) {
        this.#options.log.error({ err: error }, 'maintenance by counters could not be looked for');
      }
    }
  }

  async #placeThese(all: readonly { seriesId: number; repeat: calendarRepeats.Repeat }[]): Promise<void> {
    for (const series of all) {
      if (!isByCounter(series)) continue;
      try {
        await this.#placeOne(series);
      } catch (error) {
        const { seriesId } = series;
        this.#options.log.error({ err: error, seriesId }, 'maintenance by a counter could not be placed');
      }
      await nextTurnOfTheLoop();
    }
  }

  /** What the history says is read before the change, which is given up when somebody else was quicker. */
  async #placeOne(series: CounterSeriesRecord): Promise<void> {
    const { repository, clock } = this.#options;
    const last = await repository.lastOf(series.seriesId);
    if (!last || last.status === IN_PROGRESS) return;
    const isOpen = last.status === REQUESTED;
    const { end } = series.repeat;
    const isOver = last.eventId === null || (!isOpen && end.kind === 'after' && last.number + 1 >= end.count);
    if (isOver) return this.#change(series, last, (unit) => unit.of(SeriesRepository).end(series.seriesId));
    const nowMs = clock.now();
    // The next one counts from the one before it, also where that was cancelled.
    const sinceMs = isOpen ? series.sinceMs : Math.min(nowMs, last.timestampMs ?? nowMs);
    const { assetId, eventDefinitionId, repeat, startMs } = series;
    const { counter, every, zone } = repeat;
    const asked = { assetId, eventDefinitionId, counter, interval: every, sinceMs, elseMs: series.plannedMs };
    const due = await this.#options.dueOf(asked, nowMs);
    const forecast = JSON.stringify(toForecast(due, every));
    const placedMs = isOpen ? (last.timestampMs ?? undefined) : undefined;
    const timeMs = placeByCounter({ due, nowMs, placedMs, startMs, zone });
    if (!isOpen)
      return this.#change(series, last, (unit) => this.#makeNext(unit, series, last, { timeMs, forecast, sinceMs }));
    if (timeMs === placedMs && forecast === last.forecast) return;
    await this.#change(series, last, async (unit) => {
      if (last.eventId !== null && timeMs !== placedMs) {
        await this.#options.moveEvent(unit, last.eventId, timeMs, `by its counter ${counter}`);
      }
      await unit.of(SeriesRepository).setPlace(series.seriesId, last.number, { slotMs: timeMs, forecast });
    });
  }

  async #makeNext(
    unit: Work,
    { seriesId, assetId, eventDefinitionId }: CounterSeriesRecord,
    { number }: LastOccurrence,
    { timeMs, forecast, sinceMs }: { timeMs: EpochMs; forecast: string; sinceMs: EpochMs | null },
  ): Promise<void> {
    const timestamp = new Date(timeMs).toISOString();
    const event = { assetId, eventDefinitionId, timestamp, status: REQUESTED } as const;
    const [made] = await this.#options.putEvents(unit, systemCaller, [event]);
    if (!made) throw new Error('No event was written.');
    const repository = unit.of(SeriesRepository);
    await repository.setSince(seriesId, sinceMs);
    await repository.insertOccurrence(seriesId, { number: number + 1, eventId: made.eventId, slotMs: timeMs });
    await repository.setPlace(seriesId, number + 1, { slotMs: timeMs, forecast });
  }

  /** Makes a change of a series that is as it was when it was looked at. */
  async #change(
    { seriesId }: CounterSeriesRecord,
    last: LastOccurrence,
    apply: (unit: Work) => Promise<void>,
  ): Promise<void> {
    await this.#options.work.run(portalActor, async (unit) => {
      const repository = unit.of(SeriesRepository);
      if (!(await repository.isRunning(seriesId))) return;
      const now = await repository.lastOf(seriesId);
      if (JSON.stringify(now) === JSON.stringify(last)) await apply(unit);
    });
  }
}
