import { regions } from '../world/regions.ts';
import { type Earthquake, earthquakesBetween } from './earthquakes.ts';

const PLACES: Record<keyof typeof regions, string> = {
  delaware: 'Delaware Basin, Texas (simulated)',
  oklahoma: 'Oklahoma (simulated)',
  marcellus: 'Marcellus, Pennsylvania (simulated)',
};
const COLUMNS =
  '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName|EventType';
const LISTED_MS = 7 * 86_400_000;
/** A network needs a while until it has located what it heard. */
const LOCATED_AFTER_MS = 90_000;

/** The simulated earthquakes of the last week as FDSN event text, newest first: what a network would publish of them. */
export function catalogueText(nowMs: number): string {
  const found = Object.entries(regions).flatMap(([name, region]) =>
    earthquakesBetween(region, nowMs - LISTED_MS, nowMs - LOCATED_AFTER_MS).map((quake) => ({
      quake,
      line: lineOf(name as keyof typeof regions, quake),
    })),
  );
  found.sort((a, b) => b.quake.originMs - a.quake.originMs);
  return [COLUMNS, ...found.map(({ line }) => line), ''].join('\n');
}

function lineOf(region: keyof typeof regions, quake: Earthquake): string {
  const { originMs, latitude, longitude, depthKm, magnitude } = quake;
  const id = `sim-${region}-${Math.round(originMs / 1_000).toString(36)}`;
  const time = new Date(originMs).toISOString().slice(0, -1);
  const where = [latitude.toFixed(4), longitude.toFixed(4), depthKm.toFixed(1)];
  return [
    id,
    time,
    ...where,
    'demo',
    'demo',
    'demo',
    id,
    'Ml',
    magnitude.toFixed(1),
    'demo',
    PLACES[region],
    'earthquake',
  ].join('|');
}
