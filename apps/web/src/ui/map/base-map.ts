import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesUrl from 'us-atlas/states-10m.json?url';
import detailedUrl from 'world-atlas/countries-10m.json?url';
import countriesUrl from 'world-atlas/countries-50m.json?url';
import { overTheDateLine } from './date-line.ts';

/** Shapes of the offline base map: public-domain Natural Earth data, and US states of the Census Bureau. */
export interface BaseShapes {
  readonly countries: FeatureCollection;
  readonly states: FeatureCollection;
}

let coarse: Promise<BaseShapes> | undefined;
let detailed: Promise<FeatureCollection> | undefined;

/** The world at 1:50 million with the states of the US. Loaded once; a failure is forgotten, so that one may try again. */
export function loadBaseShapes(): Promise<BaseShapes> {
  coarse ??= Promise.all([loadShapes(countriesUrl, 'countries'), loadShapes(statesUrl, 'states')])
    .then(([countries, states]) => ({ countries, states }))
    .catch((error: unknown) => {
      coarse = undefined;
      throw error;
    });
  return coarse;
}

/** The countries at 1:10 million, for whoever zooms in. */
export function loadDetailedCountries(): Promise<FeatureCollection> {
  detailed ??= loadShapes(detailedUrl, 'countries').catch((error: unknown) => {
    detailed = undefined;
    throw error;
  });
  return detailed;
}

async function loadShapes(url: string, name: string): Promise<FeatureCollection> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The base map could not be loaded (${response.status}).`);
  // A file of our own build.
  const topology = (await response.json()) as Topology;
  const collection = topology.objects[name] as GeometryCollection<{ name: string }>;
  return overTheDateLine(feature(topology, collection));
}
