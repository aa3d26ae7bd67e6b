import type { assets, seismic } from '@telltale/contract';
import { milesBetween } from '#ui/map/distance.ts';
import type { Place } from '#ui/map/map-bounds.ts';
import type { MapMarker } from '#ui/map/marker-clusters.ts';
import { magnitudeText } from '#ui/map/marker-element.ts';

/** How many assets a bubble names (spec 1 §2 'Asset map'). */
export const NEAREST = 6;

/** Earthquakes as markers: ids of assets are positive, theirs are negative, in the order of the list. */
export function markersOfQuakes(events: readonly seismic.SeismicEvent[]): MapMarker[] {
  return events.map(({ latitude, longitude, magnitude, region }, index) => ({
    id: -1 - index,
    latitude,
    longitude,
    name: magnitude === null ? 'Earthquake' : magnitudeText(magnitude),
    description: `earthquake, ${region}`,
    icon: undefined,
    alarm: undefined,
    isConnected: true,
    quake: { magnitude },
  }));
}

export const quakeOfMarker = (
  events: readonly seismic.SeismicEvent[],
  id: number | undefined,
): seismic.SeismicEvent | undefined => (id === undefined || id >= 0 ? undefined : events[-1 - id]);

/** The marker of an event; undefined: it is not in the list (any more). */
export function markerOfQuake(events: readonly seismic.SeismicEvent[], eventId: string | null): number | undefined {
  const index = eventId === null ? -1 : events.findIndex(({ id }) => id === eventId);
  return index < 0 ? undefined : -1 - index;
}

export interface AssetAway {
  readonly asset: assets.Asset;
  readonly place: Place;
  readonly miles: number;
}

/** The assets that have a position, the nearest first. */
export function assetsByDistance(list: readonly assets.Asset[], place: Place): AssetAway[] {
  return list
    .flatMap((asset) => {
      const { currentCoordinates: at } = asset;
      return at === null ? [] : [{ asset, place: at, miles: milesBetween(place, at) }];
    })
    .sort((a, b) => a.miles - b.miles);
}
