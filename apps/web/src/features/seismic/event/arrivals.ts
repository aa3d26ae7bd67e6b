import type { assets, seismic } from '@telltale/contract';
import { travelTimes } from '@telltale/domain/seismic/travel-times.ts';
import { assetsByDistance } from '#tile-kit/map/quakes/quake-markers.ts';
import { EARTH_RADIUS_MILES } from '#ui/map/distance.ts';

/** When a wave is expected, and how far off that may be. */
export interface Arrival {
  readonly timeMs: number;
  readonly seconds: number;
  /** Half the width of its band, seconds. */
  readonly give: number;
}

/** A station, how far the event was from it, and when its waves are expected there. */
export interface StationArrivals {
  readonly assetId: number;
  readonly name: string;
  readonly miles: number;
  /** Undefined: in the shadow of the core. */
  readonly p: Arrival | undefined;
  readonly s: Arrival | undefined;
  /** What is looked at of the recording. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The ground of a region differs from the mean earth by some percent, and clocks and catalogues are off by a second. */
const GIVE_SHARE = 0.03;
const LEAST_GIVE_S = 1;
const BEFORE_S = 20;
const LEAST_AFTER_S = 60;
/** Where nothing is expected, the first minutes are looked at. */
const UNKNOWN_S = 1_800;

/** The stations with a position, the nearest first. */
export function arrivalsAt(
  event: Pick<seismic.SeismicEvent, 'time' | 'depth' | 'latitude' | 'longitude'>,
  stations: readonly assets.Asset[],
): StationArrivals[] {
  const originMs = Date.parse(event.time);
  const [pTimes, sTimes] = [travelTimes('P', event.depth), travelTimes('S', event.depth)];
  return assetsByDistance(stations, event).map(({ asset, miles }) => {
    const degrees = (miles / EARTH_RADIUS_MILES) * (180 / Math.PI);
    const p = arrival(originMs, pTimes.at(degrees));
    const s = arrival(originMs, sTimes.at(degrees));
    const first = p?.seconds ?? 0;
    const after =
      s === undefined || p === undefined ? UNKNOWN_S : Math.max(LEAST_AFTER_S, 1.5 * (s.seconds - p.seconds));
    return {
      assetId: asset.assetId,
      name: asset.assetAlias || asset.serialNumber,
      miles,
      p,
      s,
      fromMs: Math.round(originMs + (first - BEFORE_S) * 1_000),
      toMs: Math.round(originMs + ((s?.seconds ?? first) + after) * 1_000),
    };
  });
}

/** The point of a recording that is nearest to a moment, by its index; undefined: it has none. */
export function pointNear(
  { times, values }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  moment: number,
): number | undefined {
  let nearest: number | undefined;
  for (const [index, time] of times.entries()) {
    if (values[index] == null) continue;
    if (nearest === undefined || Math.abs(time - moment) < Math.abs((times[nearest] as number) - moment))
      nearest = index;
  }
  return nearest;
}

function arrival(originMs: number, seconds: number | undefined): Arrival | undefined {
  if (seconds === undefined) return undefined;
  return { seconds, timeMs: originMs + seconds * 1_000, give: Math.max(LEAST_GIVE_S, seconds * GIVE_SHARE) };
}
