import Supercluster from 'supercluster';
import type { Bounds } from './map-bounds.ts';

/** What stands at a place of the map. */
export interface MapMarker {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Its name, and whatever else a reader who does not see the picture must know. */
  readonly name: string;
  readonly description: string;
  /** Picture of the asset's own; undefined: the usual pin. */
  readonly icon: string | undefined;
  /** Colour of the worst open alarm; undefined: none is open. */
  readonly alarm: { readonly severity: number; readonly color: string } | undefined;
  readonly isConnected: boolean;
  /** It is an earthquake, no asset; its magnitude, if it has one. */
  readonly quake?: { readonly magnitude: number | null };
}

/** Several markers drawn as one. */
export interface MarkerCluster {
  readonly clusterId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  /** The worst alarm among them. */
  readonly alarm: MapMarker['alarm'];
  readonly disconnected: number;
  /** They are earthquakes; the largest magnitude among them. */
  readonly strongest?: number | null;
}

/** Up to this many markers are all drawn; above it those that would cover each other become clusters. */
export const CLUSTER_ABOVE = 200;
const CLUSTER_RADIUS_PX = 56;
const MAX_CLUSTER_ZOOM = 14;

/** What the library sums up over the markers of a cluster; it wants the sum changed in place. */
interface ClusterFacts {
  alarm: MapMarker['alarm'];
  disconnected: number;
  strongest: number | null | undefined;
}

/** Which markers and clusters a part of the map shows. */
export class MarkerClusters {
  readonly #markers: readonly MapMarker[];
  readonly #index: Supercluster<{ marker: MapMarker }, ClusterFacts> | undefined;

  /** @param above up to how many are all drawn */
  constructor(markers: readonly MapMarker[], above = CLUSTER_ABOVE) {
    this.#markers = markers;
    if (markers.length <= above) return;
    this.#index = new Supercluster<{ marker: MapMarker }, ClusterFacts>({
      radius: CLUSTER_RADIUS_PX,
      maxZoom: MAX_CLUSTER_ZOOM,
      map: ({ marker }) => ({
        alarm: marker.alarm,
        disconnected: marker.isConnected ? 0 : 1,
        strongest: marker.quake?.magnitude,
      }),
      reduce: (sum, { alarm, disconnected, strongest }) => {
        sum.disconnected += disconnected;
        if ((strongest ?? Number.NEGATIVE_INFINITY) > (sum.strongest ?? Number.NEGATIVE_INFINITY))
          sum.strongest = strongest;
        if (alarm !== undefined && alarm.severity > (sum.alarm?.severity ?? Number.NEGATIVE_INFINITY))
          sum.alarm = alarm;
      },
    });
    this.#index.load(
      markers.map((marker) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [marker.longitude, marker.latitude] },
        properties: { marker },
      })),
    );
  }

  within([west, south, east, north]: Bounds, zoom: number): (MapMarker | MarkerCluster)[] {
    if (this.#index === undefined) return [...this.#markers];
    return this.#index.getClusters([west, south, east, north], Math.floor(zoom)).map((found) => {
      if (!('cluster' in found.properties)) return found.properties.marker;
      const [longitude = 0, latitude = 0] = found.geometry.coordinates;
      const { cluster_id: clusterId, point_count: count, alarm, disconnected, strongest } = found.properties;
      const sum = { clusterId, latitude, longitude, count, alarm, disconnected };
      return strongest === undefined ? sum : { ...sum, strongest };
    });
  }

  /** The zoom at which a cluster falls apart. */
  zoomInto(clusterId: number): number {
    return this.#index?.getClusterExpansionZoom(clusterId) ?? MAX_CLUSTER_ZOOM;
  }
}

export function isCluster(shown: MapMarker | MarkerCluster): shown is MarkerCluster {
  return 'clusterId' in shown;
}
