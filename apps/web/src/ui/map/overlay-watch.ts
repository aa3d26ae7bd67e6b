import type { GeoJSONSource, GeoJSONSourceSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl';
import { whyNothingIsDrawn } from './geojson-shapes.ts';
import { overlayOf } from './map-style.ts';

interface OverlayEvents {
  /** @param overlay the layer of geosources.json that it is about; undefined: another part of the map */
  onError: (message: string, overlay: string | undefined) => void;
  /** The names of the layers that are being loaded. */
  onLoading: (overlays: readonly string[]) => void;
}

type WatchedMap = Pick<MapLibre, 'on' | 'getSource' | 'isSourceLoaded'>;

/** Follows the layers of geosources.json on a map: which of them are being loaded, and which cannot be drawn. */
export class OverlayWatch {
  readonly #map: WatchedMap;
  readonly #events: OverlayEvents;
  #sources: StyleSpecification['sources'];
  /** The sources that are loading, and whether their data are here, to be drawn. */
  readonly #loading = new Map<string, boolean>();

  constructor(map: WatchedMap, style: StyleSpecification, events: OverlayEvents) {
    this.#map = map;
    this.#events = events;
    this.#sources = style.sources;
    map.on('sourcedataloading', (event) => {
      const isOfLayer = overlayOf(event) !== undefined && event.tile === undefined;
      if (isOfLayer) this.#change(() => this.#loading.set(event.sourceId, false));
    });
    map.on('sourcedata', (event) => {
      if (overlayOf(event) !== undefined && event.sourceDataType === 'content') this.#take(event.sourceId);
    });
    map.on('render', this.#leaveDrawn);
    map.on('error', (event) => {
      events.onError(event.error.message, overlayOf(event));
      if ('sourceId' in event) this.#change(() => this.#loading.delete(String(event.sourceId)));
    });
  }

  /** The map has been given another style; of a source that it took away it tells nothing more. */
  setStyle({ sources }: StyleSpecification): void {
    this.#sources = sources;
    this.#change(() => {
      for (const id of this.#loading.keys()) if (sources[id] === undefined) this.#loading.delete(id);
    });
  }

  /** The data of a layer are here. */
  #take(sourceId: string): void {
    const source = this.#map.getSource<GeoJSONSource>(sourceId);
    if (source === undefined) return;
    // MapLibre compares what a source says of itself with the next style. This one would answer with the data in place of
    // their address, and be loaded again whenever another layer is switched, or the palette.
    source.serialize = () => this.#sources[sourceId] as GeoJSONSourceSpecification;
    if (this.#loading.has(sourceId)) this.#change(() => this.#loading.set(sourceId, true));
    source.getData().then(
      (data) => {
        const message = whyNothingIsDrawn(data);
        if (message !== undefined) this.#events.onError(message, overlayOf({ sourceId }));
      },
      (error: unknown) => this.#events.onError(String(error), overlayOf({ sourceId })),
    );
  }

  /** What was to be seen of a layer is cut out of its data after they came: by the frame whose parts are all there. */
  #leaveDrawn = (): void => {
    this.#change(() => {
      for (const [id, isHere] of this.#loading) if (isHere && this.#map.isSourceLoaded(id)) this.#loading.delete(id);
    });
  };

  #change(change: () => void): void {
    const before = this.#loading.size;
    change();
    if (this.#loading.size === before) return;
    this.#events.onLoading([...this.#loading.keys()].flatMap((sourceId) => overlayOf({ sourceId }) ?? []));
  }
}
