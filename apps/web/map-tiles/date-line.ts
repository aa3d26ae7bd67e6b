import type { FeatureCollection, Position } from 'geojson';

const HALF = 180;
const ROUND = 360;
const POLE = 90;

/**
 * Shapes that reach over the date line go on behind it: their longitudes would leap from one edge of the map to the other,
 * with lines over the whole map and land where there is sea.
 */
export function overTheDateLine(shapes: FeatureCollection): FeatureCollection {
  for (const { geometry } of shapes.features) {
    if (geometry?.type === 'Polygon') geometry.coordinates = geometry.coordinates.map(goOn);
    if (geometry?.type === 'MultiPolygon') geometry.coordinates = geometry.coordinates.map((rings) => rings.map(goOn));
  }
  return shapes;
}

function goOn(ring: readonly Position[]): Position[] {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  const whole = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (longitude - before > HALF) turn -= ROUND;
    else if (before - longitude > HALF) turn += ROUND;
    before = longitude;
    return [longitude + turn, latitude];
  });
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined || turn === 0) return whole;
  // Once around the world: it holds a pole, over which it is closed.
  const pole = Math.sign(first[1] ?? 0) * POLE;
  return [...whole, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
