import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { seismic } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { seismicEventsQuery, seismicFeedsQuery } from '#api/explorers/seismic-queries.ts';
import { sameQuakes } from './same-quakes.ts';

/** How a feed stands. */
export interface FeedState {
  readonly feed: seismic.SeismicFeed;
  /** Undefined: the portal has not answered yet. */
  readonly answer: seismic.SeismicEvents | undefined;
  /** The portal could not be asked. */
  readonly failure: string | undefined;
}

export interface Quakes {
  readonly feeds: readonly FeedState[];
  /** Of all feeds, newest first; what two of them report under one id stands here once. */
  readonly events: readonly seismic.SeismicEvent[];
}

/** The earthquakes of every feed that the user may see; each feed is asked by itself, so that none waits for another. */
export function useQuakes(isAsked = true): { list: UseQueryResult<seismic.SeismicFeed[]>; quakes: Quakes } {
  const list = useQuery({ ...seismicFeedsQuery, enabled: isAsked });
  const feeds = list.data ?? NONE;
  const quakes = useQueries({
    queries: feeds.map(({ name }) => ({ ...seismicEventsQuery(name), enabled: isAsked })),
    combine: (answers) => quakesOf(feeds, answers),
  });
  return { list, quakes };
}

const NONE: readonly seismic.SeismicFeed[] = [];

function quakesOf(
  feeds: readonly seismic.SeismicFeed[],
  answers: readonly UseQueryResult<seismic.SeismicEvents>[],
): Quakes {
  return {
    feeds: feeds.map((feed, index) => {
      const { data, error } = answers[index] ?? {};
      return { feed, answer: data, failure: error ? messageOf(error) : undefined };
    }),
    events: sameQuakes(answers.flatMap(({ data }) => (data === undefined ? [] : [data.events]))),
  };
}
