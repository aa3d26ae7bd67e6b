import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Writes the table of the counties that the form of a job offers, out of the boundaries of the US Census Bureau as the
 * package us-atlas has them: `node scripts/us-counties.ts`.
 */
const TABLE = fileURLToPath(new URL('../apps/web/src/features/jobs/regions/us-counties.ts', import.meta.url));

interface Atlas {
  objects: { counties: { geometries: { id: string; properties: { name: string } }[] } };
}

/** `Anderson 001|Andrews 003|…` by the FIPS code of the state, of the 50 states and the District. */
export function countiesByState(): Map<string, string> {
  const file = createRequire(new URL('../apps/web/package.json', import.meta.url)).resolve(
    'us-atlas/counties-10m.json',
  );
  const { geometries } = (JSON.parse(readFileSync(file, 'utf8')) as Atlas).objects.counties;
  const counties = geometries
    .map(({ id, properties }) => ({ state: id.slice(0, 2), code: id.slice(2), name: properties.name }))
    .filter(({ state }) => Number(state) <= 56);
  const states = Map.groupBy(counties, ({ state }) => state);
  return new Map(
    [...states]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([state, list]) => [
        state,
        list
          .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.code.localeCompare(b.code))
          .map(({ name, code }) => `${name} ${code}`)
          .join('|'),
      ]),
  );
}

export function countyTable(): string {
  const lines = [...countiesByState()].map(([state, list]) => `  '${state}': ${JSON.stringify(list)},`);
  return [
    '// Written by scripts/us-counties.ts out of the boundaries of the US Census Bureau (public domain) in us-atlas.',
    '/** Counties and their FIPS codes by the FIPS code of the state. */',
    'export const US_COUNTIES: Readonly<Record<string, string>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(TABLE, countyTable());
