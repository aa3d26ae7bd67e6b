import type { Reading } from '#readings/readings.ts';

export interface Doubt {
  kind: 'bad' | 'uncertain' | 'stale';
  words: string;
}

/** What is not normal about a value: it is marked by a line below it as well as by words. */
export function doubtOf({ quality, isStale }: Reading): Doubt | undefined {
  if (quality === 'bad') return { kind: 'bad', words: 'bad quality' };
  if (quality === 'uncertain') return { kind: 'uncertain', words: 'uncertain' };
  return isStale ? { kind: 'stale', words: 'no longer current' } : undefined;
}
