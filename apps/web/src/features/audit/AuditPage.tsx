import { useDocumentTitle } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { operations } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { type JournalFilter, journalQuery } from '#api/journal-queries.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import classes from './audit.module.css';
import { filterOfSearch, searchOfFilter } from './audit-filter.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { ExportMenu } from './ExportMenu.tsx';

/** Who did what when to what: the journal with its filters, an entry's before and after, and the export. */
export function AuditPage() {
  useDocumentTitle('Audit – Telltale');
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => filterOfSearch(new URLSearchParams(search)), [search]);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(
    journalQuery(filter),
  );
  const [entry, setEntry] = useState<operations.JournalEntry>();
  const assetList = useQuery(assetListQuery).data;
  const assetNames = useMemo(
    () => new Map(assetList?.map((asset) => [Number(asset.assetId), asset.assetAlias || asset.serialNumber])),
    [assetList],
  );
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const total = data?.pages[0]?.total ?? 0;
  const change = (part: JournalFilter) => {
    navigate(`/audit${searchOfFilter({ ...filter, ...part })}`, { replace: true });
  };

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>Audit</h1>
        <span className={classes.count} role="status">
          {data ? `${entries.length.toLocaleString()} of ${total.toLocaleString()} entries` : ''}
        </span>
        <ExportMenu filter={filter} />
      </div>
      <AuditFilters filter={filter} assetNames={assetNames} onChange={change} />
      {data ? (
        <div className={classes.table} data-stale={isPlaceholderData}>
          <AuditTable
            entries={entries}
            assetNames={assetNames}
            hasMore={hasNextPage}
            isLoadingMore={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
            onOpen={setEntry}
          />
        </div>
      ) : null}
      {!data && error ? (
        <ErrorState
          title="The journal could not be loaded."
          message={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={14} label="Loading the journal" /> : null}
      {entry ? (
        <EntryPanel
          entry={entry}
          assetName={entry.assetId === null ? undefined : assetNames.get(entry.assetId)}
          onFilter={(part) => {
            setEntry(undefined);
            change(part);
          }}
          onClose={() => setEntry(undefined)}
        />
      ) : null}
    </div>
  );
}
