import { Button } from '@mantine/core';
import { IconDownload, IconNote } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { permissionId, type timeline } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { askForNewest, type TimelineFilter, timelineCsvAddress, timelineQuery } from '#api/events/timeline-queries.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Pending } from '../Pending.tsx';
import { useWhyGestures } from '../use-why-gestures.ts';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineList } from './TimelineList.tsx';
import classes from './timeline.module.css';
import { useRecordNews } from './use-record-news.ts';

const NoteDialog = lazyPart(async () => (await import('./NoteDialog.tsx')).NoteDialog);

interface TimelineProps {
  assetId: number;
  filter: TimelineFilter;
  onFilter: (part: TimelineFilter) => void;
  zone: string;
  /** While the screen shows a past moment: what came later has not happened yet. */
  until?: string | undefined;
}

/** Everything that happened to an asset in one list, newest first, with its filter and 'Add note'. */
export function Timeline({ assetId, filter, onFilter, zone, until }: TimelineProps) {
  useWhyGestures();
  const client = useQueryClient();
  const asked = useMemo(() => ({ ...filter, to: earlier(filter.to, until) }), [filter, until]);
  const query = useInfiniteQuery(timelineQuery(assetId, asked));
  const mayNote = useMay(permissionId('Events', 'Create'));
  const [note, setNote] = useState<'new' | timeline.TimelineEntry>();
  const [isAtTop, setAtTop] = useState(true);
  const [hasNews, setNews] = useState(false);
  const pages = query.data?.pages;
  const entries = useMemo(() => pages?.flatMap((page) => page.entries) ?? [], [pages]);
  const showNews = () => {
    setNews(false);
    void askForNewest(client, assetId);
  };
  useRecordNews(assetId, () => {
    if (until !== undefined) return;
    // Nothing moves under the eyes of who reads further down.
    if (isAtTop) showNews();
    else setNews(true);
  });
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);

  return (
    <div className={classes.timeline}>
      <TimelineFilters filter={filter} kinds={pages?.[0]?.kinds ?? []} onChange={onFilter}>
        {mayNote ? (
          <Button leftSection={<IconNote size={15} aria-hidden />} onClick={() => setNote('new')}>
            Add note
          </Button>
        ) : null}
        <Button
          component="a"
          href={timelineCsvAddress(assetId, asked)}
          download
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          CSV
        </Button>
      </TimelineFilters>
      <Pending
        query={query}
        label="Loading the timeline"
        failure="The timeline could not be loaded."
        rows={8}
        rowHeight={56}
      />
      {query.data && entries.length === 0 ? (
        <EmptyState title={isNarrowed ? 'Nothing matches these filters.' : 'Nothing has happened yet.'}>
          {isNarrowed
            ? 'Take a filter away to see more.'
            : 'Alarms, commands, times offline, files and notes of this asset will stand here.'}
        </EmptyState>
      ) : null}
      {hasNews ? (
        <Button className={classes.news ?? ''} size="xs" onClick={showNews}>
          Show what is new
        </Button>
      ) : null}
      {entries.length > 0 ? (
        <TimelineList
          key={JSON.stringify(filter)}
          assetId={assetId}
          entries={entries}
          zone={zone}
          isStale={query.isPlaceholderData}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
          onTop={(top) => {
            setAtTop(top);
            if (top && hasNews) showNews();
          }}
          onChange={setNote}
        />
      ) : null}
      {note === undefined ? null : (
        <NoteDialog
          assetId={assetId}
          zone={zone}
          note={note === 'new' ? undefined : note}
          at={until}
          onClose={() => setNote(undefined)}
        />
      )}
    </div>
  );
}

function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Date.parse(a) < Date.parse(b) ? a : b;
}
