import type { EpochMs } from '@telltale/contract';
import type { LimitRule } from '@telltale/domain/alarms/limit-trial.ts';
import type { AggregateQuery, SeriesKey } from '@telltale/historian/port.ts';
import type { RunSketch } from '../run-sketch.ts';
import type { TrialOutcome } from './trial-outcome.ts';

/** A rule, and the time that it is tried on. */
export interface Trial {
  readonly sketch: RunSketch;
  /** Where the rule is one comparison of one data item with a number. */
  readonly limit: { readonly key: SeriesKey; readonly rule: LimitRule } | undefined;
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** What the thread asks of the history: the store belongs to the portal's own thread. */
export type PastQuestion =
  | { readonly kind: 'series'; readonly key: SeriesKey; readonly fromMs: EpochMs; readonly toMs: EpochMs }
  | { readonly kind: 'state'; readonly keys: readonly SeriesKey[]; readonly timeMs: EpochMs }
  | { readonly kind: 'aggregate'; readonly query: Omit<AggregateQuery, 'signal'> };

/** `id` is that of the trial. */
export type ToThread =
  | { readonly kind: 'try'; readonly id: number; readonly trial: Trial }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'answer'; readonly question: number; readonly answer: unknown }
  | { readonly kind: 'end' };

export type FromThread =
  | { readonly kind: 'ask'; readonly id: number; readonly question: number; readonly what: PastQuestion }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: TrialOutcome }
  | { readonly kind: 'too-many'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
