import { useInfiniteQuery } from '@tanstack/react-query';
import { type assets, events } from '@telltale/contract';
import { recentEventsQuery } from '#api/asset-record-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MoreOf } from './MoreOf.tsx';
import { RecordRow } from './RecordRow.tsx';
import classes from './records.module.css';

const LOOK_EVERY_MS = 30_000;

/** Spec 1 §3; what is completed needs no word. */
const statusWords: Readonly<Record<events.EventStatus, string>> = {
  0: 'Cancelled',
  1: 'Requested',
  2: 'In Progress',
  3: 'Completed',
};

/** What happened to the asset, newest first. */
export function EventsTab({ asset }: { asset: assets.Asset }) {
  const query = useInfiniteQuery({ ...recentEventsQuery(asset.assetId), refetchInterval: LOOK_EVERY_MS });
  const list = query.data?.pages.flat() ?? [];
  return (
    <section>
      <Pending
        query={query}
        label="Loading the events"
        failure="The events could not be loaded."
        rows={6}
        rowHeight={48}
      />
      {query.data && list.length === 0 ? (
        <EmptyState title="There are no events yet.">Going offline and coming back will be the first.</EmptyState>
      ) : null}
      <ul className={classes.list} aria-label="Events">
        {list.map(({ eventId, eventDefinition, cause, status, timestamp, user }) => (
          <RecordRow key={eventId} title={eventDefinition.alias || eventDefinition.name} time={timestamp}>
            {cause === '' ? null : <span className={classes.note}>{cause}</span>}
            <span className={classes.note}>
              {[status === events.EVENT_COMPLETED ? '' : statusWords[status], `by ${user}`].filter(Boolean).join(' · ')}
            </span>
          </RecordRow>
        ))}
      </ul>
      <MoreOf query={query} />
    </section>
  );
}
