import { messageOf } from '#api/api-error.ts';
import type { FeedState } from './use-quakes.ts';

/** What is wrong with a feed, in words; undefined: nothing is. */
export function problemOf({ answer, failure }: FeedState): string | undefined {
  return failure ?? answer?.problem ?? undefined;
}

/** The same of all feeds in one text, each by its name. */
export function sayProblems(error: Error | null, feeds: readonly FeedState[]): string | undefined {
  if (error !== null) return `The earthquake feeds could not be listed: ${messageOf(error)}`;
  const problems = feeds.flatMap((state) => {
    const problem = problemOf(state);
    return problem === undefined ? [] : [`${state.feed.name}: ${problem}`];
  });
  return problems.length === 0 ? undefined : problems.join(' ');
}
