import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { operations } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { type JournalFilter, journalQuery } from '#api/journal-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { LoadedList } from '#pages/listing/LoadedList.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { Page } from '#ui/page/Page.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import classes from './audit.module.css';
import { filterOfParams, paramsOfFilter } from './audit-filter.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { ExportMenu } from './ExportMenu.tsx';

/** Who did what when to what: the journal with its filters, an entry's before and after, and the export. */
export function AuditPage() {
  const { params, set } = useAddressParams();
  const filter = useMemo(() => filterOfParams(params), [params]);
  const journal = useInfiniteQuery(journalQuery(filter));
  const { data } = journal;
  const [entry, setEntry] = useState<operations.JournalEntry>();
  const assetList = useQuery(assetListQuery).data;
  const assetNames = useMemo(
    () => new Map(assetList?.map((asset) => [Number(asset.assetId), asset.assetAlias || asset.serialNumber])),
    [assetList],
  );
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const [first] = data?.pages ?? [];
  const total = `${first?.isAtLeast ? 'more than ' : ''}${(first?.total ?? 0).toLocaleString()}`;
  const change = (part: JournalFilter) => set(paramsOfFilter({ ...filter, ...part }));

  return (
    <Page
      title="Audit"
      head={
        <>
          <span className={classes.count} role="status">
            {data ? `${entries.length.toLocaleString()} of ${total} entries` : ''}
          </span>
          <AdministrationLinks here="/audit" />
          <ExportMenu filter={filter} />
        </>
      }
    >
      <AuditFilters filter={filter} assetNames={assetNames} onChange={change} />
      {data ? (
        <LoadedList list={journal}>
          <AuditTable entries={entries} assetNames={assetNames} onOpen={setEntry} />
        </LoadedList>
      ) : null}
      <Pending query={journal} label="Loading the journal" failure="The journal could not be loaded." rows={14} />
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
    </Page>
  );
}
