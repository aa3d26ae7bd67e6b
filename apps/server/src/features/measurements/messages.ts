import type { measurements } from '@telltale/contract';

/** What is asked of a file, on the thread that reads it. */
export type Question =
  | { readonly kind: 'recording' }
  | { readonly kind: 'channels'; readonly group: string }
  | {
      readonly kind: 'plot';
      readonly group: string;
      readonly channel: string;
      readonly from: number;
      readonly until: number;
      readonly buckets: number;
    };

/** What is answered to each kind of question. */
export interface Answers {
  recording: measurements.Recording;
  channels: measurements.Channel[];
  plot: measurements.ChannelPlot;
}

export interface Asked {
  /** Of the content on the disk, which never changes. */
  readonly path: string;
  readonly question: Question;
}

/** `refused`: what was asked for cannot be had, and why; `missing`: the file has no such group or channel. */
export type Answered =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused' | 'missing' | 'failed'; readonly message: string };
