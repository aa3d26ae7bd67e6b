import type { assets } from '@telltale/contract';
import { useAssetState } from '#live/use-live.ts';
import { ConnectionState } from '#ui/ConnectionState.tsx';
import classes from './dashboard.module.css';

/** Whether the dashboard's asset is heard of. */
export function AssetConnection({ asset: { assetId, connection } }: { asset: assets.Asset }) {
  const live = useAssetState(assetId);
  const isConnected = live?.isConnected ?? connection.connected;
  const wasHeard = (live?.lastContactMs ?? connection.lastcontact) !== null;
  return (
    <span className={classes.connection}>
      <ConnectionState level={isConnected ? 'connected' : wasHeard ? 'offline' : 'never'} />
    </span>
  );
}
