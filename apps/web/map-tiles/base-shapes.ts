import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { overTheDateLine } from './date-line.ts';
import { labelPoints } from './label-points.ts';

/**
 * What the offline map shows, by its layers: countries at 1:10 million of Natural Earth, the states of the US of its Census Bureau, all in the
 * public domain, and where the names of both stand.
 */
export async function baseShapes(): Promise<Record<string, FeatureCollection>> {
  const [countries, states] = await Promise.all([
    shapesOf(import.meta.resolve('world-atlas/countries-10m.json'), 'countries'),
    shapesOf(import.meta.resolve('us-atlas/states-10m.json'), 'states'),
  ]);
  const names = { countries: labelPoints(countries), states: labelPoints(states) };
  return {
    countries: withoutProperties(countries),
    states: withoutProperties(states),
    'country-names': names.countries,
    'state-names': names.states,
  };
}

async function shapesOf(url: string, name: string): Promise<FeatureCollection> {
  const topology = JSON.parse(await readFile(fileURLToPath(url), 'utf8')) as Topology;
  const collection = topology.objects[name] as GeometryCollection<{ name: string }>;
  return overTheDateLine(feature(topology, collection));
}

/** Names stand with their points; each tile would have them once more with its shapes. */
function withoutProperties({ type, features }: FeatureCollection): FeatureCollection {
  return { type, features: features.map(({ type: kind, geometry }) => ({ type: kind, geometry, properties: {} })) };
}
