import type { assets } from '@telltale/contract';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { type ConnectionLevel, ConnectionState } from '#ui/ConnectionState.tsx';
import classes from './map-tile.module.css';

const COORDINATE_DECIMALS = 5;
const EDIT_ACTION = 'SHOW_ASSET_PANEL';

/** What the bubble of a marker says of its asset (spec 1 §2, map tile). */
export function AssetBubble({ asset, isOwn }: { asset: assets.Asset; isOwn: boolean }) {
  const { can, run } = useTileActions();
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
        {isOwn && can(EDIT_ACTION) ? (
          <button type="button" onClick={() => run(EDIT_ACTION)}>
            Edit
          </button>
        ) : null}
        <a href={`/assets/${assetId}/dashboard`}>Open Dashboard</a>
      </div>
    </div>
  );
}

function connectionLevel({ connected, lastcontact }: assets.Connection): ConnectionLevel {
  if (lastcontact === null) return 'never';
  return connected ? 'connected' : 'offline';
}
