import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PERMISSION_DASHBOARD_VIEW } from '@telltale/contract';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#api/api-error.ts';
import { assetListQuery, assetQuery } from '#api/asset-queries.ts';
import { useAssetState, useLiveStatus } from '#live/use-live.ts';
import { useMay } from '#session/session-store.ts';
import { dashboardPath } from '../dashboard-path.ts';
import { useReceivedItems } from './arrivals/use-received-items.ts';
import classes from './connect.module.css';

interface FirstValuesProps {
  assetId: number;
  /** The first values are there: somebody has the token. */
  onReceived: () => void;
}

/** Waits with the newcomer: says when the device is heard for the first time, and leads to its dashboard. */
export function FirstValues({ assetId, onReceived }: FirstValuesProps) {
  const count = useReceivedItems(assetId).size;
  const isConnected = useAssetState(assetId)?.isConnected ?? false;
  const live = useLiveStatus();
  const client = useQueryClient();
  const mayOpen = useMay(PERMISSION_DASHBOARD_VIEW);
  const { error } = useQuery({ ...assetQuery(assetId), retry: false });
  const hasReceived = count > 0;
  useEffect(() => {
    if (!hasReceived) return;
    onReceived();
    // The list behind the dialog is asked for now and not at its next turn: it still says 'Never connected'.
    void client.invalidateQueries({ queryKey: assetListQuery.queryKey, exact: true });
  }, [hasReceived, onReceived, client]);
  const isOutOfSight = error instanceof ApiError && error.status === 404;

  const words = () => {
    if (isOutOfSight)
      return 'You do not have access to the new asset: ask an administrator to put it into your asset group.';
    if (hasReceived) return `Connected: ${count} data ${count === 1 ? 'item' : 'items'} received`;
    if (live === 'waiting' || live === 'refused') return 'The live connection is down; it comes back by itself.';
    return isConnected ? 'The device is connected. Waiting for the first values…' : 'Waiting for the first values…';
  };

  return (
    <div className={classes.live} data-received={hasReceived}>
      <p className={classes.words} role="status">
        <svg className={classes.sign} viewBox="0 0 12 12" aria-hidden="true">
          {hasReceived ? <path d="m2.5 6.5 2.5 2.5 4.5-5.5" /> : <circle cx="6" cy="6" r="4" />}
        </svg>
        {words()}
      </p>
      {hasReceived && mayOpen ? (
        <Button component={Link} href={dashboardPath(assetId)}>
          Open dashboard
        </Button>
      ) : null}
    </div>
  );
}
