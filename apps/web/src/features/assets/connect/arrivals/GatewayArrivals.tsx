import { useQuery } from '@tanstack/react-query';
import { type assets, PERMISSION_DASHBOARD_VIEW } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#session/session-store.ts';
import { dashboardPath } from '../../dashboard-path.ts';
import classes from './arrivals.module.css';
import { RefusalList } from './RefusalList.tsx';
import { useReceivedItems } from './use-received-items.ts';

/** An unchanged list costs a 304. */
const POLL_MS = 1_000;

/** What a gateway makes: the assets that are new since this was opened, with what they send, and what was refused. */
export function GatewayArrivals({ gatewayId, onReceived }: { gatewayId: number; onReceived: () => void }) {
  const { data } = useQuery({ ...assetListQuery, refetchInterval: POLL_MS });
  const [before, setBefore] = useState<ReadonlySet<number>>();
  if (data !== undefined && before === undefined) setBefore(new Set(data.map(({ assetId }) => assetId)));
  const made = data?.filter(({ assetId }) => before?.has(assetId) === false) ?? [];
  const hasMade = made.length > 0;
  useEffect(() => {
    if (hasMade) onReceived();
  }, [hasMade, onReceived]);

  return (
    <div className={classes.panel}>
      <section className={classes.part}>
        <h2 className={classes.heading}>What arrives</h2>
        <p className={classes.status} role="status" data-received={hasMade}>
          {hasMade
            ? `${made.length} new ${made.length === 1 ? 'asset' : 'assets'}`
            : 'Waiting for the first new asset…'}
        </p>
        <ul className={classes.made} aria-label="New assets">
          {made.map((asset) => (
            <MadeAsset key={asset.assetId} asset={asset} />
          ))}
        </ul>
        <p className={classes.hint}>
          Devices whose serial numbers are known already show in <Link href="/assets">the list of assets</Link>.
        </p>
      </section>
      <RefusalList kind="gateway" id={gatewayId} />
    </div>
  );
}

function MadeAsset({ asset: { assetId, assetAlias, serialNumber } }: { asset: assets.Asset }) {
  const items = [...useReceivedItems(assetId).values()];
  const mayOpen = useMay(PERMISSION_DASHBOARD_VIEW);
  const name = assetAlias || serialNumber;
  return (
    <li>
      {mayOpen ? <Link href={dashboardPath(assetId)}>{name}</Link> : name}{' '}
      <span className={classes.hint}>{items.map(({ label }) => label).join(', ')}</span>
    </li>
  );
}
