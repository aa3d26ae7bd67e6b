import type { AssetId, EpochMs } from '@telltale/contract';
import { counterStep } from '@telltale/domain/field/parts/counter-step.ts';
import { type Historian, type LastPoint, type SeriesKey, seriesKeyParts } from '@telltale/historian';
import { CounterCourse, DAY_MS, startOfDay } from './counter-course.ts';

export interface CounterBookOptions {
  historian: Historian;
  /** What a counter shows now; undefined: nothing, or no number. */
  readingNow: (key: SeriesKey) => number | undefined;
}

/** A reading whose quality is not bad (OPC DA). */
const USABLE = 64;
/** What the history says of today is asked for again after this long; in between the current value tells. */
const FRESH_MS = 600_000;
/** Forecasts look back this far at least. */
const LEAST_DAYS = 31;
/** What was used before is not counted: ten years. */
const MOST_DAYS = 3_653;
/** So many are read by one question to the history. */
const KEYS_AT_ONCE = 100;
/** Counters that are not looked at for longest are forgotten first. */
const MOST_COURSES = 20_000;

/** How far a counter had moved on at a time. */
export interface Mark {
  /** As if it moved on evenly between the readings around that time. */
  readonly total: number;
  /** As if it had moved on before that time as far as the reading after it tells. */
  readonly most: number;
  /** There is no reading after it yet. */
  readonly isOpen: boolean;
}

interface Kept {
  course: CounterCourse;
  /** Goes up whenever the past is another: what was reckoned from it before does not count any more. */
  version: number;
}

/** The courses of counters, worked out from summaries of the history once and then followed. */
export class CounterBook {
  readonly #options: CounterBookOptions;
  readonly #courses = new Map<SeriesKey, Promise<Kept>>();
  #version = 0;

  constructor(options: CounterBookOptions) {
    this.#options = options;
  }

  /** The counter's course up to now, from a time on. */
  async courseOf(key: SeriesKey, fromMs: EpochMs, nowMs: EpochMs): Promise<Kept> {
    // A record that is dated centuries ago would be a course of as many days.
    const sinceMs = Math.max(fromMs, nowMs - MOST_DAYS * DAY_MS);
    const known = this.#courses.get(key);
    if (known) {
      const kept = await known;
      if (kept.course.startMs <= sinceMs) {
        if (nowMs - kept.course.untilMs > FRESH_MS) await this.#follow(key, kept.course, nowMs);
        return kept;
      }
    }
    // Those asked for at the same time wait for one and the same.
    const latest = this.#courses.get(key);
    if (latest !== undefined && latest !== known) return this.courseOf(key, sinceMs, nowMs);
    const made = this.#make(key, sinceMs, nowMs);
    this.#keep(key, made);
    return made;
  }

  #keep(key: SeriesKey, made: Promise<Kept>): void {
    this.#courses.delete(key);
    this.#courses.set(key, made);
    made.catch(() => this.#courses.get(key) === made && this.#courses.delete(key));
    for (const oldest of this.#courses.keys()) {
      if (this.#courses.size <= MOST_COURSES) break;
      this.#courses.delete(oldest);
    }
  }

  /** Reads what `courseOf` of many counters would read one by one: a few questions to the history instead of thousands. */
  async warm(wanted: readonly { key: SeriesKey; sinceMs: EpochMs }[], nowMs: EpochMs): Promise<void> {
    const cold: { key: SeriesKey; sinceMs: EpochMs }[] = [];
    const behind = new Map<EpochMs, { key: SeriesKey; kept: Kept }[]>();
    for (const { key, sinceMs: fromMs } of wanted) {
      const sinceMs = Math.max(fromMs, nowMs - MOST_DAYS * DAY_MS);
      const kept = await this.#courses.get(key);
      if (!kept || kept.course.startMs > sinceMs) cold.push({ key, sinceMs });
      else if (nowMs - kept.course.untilMs > FRESH_MS) {
        const { openMs } = kept.course;
        behind.set(openMs, [...(behind.get(openMs) ?? []), { key, kept }]);
      }
    }
    // Those that begin at about the same time are read together.
    cold.sort((a, b) => a.sinceMs - b.sinceMs);
    for (let first = 0; first < cold.length; first += KEYS_AT_ONCE) {
      await this.#makeMany(cold.slice(first, first + KEYS_AT_ONCE), nowMs);
    }
    for (const [openMs, some] of behind) {
      for (let first = 0; first < some.length; first += KEYS_AT_ONCE) {
        const part = some.slice(first, first + KEYS_AT_ONCE).filter(({ kept }) => kept.course.openMs === openMs);
        if (openMs <= nowMs)
          await this.#followMany(
            part.map(({ key, kept }) => ({ key, course: kept.course })),
            openMs,
            nowMs,
          );
      }
    }
  }

  /** What the counter shows now, and how far it has moved on. */
  now(key: SeriesKey, { course }: Kept): { reading: number | undefined; total: number } {
    const reading = this.#options.readingNow(key) ?? course.reading;
    return { reading, total: course.totalNow(reading) };
  }

  /** What the counter showed at a past time, and how far it had moved on. */
  async at(key: SeriesKey, { course }: Kept, timeMs: EpochMs): Promise<{ reading: number | undefined; total: number }> {
    const reading = await this.#readingAt(key, timeMs);
    return { reading, total: await this.#totalAt(key, course, timeMs, reading) };
  }

  /**
   * How far the counter had moved on when somebody wrote down what it showed. What is written down tells it if the counter
   * showed about that then; if it is off by more than an interval it was read from another counter, and the time tells.
   */
  async totalOfRecord(
    key: SeriesKey,
    { course }: Kept,
    { timeMs, written, interval }: { timeMs: EpochMs; written: number | undefined; interval: number },
  ): Promise<Mark> {
    const told = written === undefined ? undefined : course.totalAtReading(timeMs, written);
    if (told !== undefined) return known(told);
    const [before] = await this.#options.historian.stateAt([key], timeMs);
    const reading = numberOf(before);
    const total = await this.#totalAt(key, course, timeMs, reading);
    if (written === undefined) return this.#between(key, total, before, timeMs);
    if (reading !== undefined) {
      const isOff = Math.abs(written - reading) > interval;
      return isOff ? this.#between(key, total, before, timeMs) : known(total + (written - reading));
    }
    // It was done before anything was recorded: the first reading is the next one.
    const first = course.firstReading;
    return known(first === undefined ? total : -counterStep(written, first));
  }

  /** The past of a counter is another now. */
  forget(key: SeriesKey): void {
    this.#courses.delete(key);
  }

  forgetAsset(assetId: AssetId): void {
    for (const key of this.#courses.keys()) if (seriesKeyParts(key).assetId === assetId) this.#courses.delete(key);
  }

  async #make(key: SeriesKey, sinceMs: EpochMs, nowMs: EpochMs): Promise<Kept> {
    const startMs = startOfDay(Math.min(sinceMs, nowMs - LEAST_DAYS * DAY_MS));
    const version = ++this.#version;
    const course = new CounterCourse(startMs, await this.#readingAt(key, startMs - 1));
    await this.#follow(key, course, nowMs);
    return { course, version };
  }

  /** Makes courses that begin with the earliest of them. What is asked for one by one meanwhile waits for these. */
  async #makeMany(some: readonly { key: SeriesKey; sinceMs: EpochMs }[], nowMs: EpochMs): Promise<void> {
    const keys = some.map(({ key }) => key);
    const startMs = startOfDay(Math.min(nowMs - LEAST_DAYS * DAY_MS, ...some.map(({ sinceMs }) => sinceMs)));
    const version = ++this.#version;
    const all = (async () => {
      const before = new Map((await this.#options.historian.stateAt(keys, startMs - 1)).map((one) => [one.key, one]));
      const courses = keys.map((key) => ({ key, course: new CounterCourse(startMs, numberOf(before.get(key))) }));
      await this.#followMany(courses, startMs, nowMs);
      return new Map(courses.map(({ key, course }) => [key, { course, version }]));
    })();
    for (const key of keys) {
      this.#keep(
        key,
        all.then((made) => made.get(key) as Kept),
      );
    }
    await all;
  }

  async #follow(key: SeriesKey, course: CounterCourse, nowMs: EpochMs): Promise<void> {
    await this.#followMany([{ key, course }], course.openMs, nowMs);
  }

  /** @param fromMs where all of them are open */
  async #followMany(
    some: readonly { key: SeriesKey; course: CounterCourse }[],
    fromMs: EpochMs,
    nowMs: EpochMs,
  ): Promise<void> {
    if (nowMs < fromMs || some.length === 0) return;
    const functions = ['delta', 'last', 'min', 'max'] as const;
    const range = { keys: some.map(({ key }) => key), fromMs, toMs: nowMs, bucketMs: DAY_MS, functions };
    const { startsMs, series } = await this.#options.historian.aggregate(range);
    for (const [index, { course }] of some.entries()) {
      const own = series[index];
      // Another may have followed it meanwhile.
      if (own && course.openMs === fromMs) course.add({ startsMs, series: [own] }, nowMs);
    }
  }

  async #readingAt(key: SeriesKey, timeMs: EpochMs): Promise<number | undefined> {
    const [point] = await this.#options.historian.stateAt([key], timeMs);
    return numberOf(point);
  }

  /**
   * Nothing was recorded for days, or is still on its way: how far the counter had moved on at a time in between is not
   * what it showed at the beginning.
   */
  async #between(key: SeriesKey, total: number, before: LastPoint | undefined, timeMs: EpochMs): Promise<Mark> {
    const reading = numberOf(before);
    if (before === undefined || reading === undefined || before.timeMs === timeMs) return known(total);
    const after = (await this.#options.historian.nextChange(key, timeMs)) ?? undefined;
    const next = numberOf(after);
    if (after === undefined || next === undefined) return { ...known(total), isOpen: true };
    const step = counterStep(reading, next);
    const share = (timeMs - before.timeMs) / (after.timeMs - before.timeMs);
    return { total: total + step * share, most: total + step, isOpen: false };
  }

  async #totalAt(key: SeriesKey, course: CounterCourse, timeMs: EpochMs, reading: number | undefined): Promise<number> {
    if (timeMs < course.startMs) return 0;
    const told = reading === undefined ? undefined : course.totalAtReading(timeMs, reading);
    if (told !== undefined) return told;
    const fromMs = startOfDay(timeMs);
    const range = { keys: [key], fromMs, toMs: timeMs, bucketMs: DAY_MS, functions: ['delta'] as const };
    const { series } = await this.#options.historian.aggregate(range);
    const moved = series[0]?.delta?.[0];
    return course.totalAtDay(timeMs) + (typeof moved === 'number' ? moved : 0);
  }
}

const known = (total: number): Mark => ({ total, most: total, isOpen: false });

function numberOf(point: LastPoint | undefined): number | undefined {
  return typeof point?.value === 'number' && Number.isFinite(point.value) && point.quality >= USABLE
    ? point.value
    : undefined;
}
