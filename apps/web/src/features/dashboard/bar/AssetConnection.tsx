import type { assets } from '@telltale/contract';
import { useAssetState } from '#live/use-live.ts';
import { useAssetMoment } from '#tile-kit/records/asset-moments.ts';
import { ConnectionState } from '#ui/feedback/ConnectionState.tsx';
import classes from '../screen/dashboard.module.css';

/** Whether the dashboard's asset is heard of, or was at the past moment shown. */
export function AssetConnection({ asset: { assetId, connection } }: { asset: assets.Asset }) {
  const live = useAssetState(assetId);
  const past = useAssetMoment();
  const isConnected = past.kind === 'past' ? past.moment.connected : (live?.isConnected ?? connection.connected);
  const wasHeard = (live?.lastContactMs ?? connection.lastcontact) !== null;
  return (
    <span className={classes.connection}>
      <ConnectionState level={isConnected ? 'connected' : wasHeard ? 'offline' : 'never'} />
    </span>
  );
}
