import type { CompiledExpression, Outcome } from '#expression/compile.ts';
import { DayClock } from '#expression/day-time.ts';
import type { Outlook, ValueRange } from '#expression/readings.ts';
import type { WindowFunction } from '#expression/syntax.ts';
import { type Cause, causeOf } from './cause.ts';
import { ConditionCount } from './condition-count.ts';
import { SampleWindow } from './sample-window.ts';

/** What a condition reads beside data items. */
export interface Surroundings {
  attribute(name: string): number | string | undefined;
  /** The IANA name of the zone whose clock counts. */
  readonly zone: string;
  /** Whether another alarm is raised. */
  alarm(name: string): boolean | undefined;
}

export const NO_SURROUNDINGS: Surroundings = { attribute: () => undefined, zone: 'UTC', alarm: () => undefined };

/** A condition with the values it knows, evaluated again and again in order of time. */
export class ConditionRun implements Outlook {
  readonly compiled: CompiledExpression;
  /** When each variable had its newest value; -Infinity: it has none. In columns, since nothing may be made for each value. */
  readonly #timesMs: Float64Array;
  readonly #values: Values;
  /** The values before those, where somebody asks for one. */
  readonly #previous: Values | undefined;
  readonly #windows: (SampleWindow | undefined)[];
  readonly #heldSinceMs: (number | undefined)[];
  readonly #counts: readonly ConditionCount[];
  readonly #clocks = new Map<string, DayClock>();
  readonly #around: Surroundings;
  /** By variable. */
  readonly #coming: (ValueRange | undefined)[];
  #nowMs = 0;
  /** It has values that it was not evaluated with. */
  #isNew = true;
  band = 0;
  wantedMs = 0;

  constructor(compiled: CompiledExpression, around = NO_SURROUNDINGS) {
    this.compiled = compiled;
    this.#around = around;
    this.#counts = compiled.counters.map(({ name, seconds }) => new ConditionCount(name, seconds));
    const count = compiled.variables.length;
    this.#timesMs = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#values = new Values(count);
    this.#coming = Array.from({ length: count }, () => undefined);
    this.#previous = compiled.previousOf.size > 0 ? new Values(count) : undefined;
    this.#windows = compiled.windowsMs.map((spanMs, place) =>
      spanMs > 0 ? new SampleWindow(spanMs, compiled.spreads[place]) : undefined,
    );
    this.#heldSinceMs = Array.from({ length: compiled.heldCount }, () => undefined);
  }

  /** A variable has a new value. */
  set(place: number, timeMs: number, value: number | string): void {
    this.#isNew = true;
    // Another value of the same time takes its place.
    if (this.#previous && timeMs > (this.#timesMs[place] as number)) {
      const before = this.#values.at(place);
      if (before !== undefined) this.#previous.set(place, before);
    }
    this.#timesMs[place] = timeMs;
    this.#values.set(place, value);
    if (typeof value === 'number') this.#windows[place]?.push(timeMs, value);
  }

  /** A variable has new values, each later than the one before: those from a place on until before another. */
  setAll(place: number, timesMs: Float64Array, values: ArrayLike<number | string>, from: number, end: number): void {
    // What came before the last two is asked for by functions over time alone.
    const last = Math.max(from, end - 2);
    this.#windows[place]?.pushAll(timesMs, values, from, last);
    for (let i = last; i < end; i++) this.set(place, timesMs[i] as number, values[i] as number | string);
  }

  /** Every `held` counts as fulfilled as long as its condition is true: how an alarm that is raised is taken up again. */
  assumeHeld(): void {
    this.#heldSinceMs.fill(Number.NEGATIVE_INFINITY);
  }

  /** No `held` is fulfilled, as at the beginning. */
  forgetHeld(): void {
    this.#heldSinceMs.fill(undefined);
  }

  /** @param band for comparisons; see `Readings` */
  evaluate(nowMs: number, band: number): boolean | undefined {
    this.#nowMs = nowMs;
    this.#isNew = false;
    this.band = band;
    const outcome = this.compiled.evaluate(this);
    return typeof outcome === 'boolean' ? outcome : undefined;
  }

  /**
   * Until when, exclusively, evaluations with the same band would give the same and leave nothing behind, as long as there is no other value.
   * @param wantedMs what comes later need not be told
   */
  quietUntil(wantedMs: number): number {
    this.wantedMs = wantedMs;
    return this.#isNew ? Number.NEGATIVE_INFINITY : this.compiled.quietUntil(this);
  }

  /** The next values of a variable, until the time that `steadyUntil` is asked of next, are finite numbers between these. */
  expect(place: number, range: ValueRange): void {
    this.#coming[place] = range;
  }

  /** As `quietUntil`, though the values come that were said to. */
  steadyUntil(wantedMs: number): number {
    this.wantedMs = wantedMs;
    const untilMs = this.#isNew ? Number.NEGATIVE_INFINITY : this.compiled.steadyUntil(this);
    this.#coming.fill(undefined);
    return untilMs;
  }

  /** What the expression gives; undefined where it cannot be told. */
  outcome(nowMs: number): Outcome {
    this.#nowMs = nowMs;
    this.band = 0;
    return this.compiled.evaluate(this);
  }

  /** Why it is as it was last evaluated. */
  cause(): Cause {
    return causeOf(this.compiled, this);
  }

  value(place: number): number | string | undefined {
    return this.#values.at(place);
  }

  window(name: WindowFunction, place: number, seconds: number): number | undefined {
    return this.#windows[place]?.answer(name, this.#nowMs, seconds);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  coming(place: number): ValueRange | undefined {
    return this.#coming[place];
  }

  range(place: number, seconds: number) {
    return this.#windows[place]?.range(this.#nowMs, seconds, this.#coming[place]);
  }

  beginSameUntil(place: number, seconds: number) {
    return this.#windows[place]?.beginSameUntil(this.#nowMs, seconds);
  }

  heldUntil(place: number, seconds: number): number {
    const endMs = (this.#heldSinceMs[place] ?? Number.POSITIVE_INFINITY) + seconds * 1_000;
    return endMs <= this.#nowMs ? Number.POSITIVE_INFINITY : endMs;
  }

  countedUntil(place: number): number {
    return this.#counts[place]?.quietUntil() ?? Number.POSITIVE_INFINITY;
  }

  countedApartMs(place: number): number {
    return this.#counts[place]?.apartMs ?? Number.POSITIVE_INFINITY;
  }

  age(place: number): number | undefined {
    const timeMs = this.#timesMs[place] as number;
    return timeMs === Number.NEGATIVE_INFINITY ? undefined : Math.max(0, this.#nowMs - timeMs) / 1_000;
  }

  previous(place: number): number | string | undefined {
    return this.#previous?.at(place);
  }

  note(place: number, condition: boolean | undefined): void {
    this.#counts[place]?.note(condition, this.#nowMs);
  }

  counted(place: number): number {
    return this.#counts[place]?.amount ?? 0;
  }

  daytime(from: number, to: number, zone = this.#around.zone): boolean {
    return this.#clockOf(zone).isBetween(this.#nowMs, from, to);
  }

  daytimeUntil(from: number, to: number, zone = this.#around.zone): number {
    return this.#clockOf(zone).sameUntil(this.#nowMs, from, to);
  }

  #clockOf(zone: string): DayClock {
    let clock = this.#clocks.get(zone);
    if (!clock) {
      clock = new DayClock(zone);
      this.#clocks.set(zone, clock);
    }
    return clock;
  }

  alarm(name: string): boolean | undefined {
    return this.#around.alarm(name);
  }

  attribute(name: string): number | string | undefined {
    return this.#around.attribute(name);
  }

  held(place: number, condition: boolean | undefined, seconds: number): boolean | undefined {
    if (condition !== true) {
      this.#heldSinceMs[place] = undefined;
      return condition;
    }
    const sinceMs = this.#heldSinceMs[place] ?? this.#nowMs;
    this.#heldSinceMs[place] = sinceMs;
    return this.#nowMs - sinceMs >= seconds * 1_000;
  }
}

/** A value of each variable. */
class Values {
  readonly #numbers: Float64Array;
  /** A text, true where it is a number, undefined where there is none. */
  readonly #texts: (string | true | undefined)[];

  constructor(count: number) {
    this.#numbers = new Float64Array(count);
    this.#texts = Array.from({ length: count }, () => undefined);
  }

  set(place: number, value: number | string): void {
    if (typeof value === 'number') {
      this.#numbers[place] = value;
      this.#texts[place] = true;
    } else this.#texts[place] = value;
  }

  at(place: number): number | string | undefined {
    const text = this.#texts[place];
    return text === true ? this.#numbers[place] : text;
  }
}
