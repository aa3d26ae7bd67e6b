import type { assets } from '@telltale/contract';
import { Link } from 'wouter';
import { assetAddress, useAssetPanel } from '#tile-kit/records/use-asset-places.ts';
import { type ConnectionLevel, ConnectionState } from '#ui/feedback/ConnectionState.tsx';
import classes from './map-tile.module.css';

const COORDINATE_DECIMALS = 5;

interface AssetBubbleProps {
  asset: assets.Asset;
  /** The asset is shown as it was: it cannot be edited. */
  isPast?: boolean;
}

/** What the bubble of a marker says of its asset (spec 1 §2, map tile). */
export function AssetBubble({ asset, isPast = false }: AssetBubbleProps) {
  const editAsset = useAssetPanel();
  const { assetId, assetAlias, serialNumber, assetDefinition, currentCoordinates, connection } = asset;
  return (
    <div className={classes.bubble}>
      <p className={classes.bubbleTitle}>{assetAlias || serialNumber}</p>
      <dl className={classes.facts}>
        <dt>Definition</dt>
        <dd>{assetDefinition.assetDefinitionName}</dd>
        <dt>Serial number</dt>
        <dd>{serialNumber}</dd>
        <dt>Coordinates</dt>
        <dd>
          {currentCoordinates?.latitude.toFixed(COORDINATE_DECIMALS)},{' '}
          {currentCoordinates?.longitude.toFixed(COORDINATE_DECIMALS)}
        </dd>
        <dt>Connection</dt>
        <dd>
          <ConnectionState level={connectionLevel(connection)} />
        </dd>
      </dl>
      <div className={classes.bubbleActions}>
        {editAsset === undefined ? null : (
          <button
            type="button"
            disabled={isPast}
            title={isPast ? 'You look at the past.' : undefined}
            onClick={() => editAsset(assetId)}
          >
            Edit
          </button>
        )}
        <Link href={assetAddress(asset)}>Open Dashboard</Link>
      </div>
    </div>
  );
}

function connectionLevel({ connected, lastcontact }: assets.Connection): ConnectionLevel {
  if (lastcontact === null) return 'never';
  return connected ? 'connected' : 'offline';
}
