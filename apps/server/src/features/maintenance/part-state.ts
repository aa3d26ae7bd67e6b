import type { EpochMs, parts } from '@telltale/contract';
import { SOON_SHARE } from '@telltale/contract/api/maintenance/parts.ts';
import {
  type CounterPace,
  DAYS_LOOKED_BACK,
  daysUntilDue,
  forecastOf,
  paceOf,
} from '@telltale/domain/field/parts/forecast.ts';
import type { SeriesKey } from '@telltale/historian';
import type { CounterBook, Mark } from './counter-book.ts';
import { DAY_MS } from './counter-course.ts';
import type { AssetPart, AssetParts } from './part-book.ts';
import { readingOf } from './part-meta.ts';

/** What is said of a counter at a moment. */
interface CounterMoment {
  readonly reading: number | undefined;
  readonly total: number;
  readonly days: readonly number[];
  readonly pace: CounterPace;
}

/** A part at a moment: its forecast is worked out when somebody wants to see it. */
export interface PartMoment {
  readonly part: AssetPart;
  readonly counter: CounterMoment | undefined;
  readonly used: number | undefined;
  /** It is used by so much at least, whenever between two readings of its counter it was done. */
  readonly leastUsed: number | undefined;
  readonly remaining: number | undefined;
  readonly state: parts.PartState;
  /** In how many days it falls due; infinity: nobody can say. */
  readonly dueInDays: number;
}

const NO_PACE = paceOf([]);

/** Works out how far parts are used. */
export class PartMoments {
  readonly #counters: CounterBook;
  /** How far the counter had moved on when a record was written down. */
  readonly #marks = new WeakMap<AssetPart, { version: number; totalNow: number; mark: Mark }>();

  constructor(counters: CounterBook) {
    this.#counters = counters;
  }

  /** Reads what the parts of many assets need, so that `momentsOf` of each finds it. */
  async warm(assets: readonly AssetParts[], nowMs: EpochMs): Promise<void> {
    const wanted = assets.flatMap(({ parts: all }) =>
      [...Map.groupBy(all, ({ key }) => key)].flatMap(([key, some]) =>
        key === undefined ? [] : [{ key, sinceMs: sinceOf(some, nowMs) }],
      ),
    );
    await this.#counters.warm(wanted, nowMs);
  }

  /** @param pastMs a past time; undefined: now */
  async momentsOf({ parts: all }: AssetParts, nowMs: EpochMs, pastMs?: EpochMs): Promise<PartMoment[]> {
    const atMs = pastMs ?? nowMs;
    const byKey = Map.groupBy(all, ({ key }) => key);
    const moments = new Map<AssetPart, PartMoment>();
    for (const [key, some] of byKey) {
      if (key === undefined) {
        for (const part of some) moments.set(part, momentOf(part, undefined, undefined, undefined));
        continue;
      }
      const kept = await this.#counters.courseOf(key, sinceOf(some, atMs), nowMs);
      const now = pastMs === undefined ? this.#counters.now(key, kept) : await this.#counters.at(key, kept, pastMs);
      const days = kept.course.lastDays(atMs, now.total, DAYS_LOOKED_BACK);
      const counter = { ...now, days, pace: days.length === 0 ? NO_PACE : paceOf(days) };
      for (const part of some) {
        const found = this.#markOf(key, kept, part, now.total);
        const mark = found instanceof Promise ? await found : found;
        // A part that nobody ever did is as old as its counter says.
        const usedSince = (since: number | undefined) =>
          now.reading === undefined || since === undefined ? now.reading : Math.max(0, now.total - since);
        moments.set(part, momentOf(part, counter, usedSince(mark?.total), usedSince(mark?.most)));
      }
    }
    return all.map((part) => moments.get(part) as PartMoment);
  }

  /** How far the counter had moved on when the part was last done; undefined: nobody wrote it down. */
  #markOf(key: SeriesKey, kept: Course, part: AssetPart, totalNow: number): Mark | undefined | Promise<Mark> {
    const { last, interval } = part;
    if (last === undefined) return undefined;
    const known = this.#marks.get(part);
    if (known?.version === kept.version && (!known.mark.isOpen || known.totalNow === totalNow)) return known.mark;
    const written = readingOf(last.told, part);
    return this.#counters.totalOfRecord(key, kept, { timeMs: last.timestampMs, written, interval }).then((mark) => {
      this.#marks.set(part, { version: kept.version, totalNow, mark });
      return mark;
    });
  }
}

/** From when on the course of a counter is needed. */
function sinceOf(some: readonly AssetPart[], atMs: EpochMs): EpochMs {
  const lastMs = some.map((part) => part.last?.timestampMs ?? atMs);
  return Math.min(atMs - (DAYS_LOOKED_BACK + 1) * DAY_MS, ...lastMs);
}

type Course = Awaited<ReturnType<CounterBook['courseOf']>>;

function momentOf(
  part: AssetPart,
  counter: CounterMoment | undefined,
  used: number | undefined,
  leastUsed: number | undefined,
): PartMoment {
  const { interval, fault, last, isNamed } = part;
  if (fault !== undefined || used === undefined) {
    const dueInDays = Number.POSITIVE_INFINITY;
    return { part, counter, used: undefined, leastUsed: undefined, remaining: undefined, state: 'unknown', dueInDays };
  }
  const remaining = interval - used;
  const dueInDays = daysUntilDue(remaining, counter?.pace ?? NO_PACE);
  const share = used / interval;
  const state = last === undefined && !isNamed ? 'unrecorded' : stateOf(share);
  return { part, counter, used, leastUsed, remaining, state, dueInDays };
}

function stateOf(share: number): parts.PartState {
  if (share >= 1) return 'overdue';
  return share >= SOON_SHARE ? 'soon' : 'ok';
}

/** A part as the calls answer it. */
export function toPart({ part, counter, used, remaining, state }: PartMoment, atMs: EpochMs): parts.PartWithForecast {
  const { definition, place, last } = part;
  const reading = counter?.reading;
  const isKnown = remaining !== undefined && reading !== undefined;
  const quiet =
    part.fault === undefined && !isKnown ? `Nothing was recorded of '${part.counterName}' then.` : undefined;
  return {
    eventDefinitionId: definition.eventDefinitionId,
    name: definition.name,
    pod: place?.pod ?? null,
    category: place?.category ?? null,
    counter: part.counter,
    counterName: part.counterName,
    interval: part.interval,
    reading: rounded(reading),
    used: rounded(used),
    dueAt: isKnown ? rounded(reading + remaining) : null,
    remaining: rounded(remaining),
    state,
    fault: part.fault ?? quiet ?? null,
    last: last
      ? {
          eventId: last.eventId,
          timestamp: new Date(last.timestampMs).toISOString(),
          counterValue: readingOf(last.told, part) ?? null,
          partNumber: last.told.partNumber,
        }
      : null,
    forecast: toForecast(remaining, counter, atMs),
  };
}

function toForecast(
  remaining: number | undefined,
  counter: CounterMoment | undefined,
  nowMs: EpochMs,
): parts.PartForecast {
  const pace = counter?.pace ?? NO_PACE;
  const forecast =
    remaining === undefined || counter === undefined
      ? ({ kind: 'unknown' } as const)
      : forecastOf({ nowMs, remaining, days: counter.days });
  const isDue = forecast.kind === 'due';
  return {
    kind: forecast.kind,
    due: isDue ? iso(forecast.dueMs) : null,
    earliest: isDue ? iso(forecast.earliestMs) : null,
    latest: isDue && forecast.latestMs !== null ? iso(forecast.latestMs) : null,
    perDay: rounded(pace.perDay ?? undefined),
    perDay7: rounded(pace.perDay7 ?? undefined),
    perDay30: rounded(pace.perDay30 ?? undefined),
  };
}

const iso = (timeMs: EpochMs) => new Date(Math.round(timeMs)).toISOString();

/** Sums of readings have digits that no counter has. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 1_000) / 1_000;
}
