import type { Feature, FeatureCollection, Point, Position } from 'geojson';

interface Centre {
  area: number;
  at: Position;
}

/**
 * One point for the name of each shape: the centroid of its largest polygon, and how large that is, in square degrees. Names that were
 * drawn from the shapes themselves would stand once in every map tile that a shape reaches into.
 */
export function labelPoints({ features }: FeatureCollection): FeatureCollection<Point> {
  return { type: 'FeatureCollection', features: features.flatMap(labelOf) };
}

function labelOf({ geometry, properties }: Feature): Feature<Point>[] {
  const polygons = ringsOf(geometry);
  let largest: Centre | undefined;
  for (const ring of polygons) {
    const centre = centroid(ring);
    if (centre !== undefined && centre.area > (largest?.area ?? 0)) largest = centre;
  }
  if (largest === undefined) return [];
  const area = Math.round(largest.area * 100) / 100;
  return [
    { type: 'Feature', properties: { ...properties, area }, geometry: { type: 'Point', coordinates: largest.at } },
  ];
}

function ringsOf(geometry: Feature['geometry']): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1);
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1));
  return [];
}

/** Area and centroid by the shoelace formula, in degrees: good enough to place a name. */
function centroid(ring: readonly Position[]): Centre | undefined {
  let [sum, x, y] = [0, 0, 0];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index] ?? [];
    const [x1 = 0, y1 = 0] = ring[index + 1] ?? [];
    const cross = x0 * y1 - x1 * y0;
    sum += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return sum === 0 ? undefined : { area: Math.abs(sum / 2), at: [x / (3 * sum), y / (3 * sum)] };
}
