import { problemOf } from '#tile-kit/map/quakes/feed-words.ts';
import type { FeedState } from '#tile-kit/map/quakes/use-quakes.ts';
import { Age } from '#ui/feedback/Age.tsx';
import classes from './seismic.module.css';

/** Each feed with how many events it has and how old they are; what is wrong with one stands below its name. */
export function FeedStates({ feeds, zone }: { feeds: readonly FeedState[]; zone: string }) {
  if (feeds.length === 0) return null;
  return (
    <ul className={classes.feeds} aria-label="Earthquake feeds">
      {feeds.map((state) => (
        <FeedLine key={state.feed.name} state={state} zone={zone} />
      ))}
    </ul>
  );
}

function FeedLine({ state, zone }: { state: FeedState; zone: string }) {
  const { feed, answer } = state;
  const problem = problemOf(state);
  const fetchedAt = answer?.fetchedAt ?? null;
  return (
    <li className={classes.feed} data-stale={problem !== undefined}>
      <span className={classes.feedName}>{feed.name}</span>
      {answer === undefined && problem === undefined ? <span>asking…</span> : null}
      {fetchedAt === null ? null : (
        <span>
          {answer?.events.length.toLocaleString('en')} {answer?.events.length === 1 ? 'event' : 'events'}, as of{' '}
          <Age timeMs={Date.parse(fetchedAt)} zone={zone} />
        </span>
      )}
      {answer !== undefined && answer.leftOut > 0 ? (
        <span>{answer.leftOut.toLocaleString('en')} more could not be read</span>
      ) : null}
      {problem === undefined ? null : (
        <span className={classes.problem} role="status">
          {problem} {fetchedAt === null ? 'It has never answered.' : 'What it said last is shown.'}
        </span>
      )}
    </li>
  );
}
