import { useQuery } from '@tanstack/react-query';
import { isoTimeSchema, quarantine } from '@telltale/contract';
import { zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { SET_ASIDE_PER_PAGE, type SetAsideFilter, setAsideQuery } from '#api/portal/quarantine-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { ChoiceFilter, MomentFilter, TypedFilter } from '#pages/listing/filters.tsx';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import classes from './quarantine.module.css';
import { SetAsideList } from './SetAsideList.tsx';

const SOURCES = [
  { value: 'asset', label: 'Devices' },
  { value: 'gateway', label: 'Gateways' },
];

function filterOf(params: URLSearchParams): SetAsideFilter {
  const timeOf = (name: string) => isoTimeSchema.safeParse(params.get(name)).data;
  const source = params.get('source');
  return {
    search: params.get('search')?.slice(0, 255) ?? '',
    reason: params.get('reason') || undefined,
    source: source === 'asset' || source === 'gateway' ? source : undefined,
    from: timeOf('from'),
    to: timeOf('to'),
  };
}

/** What devices and gateways sent and was refused, with the reason and what helps against it. */
export function QuarantinePage() {
  const { params, set } = useAddressParams();
  const filter = useMemo(() => filterOf(params), [params]);
  const wanted = Number(params.get('page'));
  const page = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1;
  const list = useQuery(setAsideQuery(filter, (page - 1) * SET_ASIDE_PER_PAGE));
  const { data } = list;
  const zone = useOwnZone();
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value !== '');
  const change = (changes: Record<string, string | undefined>) => set({ ...changes, page: undefined });
  const total = data ? `${data.isAtLeast ? 'more than ' : ''}${data.total.toLocaleString()}` : '';
  return (
    <Page title="Refused data" head={<AdministrationLinks here="/quarantine" />} growsOnPhone>
      <FilterBar
        onClear={
          isNarrowed
            ? () => change({ search: undefined, reason: undefined, source: undefined, from: undefined, to: undefined })
            : undefined
        }
      >
        <TypedFilter
          label="Search"
          placeholder="Device or text"
          value={filter.search}
          onChange={(search) => change({ search: search?.slice(0, 255) })}
        />
        <ChoiceFilter
          label="Reason"
          choices={(data?.reasons ?? []).map(({ reason, count }) => ({
            value: reason,
            label: `${reason} (${count.toLocaleString()})`,
          }))}
          value={filter.reason}
          onChange={(reason) => change({ reason })}
        />
        <ChoiceFilter
          label="Sent by"
          choices={SOURCES}
          value={filter.source}
          onChange={(source) => change({ source })}
        />
        <MomentFilter label="Since" value={filter.from} onChange={(from) => change({ from })} />
        <MomentFilter label="Until" value={filter.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <p className={classes.count} role="status">
        {data && data.total > 0
          ? `${total} ${data.total === 1 ? 'message or value was' : 'messages and values were'} refused. Of each device the last 1,000 are kept. Times are ${zoneName(Date.now(), zone)}.`
          : ''}
      </p>
      <Pending
        query={list}
        label="Loading what was refused"
        failure="What was refused could not be loaded."
        rows={8}
        rowHeight={72}
      />
      {data?.total === 0 ? (
        <EmptyState title={isNarrowed ? 'Nothing matches.' : 'Nothing was refused.'}>
          {isNarrowed ? null : 'What devices and gateways send and cannot be stored is listed here, with the reason.'}
        </EmptyState>
      ) : null}
      {data && data.entries.length > 0 ? (
        <div className={classes.list} data-stale={list.isPlaceholderData}>
          <SetAsideList entries={data.entries} onReason={(reason) => change({ reason })} />
        </div>
      ) : null}
      {data ? (
        <PageSteps
          page={page}
          pages={Math.max(1, Math.ceil(Math.min(data.total, quarantine.MOST_COUNTED) / SET_ASIDE_PER_PAGE))}
          onPage={(next) => set({ page: next === 1 ? undefined : String(next) })}
        />
      ) : null}
    </Page>
  );
}
