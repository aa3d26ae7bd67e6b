import type { assets, seismic } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { parseLink } from '#ui/links/safe-link.ts';
import { writeMiles } from '#ui/map/distance.ts';
import classes from '../asset-map.module.css';
import { assetsByDistance, NEAREST } from './quake-markers.ts';

interface QuakeBubbleProps {
  event: seismic.SeismicEvent;
  /** In which the local time is written. */
  zone: string;
  /** Those in sight. */
  assets: readonly assets.Asset[];
}

/** What the bubble of an earthquake says (spec 1 §2 'Asset map'). */
export function QuakeBubble({ event, zone, assets: list }: QuakeBubbleProps) {
  const { magnitude, region, depth, time, url } = event;
  const timeMs = Date.parse(time);
  const link = url === null ? undefined : parseLink(url);
  const nearest = useMemo(() => assetsByDistance(list, event).slice(0, NEAREST), [list, event]);
  return (
    <div className={classes.bubble}>
      <p className={classes.bubbleTitle}>{region === '' ? 'Earthquake' : region}</p>
      <dl className={classes.facts}>
        <dt>Magnitude</dt>
        <dd>{magnitude ?? 'TBD'}</dd>
        <dt>Depth</dt>
        <dd>{depth === null ? 'TBD' : `${depth} km`}</dd>
        <dt>Local time</dt>
        <dd>
          {formatDateTime(timeMs, zone)} {zoneName(timeMs, zone)}
        </dd>
        <dt>UTC</dt>
        <dd>{formatDateTime(timeMs, 'UTC')}</dd>
      </dl>
      {nearest.length === 0 ? null : (
        <>
          <p className={classes.choiceTitle}>Nearest assets</p>
          <ol className={classes.nearest}>
            {nearest.map(({ asset, miles }) => (
              <li key={asset.assetId}>
                <span>{asset.assetAlias || asset.serialNumber}</span>
                <span>{writeMiles(miles)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {link === undefined ? null : (
        <div className={classes.bubbleActions}>
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            About this event
          </a>
        </div>
      )}
    </div>
  );
}
