import { LATEST_MS } from '../../point-batch.ts';

/** How summaries are made; tests take other lengths. */
export interface SummaryOptions {
  /** Length of a span. It belongs to the table: another length needs another table. */
  spanMs?: number;
  /** A span with fewer points is read from its points, which take little more than a summary. */
  fewestPoints?: number;
  /** A chart is answered from summaries when each of its buckets is at least so many spans long. */
  spansOfBucket?: number;
  /** ... and when so many points at least need not be read for it. */
  worthPoints?: number;
  /** So long after its end nothing more is expected of a span, and it is summarised. */
  settledAfterMs?: number;
  /** Spans are summarised when so many of them are settled: neighbours lie in the same blocks of the disk. */
  spansAtOnce?: number;
  /** Points that one step of building looks at, about. */
  pointsAtOnce?: number;
  /** How often is looked whether there is something to do; Infinity: never, and those that are there count. */
  everyMs?: number;
  /** How long after points were dropped the summaries of their time are deleted, too. */
  sweepAfterMs?: number;
}

/** Measured: decision 0438. */
const DEFAULTS: Required<SummaryOptions> = {
  spanMs: 600_000,
  fewestPoints: 200,
  spansOfBucket: 6,
  worthPoints: 100_000,
  settledAfterMs: 600_000,
  spansAtOnce: 24,
  pointsAtOnce: 4_000_000,
  everyMs: 600_000,
  sweepAfterMs: 600_000,
};

/** Which span a time lies in: spans are counted from so early that no number is negative. */
export class Spans {
  readonly options: Required<SummaryOptions>;
  readonly #first: number;

  constructor(options: SummaryOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
    this.#first = Math.ceil((LATEST_MS + 1) / this.options.spanMs);
  }

  get lengthMs(): number {
    return this.options.spanMs;
  }

  of(timeMs: number): number {
    return Math.floor(timeMs / this.options.spanMs) + this.#first;
  }

  startMs(span: number): number {
    return (span - this.#first) * this.options.spanMs;
  }

  /** The same in SQL, in a form that the order of the table is used for. */
  get sql(): string {
    const { spanMs } = this.options;
    return `intDiv(time + ${this.#first * spanMs}, ${spanMs})`;
  }
}

/** What a row of the table says of a span. Of equal spans the row with the highest version counts. */
export const SPAN_STATE = {
  /** The summary is that of the points. */
  summarised: 0,
  /** Something was written since. */
  written: 1,
  /** It is to be read from its points: they are few, or not all of them plain numbers. */
  unsuited: 2,
} as const;

/** Of what is written under a version, the mark that a span was written comes before the summary of all up to it. */
export const markVersion = (version: number): number => 2 * version;
export const summaryVersion = (version: number): number => 2 * version + 1;
