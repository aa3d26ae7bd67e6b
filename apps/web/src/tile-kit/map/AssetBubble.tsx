import type { assets } from '@telltale/contract';
import { useContext } from 'react';
import { Link } from 'wouter';
import { useAssetPanelWord } from '#pages/asset-panel-word.ts';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { type ConnectionLevel, ConnectionState } from '#ui/feedback/ConnectionState.tsx';
import { writePlace } from '#ui/map/map-bounds.ts';
import { useMay } from '../portal/use-may.ts';
import { assetAddress, useAssetPanel } from '../records/use-asset-places.ts';
import classes from './asset-map.module.css';
import { pictureOf } from './marker-of-asset.ts';

interface AssetBubbleProps {
  asset: assets.Asset;
  /** The asset is shown as it was: it cannot be edited. */
  isPast?: boolean;
  /** How many are open, and the worst. */
  alarms?: { readonly count: number; readonly worstSeverity: number };
  onTrack?: (() => void) | undefined;
}

/** What the bubble of a marker says of its asset (spec 1 §2, map tile and asset map). */
export function AssetBubble({ asset, isPast = false, alarms, onTrack }: AssetBubbleProps) {
  const openPanel = useAssetPanel();
  const panelWord = useAssetPanelWord();
  const { pending } = useContext(PlaceContext);
  const { assetId, assetAlias, serialNumber, assetDefinition, currentCoordinates, connection } = asset;
  // While it is moved, where it would be saved.
  const place = pending?.assetId === assetId ? pending.place : currentCoordinates;
  const name = assetAlias || serialNumber;
  const thumbnail = pictureOf(asset, 'thumbnail');
  const hint = isPast ? 'You look at the past.' : undefined;
  return (
    <div className={classes.bubble}>
      {thumbnail === undefined ? null : <img src={thumbnail} alt="" className={classes.thumbnail} />}
      <p className={classes.bubbleTitle}>{name}</p>
      <dl className={classes.facts}>
        <dt>Definition</dt>
        <dd>{assetDefinition.assetDefinitionName}</dd>
        {serialNumber === name ? null : (
          <>
            <dt>Serial number</dt>
            <dd>{serialNumber}</dd>
          </>
        )}
        {place === null ? null : (
          <>
            <dt>Coordinates</dt>
            <dd>{writePlace(place)}</dd>
          </>
        )}
        <dt>Connection</dt>
        <dd>
          <ConnectionState level={connectionLevel(connection)} />
        </dd>
        {alarms === undefined || alarms.count === 0 ? null : (
          <>
            <dt>Alarms</dt>
            <dd>
              {alarms.count} open, worst severity {alarms.worstSeverity}
            </dd>
          </>
        )}
      </dl>
      <div className={classes.bubbleActions}>
        {openPanel === undefined ? null : (
          <button type="button" disabled={isPast} title={hint} onClick={() => openPanel(assetId)}>
            {panelWord}
          </button>
        )}
        <MoveButtons asset={asset} isPast={isPast} />
        {onTrack === undefined ? null : (
          <button type="button" onClick={onTrack}>
            Track
          </button>
        )}
        <Link href={assetAddress(asset)}>Open Dashboard</Link>
      </div>
    </div>
  );
}

/** 'Move marker' lets it be dragged, 'Save location' fixes it where it is then (spec 1 §4). */
function MoveButtons({ asset, isPast }: { asset: assets.Asset; isPast: boolean }) {
  const mayMove = useMay('Coordinates', 'Modify');
  const { pending, isBusy, begin, save, cancel } = useContext(PlaceContext);
  const { assetId, assetAlias, serialNumber, currentCoordinates } = asset;
  if (!mayMove || isPast) return null;
  if (pending?.assetId !== assetId) {
    const name = assetAlias || serialNumber;
    return (
      <button type="button" onClick={() => begin({ assetId, name, place: currentCoordinates })}>
        Move marker
      </button>
    );
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={save}>
        Save location
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </>
  );
}

function connectionLevel({ connected, lastcontact }: assets.Connection): ConnectionLevel {
  if (lastcontact === null) return 'never';
  return connected ? 'connected' : 'offline';
}
