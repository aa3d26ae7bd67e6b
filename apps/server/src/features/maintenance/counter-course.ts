import type { EpochMs } from '@telltale/contract';
import { counterStep, isReset } from '@telltale/domain/field/parts/counter-step.ts';
import type { Aggregates } from '@telltale/historian';

export const DAY_MS = 86_400_000;

interface Day {
  /** How far the counter had moved on by its end, since the course begins. */
  readonly total: number;
  /** What it showed at its end; undefined: nothing was known yet. */
  readonly reading: number | undefined;
  /** The counter began anew within it: readings do not say how far it was at a time of the day. */
  readonly isBroken: boolean;
}

export function startOfDay(timeMs: EpochMs): EpochMs {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** How far a counter has moved on, day by day (UTC), so that resets and corrections are passed once. */
export class CounterCourse {
  /** The course begins here. */
  readonly startMs: EpochMs;
  /** What the counter showed when the course begins. */
  readonly #first: number | undefined;
  #days: Day[] = [];
  /** Everything up to here is in it. */
  #untilMs: EpochMs;

  constructor(startMs: EpochMs, first: number | undefined) {
    this.startMs = startMs;
    this.#first = first;
    this.#untilMs = startMs;
  }

  /** The first reading that is known of it. */
  get firstReading(): number | undefined {
    const day = this.#days.find(({ reading }) => reading !== undefined);
    return this.#first ?? (day?.reading === undefined ? undefined : Math.max(0, day.reading - day.total));
  }

  get untilMs(): EpochMs {
    return this.#untilMs;
  }

  /** Where what is asked for next begins: the day that was not over. */
  get openMs(): EpochMs {
    return this.startMs + Math.max(0, this.#days.length - 1) * DAY_MS;
  }

  /** Takes over what the history says of days from `openMs` on: `delta`, `last`, `min`, `max` of each. */
  add({ startsMs, series }: Aggregates, untilMs: EpochMs): void {
    const [{ delta = [], last = [], min = [], max = [] } = {}] = series;
    this.#days.length = Math.max(0, this.#days.length - 1);
    for (const [index] of startsMs.entries()) {
      const before = this.#before(this.#days.length);
      const reading = numberOf(last[index]);
      const lowest = numberOf(min[index]);
      const highest = numberOf(max[index]);
      const moved = numberOf(delta[index]) ?? 0;
      if (reading === undefined || lowest === undefined || highest === undefined) {
        this.#days.push({ ...before, isBroken: false });
        continue;
      }
      // Its steps add up to more than it rose: it fell. By half it began anew, by less somebody corrected it.
      const rose = before.reading === undefined ? moved : reading - before.reading;
      const fell = before.reading === undefined ? isReset(highest, reading) : moved > rose + TOLERANCE * highest;
      const isBroken = fell && (isReset(before.reading ?? lowest, lowest) || isReset(highest, reading));
      const step = isBroken ? moved : Math.max(0, rose);
      this.#days.push({ total: before.total + step, reading, isBroken: isBroken || before.reading === undefined });
    }
    this.#untilMs = untilMs;
  }

  /** How far it has moved on, with what it shows now. */
  totalNow(reading: number | undefined): number {
    const { total, reading: last } = this.#before(this.#days.length);
    return reading === undefined || last === undefined ? total : total + counterStep(last, reading);
  }

  get reading(): number | undefined {
    return this.#before(this.#days.length).reading;
  }

  /** How far it had moved on when it showed this; undefined: the day does not tell. */
  totalAtReading(timeMs: EpochMs, reading: number): number | undefined {
    const index = this.#indexOf(timeMs);
    const day = this.#days[index];
    const before = this.#before(index);
    if (!day || day.isBroken || day.reading === undefined || before.reading === undefined) return undefined;
    if (reading < before.reading || reading > day.reading) return undefined;
    return before.total + (reading - before.reading);
  }

  /** How far it had moved on when the day began in which a time lies. */
  totalAtDay(timeMs: EpochMs): number {
    return this.#before(this.#indexOf(timeMs)).total;
  }

  /** How far it moved on in each of the last days before a time, the latest first; days before it was known are left out. */
  lastDays(timeMs: EpochMs, totalNow: number, most: number): number[] {
    const first = this.#first === undefined ? this.#days.findIndex(({ reading }) => reading !== undefined) : -1;
    if (this.reading === undefined) return [];
    const knownMs = this.startMs + (first + 1) * DAY_MS;
    const days: number[] = [];
    let after = totalNow;
    for (let endMs = timeMs - DAY_MS; days.length < most && endMs >= knownMs; endMs -= DAY_MS) {
      const before = Math.min(after, this.#between(endMs));
      days.push(after - before);
      after = before;
    }
    return days;
  }

  /** As if it moved on evenly within a day. */
  #between(timeMs: EpochMs): number {
    const index = this.#indexOf(timeMs);
    const { total } = this.#before(index);
    const end = this.#days[index]?.total ?? total;
    const share = (timeMs - (this.startMs + index * DAY_MS)) / DAY_MS;
    return total + (end - total) * share;
  }

  #indexOf(timeMs: EpochMs): number {
    return Math.max(0, Math.floor((timeMs - this.startMs) / DAY_MS));
  }

  /** How it stood when a day began. */
  #before(index: number): Day {
    const day = this.#days[Math.min(index, this.#days.length) - 1];
    return day ?? { total: 0, reading: this.#first, isBroken: false };
  }
}

/** Of what a counter shows: sums of small steps are off by their last digits. */
const TOLERANCE = 1e-9;

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
