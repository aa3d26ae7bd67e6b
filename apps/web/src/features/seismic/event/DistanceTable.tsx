import { formatTimeOfDay, zoneName } from '@telltale/domain/format/time.ts';
import { USUAL_DEPTH_KM } from '@telltale/domain/seismic/travel-times.ts';
import { writeMiles } from '#ui/map/distance.ts';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import type { Arrival, StationArrivals } from './arrivals.ts';
import classes from './event.module.css';

interface DistanceTableProps {
  arrivals: readonly StationArrivals[];
  zone: string;
  /** When it was, which says which time of the year the zone has. */
  originMs: number;
  depth: number | null;
}

/** How far each station was, and when the waves are expected there. */
export function DistanceTable({ arrivals, zone, originMs, depth }: DistanceTableProps) {
  return (
    <>
      <div className={classes.scroll}>
        <SmallTable label="Distances" headers={['Station', 'Distance', 'P expected', 'S expected']}>
          {arrivals.map(({ assetId, name, miles, p, s }) => (
            <tr key={assetId}>
              <td>{name}</td>
              <td className={classes.number}>{writeMiles(miles)}</td>
              <td>
                <Expected arrival={p} zone={zone} />
              </td>
              <td>
                <Expected arrival={s} zone={zone} />
              </td>
            </tr>
          ))}
        </SmallTable>
      </div>
      <p className={classes.dim}>
        Times in {zoneName(originMs, zone)}, through the mean earth (IASP91), good to about 3 %, at least a second.
        {depth === null ? ` The feed says no depth: ${USUAL_DEPTH_KM} km is taken.` : ''}
      </p>
    </>
  );
}

function Expected({ arrival, zone }: { arrival: Arrival | undefined; zone: string }) {
  if (arrival === undefined) return 'shaded by the core';
  return (
    <>
      <span className={classes.number}>{formatTimeOfDay(arrival.timeMs, zone)}</span>{' '}
      <span className={classes.after}>after {arrival.seconds.toFixed(1)} s</span>
    </>
  );
}
