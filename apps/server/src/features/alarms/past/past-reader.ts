import type { Historian } from '@telltale/historian/port.ts';

/** What rules are tried with of the history: the store itself, or its far end in another thread. */
export type PastReader = Pick<Historian, 'readSeries' | 'stateAt' | 'aggregate'>;

/** What conditions go through. */
export type SeriesReader = Pick<Historian, 'readSeries' | 'stateAt'>;
