import {
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { pressKey } from '#ui/keys.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import { reachOut } from './bubble-room.ts';
import type { Bounds, Place } from './map-bounds.ts';
import { toLngLat, toMapBounds, toPlace } from './map-units.ts';
import { isCluster, type MapMarker, type MarkerCluster, MarkerClusters } from './marker-clusters.ts';
import { markerElement, markerLook, movingElement } from './marker-element.ts';
import { arrangeLabels } from './marker-labels.ts';
import { OverlayWatch } from './overlay-watch.ts';
import { NO_SKETCH, SKETCH, type Sketch, sketchShapes } from './sketch.ts';
import { howMoving } from './stillness.ts';

setWorkerUrl(workerUrl);

interface MapEvents {
  onSelect: (id: number | undefined) => void;
  /** Something of the background did not come, or the picture cannot be drawn. */
  /** @param overlay the layer of geosources.json that it is about */
  onError: (message: string, overlay: string | undefined) => void;
  /** The layers of geosources.json that are being loaded. */
  onLoading: (overlays: readonly string[]) => void;
  /** The map shows another part of the world. */
  onView: (view: { bounds: Bounds; center: Place }) => void;
  /** A place was pointed at. Answers whether it was wanted; the bubble closes otherwise. */
  onPoint: (place: Place) => boolean;
  /** The marker that is being moved was dropped. */
  onMove: (place: Place) => void;
}

export type MapView = { readonly center: Place; readonly zoom: number } | { readonly bounds: Bounds };

const MAX_FIT_ZOOM = 12;
/** How close one looks at an asset that stood among others. */
const ASSET_ZOOM = 10;

/**
 * A map with markers. Owns the MapLibre instance; React only hands over what to show.
 * @throws Error where the browser cannot draw with WebGL
 */
export class MapCanvas {
  readonly #map: MapLibre;
  readonly #events: MapEvents;
  readonly #overlays: OverlayWatch;
  readonly #moves: () => boolean;
  readonly #shown = new Map<string, Marker>();
  #clusters = new MarkerClusters([]);
  #quakes = new MarkerClusters([]);
  #popup: Popup | undefined;
  /** Whose bubble is open. */
  #popupId: number | undefined;
  /** What is in sight at once, as long as nobody looks elsewhere: a map that changes its size shows it again. */
  #fitted: Bounds | undefined;
  #moving: Marker | undefined;
  #sketch: Sketch = NO_SKETCH;
  #isSketchStale = false;

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
    this.#moves = howMoving(this.#map.getCanvas());
    this.#map.touchZoomRotate.disableRotation();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    this.#map.on('movestart', ({ originalEvent }) => {
      if (originalEvent !== undefined) this.#fitted = undefined;
    });
    this.#map.on('moveend', this.#draw);
    this.#map.on('moveend', this.#tellView);
    this.#map.on('load', this.#tellView);
    this.#map.on('styledata', this.#drawSketch);
    this.#overlays = new OverlayWatch(this.#map, style, events);
    this.#map.on('click', ({ lngLat }) => {
      if (!this.#events.onPoint(toPlace(lngLat))) this.#events.onSelect(undefined);
    });
  }

  setStyle(style: StyleSpecification): void {
    this.#map.setStyle(style);
    this.#overlays.setStyle(style);
    this.setSketch(this.#sketch);
  }

  setMarkers(markers: readonly MapMarker[]): void {
    this.#clusters = new MarkerClusters(markers);
    this.#draw();
  }

  /** Earthquakes are always drawn as clusters where they would cover each other. */
  setQuakes(quakes: readonly MapMarker[]): void {
    this.#quakes = new MarkerClusters(quakes, 0);
    this.#draw();
  }

  setSketch(sketch: Sketch): void {
    this.#sketch = sketch;
    this.#isSketchStale = true;
    this.#drawSketch();
  }

  /** Whether a click on the map points at a place: the cursor says so. */
  setPointing(isPointing: boolean): void {
    this.#map.getCanvas().style.cursor = isPointing ? 'crosshair' : '';
  }

  /** A marker that can be dragged; undefined takes it away. */
  setMoving(place: Place | undefined): void {
    if (place === undefined) {
      this.#moving?.remove();
      this.#moving = undefined;
      return;
    }
    if (this.#moving === undefined) {
      const marker = new Marker({ element: movingElement(), draggable: true });
      marker.on('dragend', () => this.#events.onMove(toPlace(marker.getLngLat().wrap())));
      this.#moving = marker.setLngLat(toLngLat(place)).addTo(this.#map);
    } else this.#moving.setLngLat(toLngLat(place));
  }

  /** @param isAtOnce without moving there: a bubble opens at the same time */
  fit(bounds: Bounds, isAtOnce = false): void {
    this.#fitted = isAtOnce ? bounds : undefined;
    this.#map.once('moveend', () => this.#bringBubbleWithin());
    this.#map.fitBounds(toMapBounds(bounds), { maxZoom: MAX_FIT_ZOOM, animate: !isAtOnce && this.#moves() });
  }

  /**
   * Opens the bubble of a marker, in which the caller has drawn; undefined closes it. One that is open goes along with its
   * marker, and leaves the keyboard where it is: somebody may be typing where the marker is to go.
   */
  showPopup(content: { id: number; place: Place; element: HTMLElement } | undefined): void {
    const before = this.#popup;
    if (content !== undefined && before !== undefined && this.#popupId === content.id) {
      this.#fitted = undefined;
      this.#bringIntoSight(content.place);
      before.setLngLat(toLngLat(content.place));
      this.#arrangePopup(before);
      return;
    }
    // It closes for another to open: nobody has closed the bubble.
    this.#popup = undefined;
    before?.remove();
    if (content === undefined) {
      this.#arrangeLabels();
      return;
    }
    const { id, place, element } = content;
    this.#popupId = id;
    this.#fitted = undefined;
    this.#bringIntoSight(place);
    const popup = new Popup({
      // Above its marker always: the map moves until it has room there.
      anchor: 'bottom',
      closeButton: true,
      closeOnClick: false,
      maxWidth: '280px',
      offset: 14,
      focusAfterOpen: true,
    })
      .setLngLat(toLngLat(place))
      .setDOMContent(element)
      .addTo(this.#map);
    const leave = () => popup.remove() && this.#map.getCanvas().focus();
    popup.getElement().addEventListener('keydown', (event) => pressKey(event, { Escape: leave }));
    // A picture in it makes it higher when it comes.
    popup.getElement().addEventListener('load', () => this.#arrangePopup(popup), true);
    popup.on('close', () => {
      if (this.#popup === popup) this.#events.onSelect(undefined);
    });
    this.#popup = popup;
    this.#arrangePopup(popup);
  }

  /** Once React has drawn into it. */
  #arrangePopup(popup: Popup): void {
    requestAnimationFrame(() => {
      if (this.#popup === popup) this.#bringWithin(popup.getElement());
      this.#arrangeLabels();
    });
  }

  resize(): void {
    this.#map.resize();
    if (this.#fitted !== undefined) this.fit(this.#fitted, true);
    this.#bringBubbleWithin();
  }

  destroy(): void {
    this.#popup = undefined;
    this.#map.remove();
  }

  #tellView = (): void => {
    const bounds = this.#map.getBounds();
    const box: Bounds = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    this.#events.onView({ bounds: box, center: toPlace(this.#map.getCenter().wrap()) });
  };

  #drawSketch = (): void => {
    if (!this.#isSketchStale) return;
    const source = this.#map.getSource<GeoJSONSource>(SKETCH);
    if (source === undefined) return;
    this.#isSketchStale = false;
    source.setData(sketchShapes(this.#sketch));
  };

  /** What is out of sight, or within a cluster, is gone to. */
  #bringIntoSight(place: Place): void {
    const at = toLngLat(place);
    const isMoving = this.#moving !== undefined;
    const isDrawn = [...this.#shown.values()].some((marker) => {
      const { lng, lat } = marker.getLngLat();
      return lng === place.longitude && lat === place.latitude && !marker.getElement().dataset.cluster;
    });
    const isInSight = this.#map.getBounds().contains(at);
    if (isInSight && (isDrawn || isMoving)) return;
    const zoom = isDrawn || isMoving ? this.#map.getZoom() : Math.max(ASSET_ZOOM, this.#map.getZoom());
    this.#map.easeTo({ center: at, zoom, animate: this.#moves() });
  }

  #bringBubbleWithin(): void {
    const bubble = this.#popup?.getElement();
    if (bubble !== undefined) this.#bringWithin(bubble);
  }

  /** Moves the map until all of a bubble is in it: in a small tile no marker has room for it where it stands. */
  #bringWithin(element: HTMLElement): void {
    const [x, y] = reachOut(element.getBoundingClientRect(), this.#map.getContainer());
    if (x !== 0 || y !== 0) this.#map.panBy([x, y], { animate: this.#moves() });
  }

  #draw = (): void => {
    const bounds = this.#map.getBounds();
    const box: Bounds = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const wanted = new Set<string>();
    const zoom = this.#map.getZoom();
    // Assets lie above what is only reported of the ground.
    for (const shown of [...this.#quakes.within(box, zoom), ...this.#clusters.within(box, zoom)]) {
      const look = markerLook(shown);
      wanted.add(look);
      if (this.#shown.has(look)) continue;
      const element = markerElement(shown);
      const isCentred = isCluster(shown) || shown.icon !== undefined || shown.quake !== undefined;
      const anchor = isCentred ? 'center' : 'bottom';
      const marker = new Marker({ element, anchor }).setLngLat([shown.longitude, shown.latitude]).addTo(this.#map);
      element.addEventListener('click', (event) => {
        event.stopPropagation();
        // With a tool in hand a marker is the place where it stands.
        if (this.#events.onPoint(toPlace(marker.getLngLat()))) return;
        if (isCluster(shown)) this.#goInto(shown);
        else this.#events.onSelect(shown.id);
      });
      this.#shown.set(look, marker);
    }
    for (const [look, marker] of this.#shown) {
      if (wanted.has(look)) continue;
      marker.remove();
      this.#shown.delete(look);
    }
    this.#arrangeLabels();
  };

  #arrangeLabels(): void {
    const markers = [...this.#shown.values()].map((marker) => marker.getElement());
    arrangeLabels(markers, this.#popup?.getElement());
  }

  #goInto({ clusterId, latitude, longitude, strongest }: MarkerCluster): void {
    const zoom = (strongest === undefined ? this.#clusters : this.#quakes).zoomInto(clusterId);
    this.#map.easeTo({ center: [longitude, latitude], zoom, animate: this.#moves() });
  }
}
