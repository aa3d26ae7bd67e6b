import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type parts, permissionId } from '@telltale/contract';
import { partStates } from '@telltale/contract/api/maintenance/parts.ts';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { FORECAST_PAGE, type ForecastFilter, forecastCsvAddress, forecastQuery } from '#api/events/part-queries.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import { ForecastFilters } from './ForecastFilters.tsx';
import { ForecastTable } from './ForecastTable.tsx';
import classes from './forecast.module.css';

const PartDrawer = lazyPart(async () => (await import('#pages/parts/PartDrawer.tsx')).PartDrawer);

/** When the parts of all assets in sight fall due; what is asked for, and the part that is open, stand in the address. */
export function ForecastPage() {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const mayHistory = useMay(permissionId('HistoricalDataItems', 'View'));
  const filter = useMemo(() => filterOf(params), [params]);
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const query = useQuery({ ...forecastQuery(filter, (page - 1) * FORECAST_PAGE), enabled: mayHistory });
  const narrow = (part: ForecastFilter) => set({ ...addressOf({ ...filter, ...part }), page: undefined });
  const isNarrowed = Object.values(filter).some(Boolean);
  const { data } = query;
  const [assetId = 0, eventDefinitionId = 0] = (params.get('part') ?? '').split('-').map(Number);
  const isOpen = Number.isSafeInteger(assetId) && assetId > 0 && eventDefinitionId > 0;
  const open = data?.parts.find((row) => row.assetId === assetId);
  const close = () => set({ part: undefined });

  if (!mayHistory) {
    return (
      <Page title="Maintenance forecast">
        <MissingPermission what="maintenance" permission="HistoricalDataItemsView" />
      </Page>
    );
  }
  return (
    <Page
      title="Maintenance forecast"
      growsOnPhone
      head={
        <div className={classes.head}>
          <Link href="/maintenance">Calendar</Link>
          <Button
            component="a"
            href={forecastCsvAddress(filter)}
            download
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            CSV
          </Button>
        </div>
      }
    >
      <ForecastFilters filter={filter} onChange={narrow} onClear={isNarrowed ? () => narrow(NOTHING) : undefined} />
      {data ? (
        <p className={classes.counts} role="status">
          {partStates
            .flatMap((state) => (data.counts[state] > 0 ? [countText(state, data.counts[state])] : []))
            .join(' · ')}
        </p>
      ) : null}
      <Pending query={query} label="Loading the forecast" failure="The forecast could not be loaded." rows={10} />
      {data?.total === 0 ? (
        <EmptyState title={isNarrowed ? 'No part is of this kind.' : 'No asset in sight has parts.'}>
          {isNarrowed
            ? 'Clear the filters to see all of them.'
            : "Parts are maintenance events of a definition, named like 'Pod 1 - Valve Top', and those that the attribute maintenance-schedule of an asset names."}
        </EmptyState>
      ) : null}
      {data && data.parts.length > 0 ? (
        <ForecastTable
          rows={data.parts}
          zone={zone}
          isStale={query.isPlaceholderData}
          onOpen={(row) => set({ part: `${row.assetId}-${row.eventDefinitionId}` })}
        />
      ) : null}
      <PageSteps
        page={page}
        pages={Math.ceil((data?.total ?? 0) / FORECAST_PAGE)}
        onPage={(next) => set({ page: next === 1 ? undefined : String(next) })}
      />
      {isOpen ? (
        <PartDrawer
          assetId={assetId}
          assetName={open?.assetName ?? `asset ${assetId}`}
          eventDefinitionId={eventDefinitionId}
          zone={zone}
          onClose={close}
        />
      ) : null}
    </Page>
  );
}

const COUNT_WORDS: Readonly<Record<parts.PartState, string>> = {
  overdue: 'overdue',
  soon: 'due soon',
  ok: 'in use',
  unrecorded: 'never recorded',
  unknown: 'unknown',
};

const countText = (state: parts.PartState, count: number) => `${count.toLocaleString('en-US')} ${COUNT_WORDS[state]}`;

const NOTHING: ForecastFilter = {
  assetId: undefined,
  assetDefinitionId: undefined,
  category: undefined,
  state: undefined,
  text: undefined,
};

function filterOf(params: URLSearchParams): ForecastFilter {
  const numberOf = (name: string) => (/^\d{1,15}$/.test(params.get(name) ?? '') ? (params.get(name) ?? '') : undefined);
  return {
    assetId: numberOf('asset'),
    assetDefinitionId: numberOf('definition'),
    category: params.get('category')?.slice(0, 100) || undefined,
    state: partStates.find((state) => state === params.get('state')),
    text: params.get('text')?.slice(0, 200) || undefined,
  };
}

function addressOf({ assetId, assetDefinitionId, category, state, text }: ForecastFilter) {
  return { asset: assetId, definition: assetDefinitionId, category, state, text };
}
