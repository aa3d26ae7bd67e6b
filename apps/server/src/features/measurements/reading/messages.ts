import type { measurements } from '@telltale/contract';
import type { ExportPage } from '#table-files/export-plan.ts';

/** What the first columns of rows say: when, or how long after the beginning, each value was measured. */
export interface RowTiming {
  /** Null: no clock was set, or the channels were begun at different times. */
  readonly startMs: number | null;
  /** Seconds from one value to the next; null: it is not known, or not the same for all. */
  readonly increment: number | null;
}

/** A part of a channel: the index of the first value, and that after the last. */
interface ValueRange {
  readonly from: number;
  readonly until: number;
}

/** What is asked of a file, on the thread that reads it. */
export type Question =
  | { readonly kind: 'recording' }
  | { readonly kind: 'channels'; readonly group: string }
  | ({
      readonly kind: 'plot';
      readonly group: string;
      readonly channel: string;
      readonly buckets: number;
      /** How long it reads on before it answers with what it has. */
      readonly readMs: number;
    } & ValueRange)
  | ({ readonly kind: 'values'; readonly group: string; readonly channel: string } & ValueRange)
  | ({
      readonly kind: 'rows';
      readonly group: string;
      readonly channels: readonly string[];
      readonly timing: RowTiming;
    } & ValueRange);

/** What is answered to each kind of question. */
export interface Answers {
  recording: measurements.Recording;
  channels: measurements.Channel[];
  plot: measurements.ChannelPlot;
  /** As numbers, times in milliseconds since 1970; of a channel of texts its texts. */
  values: Float64Array<ArrayBuffer> | string[];
  /** Channels side by side. */
  rows: Extract<ExportPage, { kind: 'wide' }>;
}

export type ToReader =
  | {
      readonly kind: 'ask';
      readonly id: number;
      /** Of the content on the disk, which never changes. */
      readonly path: string;
      readonly question: Question;
    }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'cancel'; readonly id: number };

/** `refused`: what was asked for cannot be had, and why; `missing`: the file has no such group or channel. */
export type Answered =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused' | 'missing' | 'failed'; readonly message: string };
