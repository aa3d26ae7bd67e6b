import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alertCoverage } from '@telltale/contract';
import { Link } from 'wouter';
import { everyGap, gapPageQuery } from '#api/alerts/coverage-queries.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import { CsvButton } from './CsvButton.tsx';
import classes from './coverage.module.css';
import { gapAddress, gapColumns, gapHeaders, gapKinds, gapsTitle, gapWords } from './coverage-words.ts';
import { useListAddress } from './use-list-address.ts';

/** What nobody is told of, and where that is mended. */
export function Gaps() {
  const { params, set, search, asked, page, offset, pagesOf, setSearch, setPage } = useListAddress();
  const kind = alertCoverage.gapKindSchema.safeParse(params.get('kind')).data ?? 'asset';
  const list = useQuery(gapPageQuery({ kind, search: asked, offset }));
  const { data } = list;
  const gaps = data?.gaps.filter((gap) => gap.kind === kind) ?? [];
  const count = data?.counts[kind] ?? 0;
  return (
    <div className={classes.tab}>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="Gaps of"
          value={kind}
          data={gapKinds.map((one) => ({
            value: one.kind,
            label: data ? `${one.title} ${data.counts[one.kind].toLocaleString()}` : one.title,
          }))}
          onChange={(next) => set({ kind: next === 'asset' ? undefined : next, search: undefined, page: undefined })}
        />
        <SearchField
          label="Search gaps"
          placeholder="Search"
          clearLabel="Clear the search"
          maxLength={255}
          value={search}
          onChange={setSearch}
        />
        <span className={classes.count} />
        <CsvButton
          filename={`alert-gaps-${kind}.csv`}
          columns={() => gapColumns(kind)}
          rows={() => everyGap(kind, asked)}
        />
      </div>
      <Pending query={list} label="Loading the gaps" failure="The gaps could not be loaded." rows={8} />
      {data && count > 0 ? <h2 className={classes.title}>{gapsTitle(kind, count)}</h2> : null}
      {data && data.total === 0 ? (
        <EmptyState title={count === 0 ? (gapKinds.find((one) => one.kind === kind)?.none ?? '') : 'Nothing matches.'}>
          {count === 0 && kind === 'asset' && data.assets === 0 ? 'You see no assets.' : null}
        </EmptyState>
      ) : null}
      {gaps.length > 0 ? (
        <div data-stale={list.isPlaceholderData} className={classes.list}>
          <SmallTable label="Gaps" headers={gapHeaders[kind]} isStacked>
            {gaps.map((gap) => {
              const { what, of, why } = gapWords(gap);
              return (
                <tr key={`${gapAddress(gap)} ${what}`}>
                  <td>
                    <Link href={gapAddress(gap)} className={classes.link ?? ''}>
                      {what}
                    </Link>
                  </td>
                  <td>{of}</td>
                  <td>{why}</td>
                </tr>
              );
            })}
          </SmallTable>
        </div>
      ) : null}
      {data ? <PageSteps page={page} pages={pagesOf(data.total)} onPage={setPage} /> : null}
    </div>
  );
}
