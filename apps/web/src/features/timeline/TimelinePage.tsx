import { useQuery } from '@tanstack/react-query';
import { PERMISSION_DASHBOARD_VIEW } from '@telltale/contract';
import { useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { assetQuery } from '#api/asset-queries.ts';
import { assetAddress } from '#pages/asset-address.ts';
import { Pending } from '#pages/Pending.tsx';
import { Timeline } from '#pages/timeline/Timeline.tsx';
import { filterOfParams, paramsOfFilter } from '#pages/timeline/timeline-address.ts';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import classes from './timeline-page.module.css';

/** Everything that happened to an asset, as a page; what it is narrowed to stands in the address. */
export function TimelinePage() {
  const assetId = Number(useParams<{ assetId: string }>().assetId);
  if (!Number.isSafeInteger(assetId) || assetId <= 0) {
    return (
      <Page title="Timeline">
        <EmptyState title="There is no such asset." />
      </Page>
    );
  }
  return <AssetTimelinePage assetId={assetId} />;
}

function AssetTimelinePage({ assetId }: { assetId: number }) {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const query = useQuery(assetQuery(assetId));
  const filter = useMemo(() => filterOfParams(params), [params]);
  const mayDashboard = useMay(PERMISSION_DASHBOARD_VIEW);
  const asset = query.data;
  const name = asset === undefined ? '' : asset.assetAlias || asset.serialNumber;
  return (
    <Page
      title={name === '' ? 'Timeline' : `Timeline of ${name}`}
      head={
        asset && mayDashboard ? (
          <span className={classes.links}>
            <Link href={assetAddress(asset)}>Dashboard</Link>
          </span>
        ) : null
      }
    >
      <div className={classes.page}>
        <Pending query={query} label="Loading the asset" failure="The asset could not be loaded." rows={8} />
        {asset ? (
          <Timeline
            assetId={assetId}
            filter={filter}
            onFilter={(part) => set(paramsOfFilter({ ...filter, ...part }))}
            zone={zone}
          />
        ) : null}
      </div>
    </Page>
  );
}
