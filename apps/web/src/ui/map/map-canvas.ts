import {
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type LabelBox, labelsWithRoom } from './label-room.ts';
import type { Bounds, Place } from './map-bounds.ts';
import { isCluster, type MapMarker, MarkerClusters } from './marker-clusters.ts';
import { labelOf, markerElement, markerLook, solidPartOf } from './marker-element.ts';

setWorkerUrl(workerUrl);

interface MapEvents {
  onSelect: (id: number | undefined) => void;
  /** Something of the background did not come, or the picture cannot be drawn. */
  onError: (message: string) => void;
  onZoom: (zoom: number) => void;
}

export type MapView = { readonly center: Place; readonly zoom: number } | { readonly bounds: Bounds };

const MAX_FIT_ZOOM = 12;

/**
 * A map with markers. Owns the MapLibre instance; React only hands over what to show.
 * @throws Error where the browser cannot draw with WebGL
 */
export class MapCanvas {
  readonly #map: MapLibre;
  readonly #events: MapEvents;
  readonly #shown = new Map<string, Marker>();
  #clusters = new MarkerClusters([]);
  #popup: Popup | undefined;

  constructor(container: HTMLElement, style: StyleSpecification, view: MapView, events: MapEvents) {
    this.#events = events;
    this.#map = new MapLibre({
      container,
      style,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      ...('bounds' in view
        ? { bounds: toMapBounds(view.bounds), fitBoundsOptions: { maxZoom: MAX_FIT_ZOOM } }
        : { center: [view.center.longitude, view.center.latitude], zoom: view.zoom }),
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    this.#map.on('moveend', this.#draw);
    this.#map.on('zoomend', () => this.#events.onZoom(this.#map.getZoom()));
    this.#map.on('error', ({ error }) => this.#events.onError(error.message));
    this.#map.on('click', () => this.#events.onSelect(undefined));
  }

  setStyle(style: StyleSpecification): void {
    this.#map.setStyle(style);
  }

  setMarkers(markers: readonly MapMarker[]): void {
    this.#clusters = new MarkerClusters(markers);
    this.#draw();
  }

  fit(bounds: Bounds): void {
    this.#map.fitBounds(toMapBounds(bounds), { maxZoom: MAX_FIT_ZOOM, animate: !prefersStillness() });
  }

  /** Opens a bubble at a place, in which the caller has drawn; undefined closes it. */
  showPopup(content: { place: Place; element: HTMLElement } | undefined): void {
    this.#popup?.remove();
    this.#popup = undefined;
    if (content === undefined) {
      this.#arrangeLabels();
      return;
    }
    const { place, element } = content;
    this.#popup = new Popup({
      closeButton: true,
      closeOnClick: false,
      maxWidth: '280px',
      offset: 14,
      focusAfterOpen: true,
    })
      .setLngLat([place.longitude, place.latitude])
      .setDOMContent(element)
      .addTo(this.#map);
    this.#popup.on('close', () => this.#events.onSelect(undefined));
    // React draws into it after this.
    requestAnimationFrame(() => this.#arrangeLabels());
  }

  resize(): void {
    this.#map.resize();
  }

  destroy(): void {
    this.#popup = undefined;
    this.#map.remove();
  }

  #draw = (): void => {
    const bounds = this.#map.getBounds();
    const box: Bounds = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const wanted = new Set<string>();
    for (const shown of this.#clusters.within(box, this.#map.getZoom())) {
      const look = markerLook(shown);
      wanted.add(look);
      if (this.#shown.has(look)) continue;
      const element = markerElement(shown);
      element.addEventListener('click', (event) => {
        event.stopPropagation();
        if (isCluster(shown)) this.#goInto(shown.clusterId, shown);
        else this.#events.onSelect(shown.id);
      });
      const anchor = isCluster(shown) || shown.icon !== undefined ? 'center' : 'bottom';
      const marker = new Marker({ element, anchor }).setLngLat([shown.longitude, shown.latitude]).addTo(this.#map);
      this.#shown.set(look, marker);
    }
    for (const [look, marker] of this.#shown) {
      if (wanted.has(look)) continue;
      marker.remove();
      this.#shown.delete(look);
    }
    this.#arrangeLabels();
  };

  /** Names that would cover another, a marker or the bubble are not written; they come with the pointer or the focus. */
  #arrangeLabels(): void {
    const labels = [...this.#shown.values()].flatMap((marker) => labelOf(marker.getElement()) ?? []);
    for (const label of labels) label.dataset.hidden = 'false';
    const boxes: LabelBox[] = labels.map((label) => label.getBoundingClientRect());
    const solid = [...this.#shown.values()].map((marker) => solidPartOf(marker.getElement()));
    const bubble = this.#popup?.getElement();
    const taken: LabelBox[] = (bubble === undefined ? solid : [...solid, bubble]).map((part) =>
      part.getBoundingClientRect(),
    );
    labelsWithRoom(boxes, taken).forEach((hasRoom, index) => {
      const label = labels[index];
      if (label !== undefined) label.dataset.hidden = String(!hasRoom);
    });
  }

  #goInto(clusterId: number, { latitude, longitude }: Place): void {
    const zoom = this.#clusters.zoomInto(clusterId);
    this.#map.easeTo({ center: [longitude, latitude], zoom, animate: !prefersStillness() });
  }
}

function toMapBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [west, south, east, north];
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
