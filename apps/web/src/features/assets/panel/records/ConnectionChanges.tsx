import { useInfiniteQuery } from '@tanstack/react-query';
import type { devices } from '@telltale/contract';
import { formatDuration } from '@telltale/domain/format/age.ts';
import { connectionChangesQuery } from '#api/asset-record-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MoreOf } from './MoreOf.tsx';
import { RecordRow } from './RecordRow.tsx';
import classes from './records.module.css';

const LOOK_EVERY_MS = 10_000;

/** When the asset came online and went offline, newest first, and for how long. */
export function ConnectionChanges({ assetId }: { assetId: number }) {
  const query = useInfiniteQuery({ ...connectionChangesQuery(assetId), refetchInterval: LOOK_EVERY_MS });
  const list = query.data?.pages.flatMap(({ changes }) => changes) ?? [];
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3>History of the connection</h3>
      </div>
      <Pending
        query={query}
        label="Loading the history of the connection"
        failure="The history of the connection could not be loaded."
        rows={4}
        rowHeight={48}
      />
      {query.data && list.length === 0 ? <EmptyState title="The asset was never heard of." /> : null}
      <ul className={classes.list} aria-label="History of the connection">
        {list.map((change, index) => (
          <RecordRow
            key={`${change.time} ${change.connected}`}
            mark={<span className={classes.dot} data-hollow={!change.connected} />}
            title={change.connected ? 'Came online' : 'Went offline'}
            time={change.time}
          >
            <span className={classes.note}>{lasted(change, list[index - 1])}</span>
          </RecordRow>
        ))}
      </ul>
      <MoreOf query={query} />
    </section>
  );
}

/** @param next what came after it; undefined: it lasts */
function lasted(change: devices.ConnectionChange, next: devices.ConnectionChange | undefined): string {
  if (next === undefined) return change.connected ? 'connected since' : 'offline since';
  return `for ${formatDuration(Date.parse(next.time) - Date.parse(change.time))}`;
}
