/** Of a layer that is JSON and no GeoJSON. */
export const NO_GEOJSON = 'No GeoJSON';
/** Of a layer whose shapes have no coordinates, or none that are degrees. */
export const NO_PLACES = 'No shape with coordinates in degrees';

/** How deep the positions of a geometry lie in its coordinates. */
const DEPTHS = new Map([
  ['Point', 0],
  ['MultiPoint', 1],
  ['LineString', 1],
  ['MultiLineString', 2],
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);
/** Shapes across the date line count on beyond it. */
const MOST_DEGREES_EAST = 360;

/**
 * Why nothing of a layer's data is drawn, where MapLibre takes the data and says nothing; undefined: some of it is, or it
 * is a collection that holds nothing today. Looks no further than the first shape that can be drawn.
 */
export function whyNothingIsDrawn(data: unknown): string | undefined {
  const { type, features } = membersOf(data);
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    if (features.length === 0) return undefined;
    return features.some((feature) => hasPlace(membersOf(feature).geometry)) ? undefined : NO_PLACES;
  }
  if (type === 'Feature') return hasPlace(membersOf(data).geometry) ? undefined : NO_PLACES;
  if (type !== 'GeometryCollection' && !DEPTHS.has(String(type))) return NO_GEOJSON;
  return hasPlace(data) ? undefined : NO_PLACES;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function hasPlace(geometry: unknown): boolean {
  const { type, coordinates, geometries } = membersOf(geometry);
  if (type === 'GeometryCollection') return Array.isArray(geometries) && geometries.some(hasPlace);
  const depth = DEPTHS.get(String(type));
  return depth !== undefined && hasPosition(coordinates, depth);
}

function hasPosition(coordinates: unknown, depth: number): boolean {
  if (!Array.isArray(coordinates)) return false;
  if (depth > 0) return coordinates.some((part) => hasPosition(part, depth - 1));
  const [east, north] = coordinates;
  return isWithin(east, MOST_DEGREES_EAST) && isWithin(north, 90);
}

const isWithin = (degrees: unknown, most: number) => typeof degrees === 'number' && Math.abs(degrees) <= most;
