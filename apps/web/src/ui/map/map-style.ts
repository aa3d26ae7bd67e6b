import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { BaseShapes } from './base-map.ts';
import { labelPoints } from './label-points.ts';
import type { MapColours } from './map-colours.ts';
import { type MapOverlay, type MapStyle, tileAddresses } from './map-config.ts';
import { SKETCH, sketchLayers } from './sketch.ts';

/** From this zoom on the finer shapes are drawn. */
export const DETAIL_ZOOM = 5;
const FONT = ['Inter Variable'];
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

interface StyleParts {
  shapes: BaseShapes;
  /** Undefined until somebody has zoomed in. */
  detailed: FeatureCollection | undefined;
  colours: MapColours;
  /** Undefined: the offline map alone. It always lies below, for tiles that do not come. */
  background: MapStyle | undefined;
  overlays: readonly MapOverlay[];
}

/** The whole map below the markers, as MapLibre wants it. */
export function mapStyle({ shapes, detailed, colours, background, overlays }: StyleParts): StyleSpecification {
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: shapes.countries, attribution: 'Natural Earth' },
      detailed: { type: 'geojson', data: detailed ?? EMPTY },
      states: { type: 'geojson', data: shapes.states },
      [SKETCH]: { type: 'geojson', data: EMPTY },
      'country-points': { type: 'geojson', data: labelPoints(shapes.countries) },
      'state-points': { type: 'geojson', data: labelPoints(shapes.states) },
      ...(background === undefined ? {} : { background: rasterSource(background) }),
      ...Object.fromEntries(
        overlays.map(({ data }, index) => [
          `overlay-${index}`,
          { type: 'geojson', data: data as FeatureCollection | string },
        ]),
      ),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      ...countryLayers('countries', colours, detailed === undefined ? {} : { maxzoom: DETAIL_ZOOM }),
      ...countryLayers('detailed', colours, { minzoom: DETAIL_ZOOM }),
      {
        id: 'state-lines',
        type: 'line',
        source: 'states',
        minzoom: 2.5,
        paint: { 'line-color': colours.stateBorder, 'line-width': 1 },
      },
      nameLayer('country-names', 'country-points', colours, { maxzoom: 5 }, 12),
      nameLayer('state-names', 'state-points', colours, { minzoom: 4 }, 11),
      ...(background === undefined
        ? []
        : [{ id: 'background', type: 'raster', source: 'background' } satisfies LayerSpecification]),
      ...overlays.flatMap((overlay, index) => overlayLayers(overlay, `overlay-${index}`, colours)),
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

function countryLayers(source: string, colours: MapColours, zoom: ZoomLimits): LayerSpecification[] {
  return [
    { id: `${source}-land`, type: 'fill', source, ...zoom, paint: { 'fill-color': colours.land } },
    {
      id: `${source}-lines`,
      type: 'line',
      source,
      ...zoom,
      paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-opacity': 0.7 },
    },
  ];
}

function nameLayer(
  id: string,
  source: string,
  colours: MapColours,
  zoom: ZoomLimits,
  size: number,
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    ...zoom,
    layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': size, 'text-max-width': 7 },
    paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.2 },
  };
}

function overlayLayers(overlay: MapOverlay, source: string, colours: MapColours): LayerSpecification[] {
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
