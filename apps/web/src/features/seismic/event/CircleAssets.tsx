import type { assets, seismic } from '@telltale/contract';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { assetAddress } from '#pages/asset-address.ts';
import { assetsByDistance } from '#tile-kit/map/quakes/quake-markers.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { writeMiles } from '#ui/map/distance.ts';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import { MOST_MILES } from './circle.ts';
import classes from './event.module.css';

interface CircleAssetsProps {
  event: seismic.SeismicEvent;
  assets: readonly assets.Asset[];
  miles: number;
  onMiles: (miles: number) => void;
}

const MOST_LISTED = 200;

/** The assets within so many miles of an event; the map shows the circle. */
export function CircleAssets({ event, assets: list, miles, onMiles }: CircleAssetsProps) {
  const byDistance = useMemo(() => assetsByDistance(list, event), [list, event]);
  const inside = byDistance.filter((one) => one.miles <= miles);
  const [nearest] = byDistance;
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.subtitle}>Assets around the event</h3>
        <NumberEntry
          size="xs"
          className={classes.miles ?? ''}
          label="Within miles"
          min={0.1}
          max={MOST_MILES}
          value={miles}
          onChange={(next) => {
            if (next !== null && next >= 0.1 && next <= MOST_MILES) onMiles(next);
          }}
        />
      </div>
      {inside.length === 0 ? (
        <p className={classes.dim}>
          None lies inside.
          {nearest === undefined ? '' : ` The nearest, ${nameOf(nearest.asset)}, is ${writeMiles(nearest.miles)} away.`}
        </p>
      ) : (
        <div className={classes.scroll}>
          <SmallTable label="Assets inside the circle" headers={['Asset', 'Definition', 'Distance']}>
            {inside.slice(0, MOST_LISTED).map((one) => (
              <tr key={one.asset.assetId}>
                <td>
                  <Link href={assetAddress(one.asset)}>{nameOf(one.asset)}</Link>
                </td>
                <td>{one.asset.assetDefinition.alias || one.asset.assetDefinition.assetDefinitionName}</td>
                <td className={classes.number}>{writeMiles(one.miles)}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      )}
      {inside.length > MOST_LISTED ? (
        <p className={classes.dim}>
          The nearest {MOST_LISTED} of {inside.length.toLocaleString('en')} are listed.
        </p>
      ) : null}
    </>
  );
}

const nameOf = ({ assetAlias, serialNumber }: assets.Asset): string => assetAlias || serialNumber;
