import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { permissionId, type timeline } from '@telltale/contract';
import { zoneName } from '@telltale/domain/format/time.ts';
import { useEffect, useRef } from 'react';
import { useMay } from '#session/session-store.ts';
import { TimelineRow } from './TimelineRow.tsx';
import classes from './timeline.module.css';

const ROW_HEIGHT_PX = 56;
/** So near its end the next page is fetched. */
const NEAR_END = 20;
const TOP_PX = 8;

interface TimelineListProps {
  assetId: number;
  entries: readonly timeline.TimelineEntry[];
  zone: string;
  isStale: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** Whether the newest are in sight. */
  onTop: (isAtTop: boolean) => void;
  /** Somebody wants to word a note anew. */
  onChange: (entry: timeline.TimelineEntry) => void;
}

/** The entries, of which only those in sight are drawn; what is further down comes as one gets there. */
export function TimelineList(props: TimelineListProps) {
  const { assetId, entries, zone, isStale, hasMore, isLoadingMore, onMore, onTop, onChange } = props;
  const scroller = useRef<HTMLUListElement>(null);
  const mayDashboard = useMay(permissionId('Dashboard', 'View'));
  const mayItems = useMay(permissionId('DataItems', 'View'));
  const mayModify = useMay(permissionId('Events', 'Modify'));
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= entries.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) onMore();
  }, [isNearEnd, hasMore, isLoadingMore, onMore]);

  return (
    <>
      <ul
        ref={scroller}
        className={classes.list}
        aria-label="Timeline"
        data-stale={isStale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
        tabIndex={0}
        onScroll={({ currentTarget }) => onTop(currentTarget.scrollTop <= TOP_PX)}
      >
        <li aria-hidden style={{ height: items[0]?.start ?? 0 }} />
        {items.map((item) => {
          const entry = entries[item.index];
          return entry === undefined ? null : (
            <TimelineRow
              key={entry.key}
              ref={virtualizer.measureElement}
              index={item.index}
              entry={entry}
              assetId={assetId}
              zone={zone}
              rights={{ mayDashboard, mayItems, mayModify }}
              onChange={onChange}
            />
          );
        })}
        <li aria-hidden style={{ height: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) }} />
      </ul>
      <p className={classes.foot}>
        <span>Times are {zoneName(Date.now(), zone)}.</span>
        {hasMore ? (
          <Button variant="subtle" size="xs" loading={isLoadingMore} onClick={onMore}>
            Load more
          </Button>
        ) : null}
      </p>
    </>
  );
}
