import type { CompiledExpression, Outcome, Readings } from '#expression/compile.ts';
import type { WindowFunction } from '#expression/syntax.ts';
import { SampleWindow } from './sample-window.ts';

interface Newest {
  timeMs: number;
  value: number | string;
}

/** The length of a value in a cause. */
const MAX_SHOWN_TEXT = 100;

/** A condition with the values it knows, evaluated again and again in order of time. */
export class ConditionRun implements Readings {
  readonly compiled: CompiledExpression;
  readonly #newest: (Newest | undefined)[];
  readonly #windows: (SampleWindow | undefined)[];
  readonly #heldSinceMs: (number | undefined)[];
  #nowMs = 0;
  band = 0;

  constructor(compiled: CompiledExpression) {
    this.compiled = compiled;
    this.#newest = compiled.variables.map(() => undefined);
    this.#windows = compiled.windowsMs.map((spanMs) => (spanMs > 0 ? new SampleWindow(spanMs) : undefined));
    this.#heldSinceMs = Array.from({ length: compiled.heldCount }, () => undefined);
  }

  /** A variable has a new value. */
  set(place: number, timeMs: number, value: number | string): void {
    const known = this.#newest[place];
    if (known) {
      known.timeMs = timeMs;
      known.value = value;
    } else this.#newest[place] = { timeMs, value };
    if (typeof value === 'number') this.#windows[place]?.push(timeMs, value);
  }

  /** Every `held` counts as fulfilled as long as its condition is true: how an alarm that is raised is taken up again. */
  assumeHeld(): void {
    this.#heldSinceMs.fill(Number.NEGATIVE_INFINITY);
  }

  /** @param band for comparisons; see `Readings` */
  evaluate(nowMs: number, band: number): boolean | undefined {
    this.#nowMs = nowMs;
    this.band = band;
    const outcome = this.compiled.evaluate(this);
    return typeof outcome === 'boolean' ? outcome : undefined;
  }

  /** The expression with the values it was last evaluated with: `_Pressure > 100 (_Pressure = 104.2)`. */
  cause(): string {
    const values = this.compiled.reads.map(({ text, read }) => `${text} = ${show(read(this))}`);
    return values.length === 0 ? this.compiled.text : `${this.compiled.text} (${values.join(', ')})`;
  }

  value(place: number): number | string | undefined {
    return this.#newest[place]?.value;
  }

  window(name: WindowFunction, place: number, seconds: number): number | undefined {
    return this.#windows[place]?.answer(name, this.#nowMs, seconds);
  }

  age(place: number): number | undefined {
    const newest = this.#newest[place];
    return newest && Math.max(0, this.#nowMs - newest.timeMs) / 1_000;
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

function show(outcome: Outcome): string {
  if (outcome === undefined) return 'unknown';
  if (typeof outcome === 'number') return String(Number(outcome.toPrecision(6)));
  if (typeof outcome === 'boolean') return String(outcome);
  return JSON.stringify(outcome.length > MAX_SHOWN_TEXT ? `${outcome.slice(0, MAX_SHOWN_TEXT)}…` : outcome);
}
