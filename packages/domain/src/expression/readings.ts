import type { WindowFunction } from './syntax.ts';

/** Where an evaluation gets values from. Variables go by their place in `CompiledExpression.variables`. */
export interface Readings {
  value(variable: number): number | string | undefined;
  /** A function of the variable over the last so many seconds. */
  window(name: WindowFunction, variable: number, seconds: number): number | undefined;
  /** Seconds since the variable was last heard of. */
  age(variable: number): number | undefined;
  /** The value of the variable before the current one. */
  previous(variable: number): number | string | undefined;
  /** Whether a condition has been true for so many seconds without a break; called at every evaluation. */
  held(place: number, condition: boolean | undefined, seconds: number): boolean | undefined;
  /** Takes in what a counted condition is now; called at every evaluation. */
  note(place: number, condition: boolean | undefined): void;
  /** What was counted, by its place in `CompiledExpression.counters`. */
  counted(place: number): number;
  /** Whether the clock of a zone, that of the asset where none is given, shows a time in between. */
  daytime(from: number, to: number, zone: string | undefined): boolean;
  /** Whether another alarm of the asset is raised. */
  alarm(name: string): boolean | undefined;
  attribute(name: string): number | string | undefined;
  /** Comparisons that are true stay so until the value is back by more than this; 0 as they are written. */
  readonly band: number;
}

export interface ValueRange {
  readonly least: number;
  readonly greatest: number;
}

export interface WindowRange extends ValueRange {
  /** Between which numbers the newest value lies. */
  readonly newestLeast: number;
  readonly newestGreatest: number;
  readonly ms: number;
}

/** What lies ahead of an evaluation, as long as no variable has other values than those that are known to come. */
export interface Outlook extends Readings {
  /** When it was evaluated last. */
  readonly nowMs: number;
  /** Further ahead nobody looks. */
  readonly wantedMs: number;
  /** Between which numbers values of a variable lie that come until then. Undefined: none comes. */
  coming(variable: number): ValueRange | undefined;
  /**
   * The least and the greatest value that a variable has over the last so many seconds, from now on, and of how many milliseconds there
   * are values. Undefined: it has none.
   */
  range(variable: number, seconds: number): WindowRange | undefined;
  /**
   * Until when, exclusively, the value that the last so many seconds of a variable begin with is the same while none comes, and whether there
   * are so many already. Undefined: there is no change to tell of yet.
   */
  beginSameUntil(variable: number, seconds: number): { untilMs: number; isFull: boolean } | undefined;
  /** Until when, exclusively, the clock of a zone is surely as it is: within the times, or without. */
  daytimeUntil(from: number, to: number, zone: string | undefined): number;
  /** When a `held` that waits has waited for long enough. */
  heldUntil(place: number, seconds: number): number;
  /** Until when, exclusively, what was counted stays as it is while its condition does. */
  countedUntil(place: number): number;
  /** How long evaluations may be apart without another amount. */
  countedApartMs(place: number): number;
}
