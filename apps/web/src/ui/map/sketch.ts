import type { Feature, FeatureCollection, Position } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { Place } from './map-bounds.ts';

/** What is drawn over the map: the corners of an area, the points of a measure, the track of something that moved. */
export interface Sketch {
  readonly area: readonly Place[];
  readonly line: readonly Place[];
  /** A line for each stretch, and where its end is. */
  readonly track: readonly (readonly Place[])[];
  readonly at: Place | undefined;
  /** The rim of a circle around a place. */
  readonly rim?: readonly Place[];
}

export const NO_SKETCH: Sketch = { area: [], line: [], track: [], at: undefined };

/** The id of the source that holds the sketch. */
export const SKETCH = 'sketch';

/** The sketch as shapes: areas from three corners on, lines from two points on, and each corner and point. */
export function sketchShapes({ area, line, track, at, rim = [] }: Sketch): FeatureCollection {
  const corners = area.map(position);
  const [first] = corners;
  const features: Feature[] = [];
  if (corners.length >= 3 && first !== undefined) {
    features.push(shape({ type: 'Polygon', coordinates: [[...corners, first]] }, 'area'));
  } else if (corners.length === 2) {
    features.push(shape({ type: 'LineString', coordinates: corners }, 'area'));
  }
  const [start] = rim;
  if (start !== undefined) {
    features.push(shape({ type: 'Polygon', coordinates: [[...rim, start].map(position)] }, 'rim'));
  }
  if (line.length > 1) features.push(shape({ type: 'LineString', coordinates: line.map(position) }, 'line'));
  for (const stretch of track) {
    if (stretch.length > 1) {
      features.push(shape({ type: 'LineString', coordinates: stretch.map(position) }, 'track'));
    }
  }
  for (const place of [...area, ...line, ...(at === undefined ? [] : [at])]) {
    features.push(shape({ type: 'Point', coordinates: position(place) }, 'point'));
  }
  return { type: 'FeatureCollection', features };
}

const position = ({ latitude, longitude }: Place): Position => [longitude, latitude];

function shape(geometry: Feature['geometry'], kind: string): Feature {
  return { type: 'Feature', properties: { kind }, geometry };
}

/** How the sketch looks. */
export function sketchLayers(color: string, halo: string): LayerSpecification[] {
  const isLine = ['!=', ['geometry-type'], 'Point'] as ['!=', ['geometry-type'], string];
  return [
    {
      id: 'sketch-fill',
      type: 'fill',
      source: SKETCH,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': color, 'fill-opacity': 0.12 },
    },
    {
      id: 'sketch-halo',
      type: 'line',
      source: SKETCH,
      filter: isLine,
      paint: { 'line-color': halo, 'line-width': 5, 'line-opacity': 0.7 },
    },
    {
      id: 'sketch-line',
      type: 'line',
      source: SKETCH,
      filter: isLine,
      paint: { 'line-color': color, 'line-width': 2.5 },
    },
    {
      id: 'sketch-point',
      type: 'circle',
      source: SKETCH,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': color,
        'circle-radius': 5,
        'circle-stroke-color': halo,
        'circle-stroke-width': 2,
      },
    },
  ];
}
