import { describe, expect, it } from 'vitest';
import { countFiles, importsOfFile, isForbidden, levelOf, MOST_FILES, WEB_ROOMS } from './rooms.ts';
import { listSources, readWebImports, readWebSources } from './source-files.ts';

const imports = readWebImports();

/** Migrations are found by their numbers, and a released one stays where it is: there are only ever more of them. */
const GROWING = 'apps/server/src/db/migrations';

it('keeps every folder of sources small enough to be read at a glance', () => {
  const large = countFiles(listSources()).filter(({ files }) => files > MOST_FILES);
  expect(large.filter(({ folder }) => folder !== GROWING)).toEqual([]);
});

it('gives every source of the web client a room', () => {
  const ends = imports.flatMap(({ from, to }) => [from, to]).filter((path) => !path.startsWith('..'));
  expect(ends.length).toBeGreaterThan(1000);
  expect([...new Set(ends.filter((path) => levelOf(WEB_ROOMS, path) === -1))]).toEqual([]);
});

it('has no import of the web client that goes up, to the side, or to another feature or tile', () => {
  expect(imports.filter((one) => isForbidden(WEB_ROOMS, one))).toEqual([]);
});

it('writes the keys of the cache in one file, so that what is asked and what is made stale cannot differ', () => {
  const elsewhere = readWebSources().filter(({ text }) => /queryKey: ?\[/.test(text));
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
});

describe('an import', () => {
  it.each([
    ['features/assets/AssetsPage.tsx', 'shell/App.tsx'],
    ['features/assets/AssetsPage.tsx', 'features/login/LoginPage.tsx'],
    ['tiles/gauge/GaugeTile.tsx', 'tiles/indicator/tile.ts'],
    ['tiles/shared/chart/model/chart-spec.ts', 'tiles/gauge/tile.ts'],
    ['api/client.ts', 'session/session.ts'],
    ['session/session.ts', 'actions/action.ts'],
    ['ui/Facts.tsx', 'api/client.ts'],
  ])('of %s may not be %s', (from, to) => {
    expect(isForbidden(WEB_ROOMS, { from, to })).toBe(true);
  });

  it.each([
    ['shell/routes.ts', 'features/assets/AssetsPage.tsx'],
    ['features/assets/AssetsPage.tsx', 'features/assets/panel/AssetPanel.tsx'],
    ['features/dashboard/screen/tile-definition.ts', 'tiles/registry.ts'],
    ['tiles/registry.ts', 'tiles/gauge/tile.ts'],
    ['tiles/gauge/GaugeTile.tsx', 'tiles/shared/reading/value-text.ts'],
    ['theme/palette.ts', '../../../config/palette-dark.json'],
  ])('of %s may be %s', (from, to) => {
    expect(isForbidden(WEB_ROOMS, { from, to })).toBe(false);
  });

  it('is found in each of its forms', () => {
    const text = `import { a } from './a.ts';\nimport '../b.css';\nexport { c } from '#ui/c.ts';\nawait import('#api/d.ts');`;
    expect(importsOfFile('tiles/gauge/tile.ts', text).map(({ to }) => to)).toEqual([
      'tiles/gauge/a.ts',
      'tiles/b.css',
      'ui/c.ts',
      'api/d.ts',
    ]);
  });
});
