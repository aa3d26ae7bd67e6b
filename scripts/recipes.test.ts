import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTable } from '../packages/contract/src/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
const exclude = ['**/node_modules/**', '**/dist/**', '**/data/**'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT, exclude })
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: read(path) }));

/** The files that a recipe links to, in its order. */
function filesOf(recipe: string): string[] {
  const section = read('docs/recipes.md')
    .split(/^## /m)
    .find((text) => text.startsWith(`${recipe}\n`));
  if (section === undefined) throw new Error(`There is no recipe "${recipe}".`);
  return [...section.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => normalize(join('docs', target)));
}

/** Sources whose text matches, but for those of a folder. */
const whoSays = (pattern: RegExp, outside = ' ') =>
  sources.filter(({ path, text }) => !path.startsWith(outside) && pattern.test(text)).map(({ path }) => path);

/** The folders directly in a folder. */
const foldersIn = (folder: string) =>
  globSync('*/', { cwd: join(ROOT, folder) }).map((name) => name.replace(/\/$/, ''));

describe('the recipe of', () => {
  it.each(['A tile', 'A call', 'A setting', 'A migration', 'A device protocol', 'A page'])(
    '%s names files that are there',
    (recipe) => {
      const files = filesOf(recipe);
      expect(files.length).toBeGreaterThan(1);
      expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  it('a tile names the one place outside its folder that knows it', () => {
    const registry = 'apps/web/src/tiles/registry.ts';
    expect(filesOf('A tile')).toContain(registry);
    const tiles = foldersIn('apps/web/src/tiles').filter((name) =>
      existsSync(join(ROOT, 'apps/web/src/tiles', name, 'tile.ts')),
    );
    expect(tiles.length).toBeGreaterThan(20);
    const known = tiles.map((name) => [
      name,
      whoSays(new RegExp(`/${name}/tile\\.ts'`), `apps/web/src/tiles/${name}/`),
    ]);
    expect(known).toEqual(tiles.map((name) => [name, [registry]]));
  });

  it('a call names the table that has every resource, and each row has one handler in a *-routes.ts', () => {
    const table = 'packages/contract/src/api/table.ts';
    expect(filesOf('A call')).toContain(table);
    const resources = [...new Set(callTable.map(({ resource }) => resource))];
    const unnamed = resources.filter((resource) => !read(table).includes(`import * as ${resource} from './`));
    expect(unnamed).toEqual([]);
    const handled = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\b\w*[rR]oute\(\s*(\w+\.\w+)\b/g)].map(([, call = '']) => ({ call, path })),
    );
    const misplaced = callTable.filter(({ resource, name }) => {
      const where = handled.filter(({ call }) => call === `${resource}.${name}`).map(({ path }) => path);
      return where.length !== 1 || !where[0]?.endsWith('-routes.ts');
    });
    expect(misplaced.map(({ resource, name }) => `${resource}.${name}`)).toEqual([]);
  });

  it('a setting names the file of all settings, the one file that reads the environment, and the table that explains them', () => {
    const [schema = '', config = '', , readme = ''] = filesOf('A setting');
    // What is refused until it does something is told by its refusal.
    const rows = [...read(schema).matchAll(/^ {2}(TELLTALE_\w+): (?!notYet)/gm)];
    const settings = rows.map(([, name = '']) => name);
    expect(settings.length).toBeGreaterThan(15);
    const unexplained = settings.filter((name) => !read(readme).includes(`\`${name}\``));
    expect(unexplained).toEqual([]);
    const readers = settings.map((name) => [
      name,
      whoSays(new RegExp(`env\\.${name}\\b|env\\['${name}'\\]`)).filter((path) => path !== config),
    ]);
    expect(readers.filter(([, where]) => where?.length !== 0)).toEqual([]);
  });

  /** The first ones stand in a folder of their own. */
  const nameOf = (path: string) => path.replace(/^ground\//, '');

  it('a migration names the list that has them all, in order', () => {
    const [list = ''] = filesOf('A migration');
    const files = globSync('**/*.ts', { cwd: join(ROOT, 'apps/server/src/db/migrations') })
      .map(nameOf)
      .toSorted();
    const imported = [...read(list).matchAll(/'\.\/migrations\/([^']+)'/g)].map(([, path = '']) => nameOf(path));
    const listed = [...read(list).matchAll(/^ {2}'(\d{4}-[\w-]+)': /gm)].map(([, name]) => `${name}.ts`);
    expect([imported.toSorted(), listed]).toEqual([files, files]);
  });

  it('a device protocol names what it is, and the one place that makes the list', () => {
    const [port = '', wiring = ''] = filesOf('A device protocol');
    expect(read(port)).toContain('export interface DeviceProtocol');
    const protocols = sources.flatMap(({ text }) =>
      [...text.matchAll(/class (\w+) implements DeviceProtocol\b/g)].map(([, name = '']) => name),
    );
    expect(protocols.length).toBeGreaterThan(2);
    const made = protocols.map((name) => [name, whoSays(new RegExp(`new ${name}\\(`))]);
    expect(made).toEqual(protocols.map((name) => [name, [wiring]]));
  });

  it('a page names the one place that leads to it', () => {
    const routes = 'apps/web/src/shell/routes.ts';
    expect(filesOf('A page')).toContain(routes);
    const paths = [...read(routes).matchAll(/import\('#(features\/[^']+Page\.tsx)'\)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(10);
    const pages = paths.map((path) => [
      path,
      whoSays(new RegExp(`import\\('#${path.replaceAll('.', '\\.')}'\\)`), `apps/web/src/${dirname(path)}/`),
    ]);
    expect(pages.filter(([, where]) => `${where}` !== routes)).toEqual([]);
  });
});
