import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** The folder of a file, and what it may not import. */
const refused = [
  ['packages/contract/src/api', 'node:fs'],
  ['packages/contract/src/api', '@telltale/domain'],
  ['packages/domain/src', '@telltale/historian'],
  ['packages/domain/src', 'node:fs'],
  ['packages/historian/src', '@telltale/contract'],
  ['packages/historian/src', '@telltale/server'],
  ['packages/tdms/src', '@telltale/contract'],
  ['apps/server/src/features/auth', '#features/access/access-service.ts'],
  ['apps/server/src/features/auth', '../access/access-service.ts'],
  ['apps/server/src/features/auth', '#context.ts'],
  ['apps/server/src/features/auth/tokens', '#features/access/access-service.ts'],
  ['apps/server/src/features/auth/tokens', '../../access/access-service.ts'],
  ['apps/web/src/features/assets', '#features/login/LoginPage.tsx'],
  ['apps/web/src/features/assets', '../login/LoginPage.tsx'],
  ['apps/web/src/features/dashboard/model', '#tiles/gauge/tile.ts'],
  ['apps/web/src/features/assets', 'node:fs'],
  ['apps/web/src/features/assets/panel', '#shell/App.tsx'],
  ['apps/web/src/features/dashboard/playback/past', '#features/login/LoginPage.tsx'],
  ['apps/web/src/features/dashboard/playback/past', '../../../login/LoginPage.tsx'],
  ['apps/web/src/tiles/gauge', '../indicator/tile.ts'],
  ['apps/web/src/tiles/gauge', '#live/live-store.ts'],
  ['apps/web/src/tiles/gauge', '#api/client.ts'],
  ['apps/web/src/tiles/gauge', '#features/dashboard/Dashboard.tsx'],
  ['apps/web/src/tiles/gauge', '#session/session-store.ts'],
  ['apps/web/src/tiles/shared/chart/model', '#tiles/gauge/tile.ts'],
  ['apps/web/src/tiles/shared/chart/model', '#api/client.ts'],
  ['apps/web/src/tile-kit/records', '#tiles/registry.ts'],
  ['apps/web/src/pages', '#tile-kit/define-tile.ts'],
  ['apps/web/src/theme', '#features/login/LoginPage.tsx'],
  ['apps/web/src/live', '#theme/palette.ts'],
  ['apps/web/src/live', '#tile-kit/define-tile.ts'],
  ['apps/web/src/session', '#shell/routes.ts'],
  ['apps/web/src/actions', '#session/session-store.ts'],
  ['apps/web/src/api', '#session/session-store.ts'],
  ['apps/web/src/readings', '#api/client.ts'],
  ['apps/web/src/ui/table', '#session/session-store.ts'],
  ['apps/web/src/sandbox', '#ui/save-file.ts'],
] as const;

const accepted = [
  ['packages/domain/src', '@telltale/contract'],
  ['packages/historian/src', '@telltale/domain'],
  ['apps/server/src/features/auth', './passwords.ts'],
  ['apps/server/src/features/auth/tokens', '../passwords.ts'],
  ['apps/server/src/features/auth', '#http/errors.ts'],
  ['apps/web/src/features/dashboard/model', '#tiles/registry.ts'],
  ['apps/web/src/features/dashboard/playback/past', '../../model/new-id.ts'],
  ['apps/web/src/features/dashboard/testing', '#shell/App.tsx'],
  ['apps/web/src/shell', '#features/login/LoginPage.tsx'],
  ['apps/web/src/features/assets', '#session/session-store.ts'],
  ['apps/web/src/tile-kit/records', '#api/client.ts'],
  ['apps/web/src/live', '#readings/readings.ts'],
  ['apps/web/src/session', '#api/client.ts'],
  ['apps/web/src/tiles/gauge', '../shared/chart/shell/ChartView.tsx'],
  ['apps/web/src/tiles/gauge', '#tile-kit/define-tile.ts'],
] as const;

let folder: string;
/** The files that the linter found fault with. */
let faulty: string;

const fileOf = (kind: string, index: number, inFolder: string) => join(inFolder, `${kind}-${index}.ts`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-walls-'));
  await copyFile(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const [kind, cases] of Object.entries({ refused, accepted })) {
    for (const [index, [inFolder, specifier]] of cases.entries()) {
      const file = join(folder, fileOf(kind, index, inFolder));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `import { thing } from '${specifier}';\n\nexport const used = thing;\n`);
    }
  }
  const args = ['lint', '--colors=off', '--max-diagnostics=none', '--vcs-enabled=false', '--reporter=github', '.'];
  const result = spawnSync(process.execPath, [BIOME, ...args], { cwd: folder, encoding: 'utf8' });
  faulty = result.stdout
    .split('\n')
    .filter((line) => line.includes('noRestrictedImports'))
    .join('\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(refused.map(([inFolder, specifier], index) => ({ inFolder, specifier, index })))(
  'refuses that $inFolder imports $specifier',
  ({ inFolder, index }) => {
    expect(faulty).toContain(fileOf('refused', index, inFolder));
  },
);

it.each(accepted.map(([inFolder, specifier], index) => ({ inFolder, specifier, index })))(
  'accepts that $inFolder imports $specifier',
  ({ inFolder, index }) => {
    expect(faulty).not.toContain(fileOf('accepted', index, inFolder));
  },
);
