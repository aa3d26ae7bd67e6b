import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';
import { type MapOverlay, type MapStyle, tileAddresses } from './map-config.ts';
import { SKETCH, sketchLayers } from './sketch.ts';

/** Tells where the tiles of the offline map are, which the build cuts. */
const BASE_URL = '/map/base.json';
const FONT = ['Inter Variable'];
/** What is smaller, in square degrees, is named from this zoom on. */
const [SPECK, SPECKS_ZOOM] = [1, 4];
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

interface StyleParts {
  colours: MapColours;
  /** Undefined: the offline map alone. It always lies below, for tiles that do not come. */
  background: MapStyle | undefined;
  overlays: readonly MapOverlay[];
}

/** The whole map below the markers, as MapLibre wants it. */
export function mapStyle({ colours, background, overlays }: StyleParts): StyleSpecification {
  return {
    version: 8,
    sources: {
      base: { type: 'vector', url: BASE_URL, attribution: 'Natural Earth' },
      [SKETCH]: { type: 'geojson', data: EMPTY },
      ...(background === undefined ? {} : { background: rasterSource(background) }),
      ...Object.fromEntries(
        overlays.map(({ name, data }) => [
          sourceOf(name),
          { type: 'geojson', data: data as FeatureCollection | string },
        ]),
      ),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      {
        id: 'land',
        type: 'fill',
        ...base('countries'),
        // Its edges are drawn as borders; to smooth them as well takes a tenth of the time of a frame without a graphics card.
        paint: { 'fill-color': colours.land, 'fill-antialias': false },
      },
      {
        id: 'borders',
        type: 'line',
        ...base('countries'),
        paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-opacity': 0.7 },
      },
      {
        id: 'state-lines',
        type: 'line',
        ...base('states'),
        minzoom: 2.5,
        paint: { 'line-color': colours.stateBorder, 'line-width': 1 },
      },
      nameLayer('country-names', colours, { maxzoom: 5 }, 12),
      nameLayer('state-names', colours, { minzoom: 4 }, 11),
      ...(background === undefined
        ? []
        : [{ id: 'background', type: 'raster', source: 'background' } satisfies LayerSpecification]),
      ...overlays.flatMap((overlay) => overlayLayers(overlay, colours)),
      ...sketchLayers(colours.sketch, colours.halo),
    ],
  };
}

function rasterSource(style: MapStyle): StyleSpecification['sources'][string] {
  const { tileSize, maxZoom } = style;
  // Without its attribution: MapLibre would write that as markup, whoever shows the map writes it as text.
  return { type: 'raster', tiles: tileAddresses(style), tileSize, maxzoom: maxZoom };
}

type ZoomLimits = { minzoom?: number; maxzoom?: number };

const base = (layer: string) => ({ source: 'base', 'source-layer': layer });

function nameLayer(id: string, colours: MapColours, zoom: ZoomLimits, size: number): LayerSpecification {
  return {
    id,
    type: 'symbol',
    ...base(id),
    ...zoom,
    filter: ['>=', ['get', 'area'], ['step', ['zoom'], SPECK, SPECKS_ZOOM, 0]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': size,
      'text-max-width': 7,
      // Of two names without room for both, that of the larger is written.
      'symbol-sort-key': ['-', ['get', 'area']],
    },
    paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.2 },
  };
}

const OVERLAY = 'overlay ';
/** By its name, not its place: the other layers stay as they are drawn when one is switched on or off. */
const sourceOf = (name: string) => `${OVERLAY}${name}`;

/**
 * The layer of geosources.json that an event of the map is about; undefined: another part of it. MapLibre adds what its
 * source tells of itself to the event, and to the event's type it does not.
 */
export function overlayOf(event: object): string | undefined {
  const source = 'sourceId' in event ? String(event.sourceId) : '';
  return source.startsWith(OVERLAY) ? source.slice(OVERLAY.length) : undefined;
}

function overlayLayers(overlay: MapOverlay, colours: MapColours): LayerSpecification[] {
  const source = sourceOf(overlay.name);
  const color = overlay.color ?? colours.label;
  const { width, fillOpacity } = overlay;
  return [
    {
      id: `${source}-fill`,
      type: 'fill',
      source,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': color, 'fill-opacity': fillOpacity },
    },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': color, 'line-width': width },
    },
    {
      id: `${source}-point`,
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-color': color, 'circle-radius': width * 2 },
    },
  ];
}
