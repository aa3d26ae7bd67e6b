import { describe, expect, it } from 'vitest';
import {
  findDependencyFaults,
  importsOf,
  isOlder,
  type Lock,
  type Manifest,
  type Workspace,
} from './dependency-rules.ts';

const workspace = (manifest: Manifest, text: string): Workspace => ({
  folder: 'apps/x',
  manifest,
  sources: [{ path: 'apps/x/src/a.ts', text }],
});
const check = (workspaces: Workspace[], packages: Lock['packages'] = {}, root: Manifest = {}) =>
  findDependencyFaults(root, workspaces, { packages });

describe('the dependency check', () => {
  it('accepts what is declared and used, with its types', () => {
    const manifest = { dependencies: { pg: '8', zod: '4' }, devDependencies: { '@types/pg': '8' } };
    expect(check([workspace(manifest, "import pg from 'pg';\nexport { z } from 'zod/mini';")])).toEqual([]);
  });

  it('accepts types of what has no code of its own', () => {
    const manifest = { devDependencies: { '@types/geojson': '7' } };
    expect(check([workspace(manifest, "import type { Feature } from 'geojson';")])).toEqual([]);
  });

  it('finds a dependency that nothing imports', () => {
    expect(check([workspace({ dependencies: { left: '1' } }, '')])).toEqual([
      'apps/x/package.json names left, which nothing there imports.',
    ]);
    expect(check([], {}, { devDependencies: { left: '1', node: '24' } })).toEqual(['package.json names left, unused.']);
  });

  it('finds an import that is not declared, and the sandbox that is none', () => {
    const text = "const a = await import('undeclared');\nimport vm from 'node:vm';\nimport { it } from 'vitest';";
    expect(check([workspace({}, text)])).toEqual([
      'apps/x/src/a.ts imports undeclared, which apps/x/package.json does not name.',
      'apps/x/src/a.ts imports node:vm, which is no sandbox.',
    ]);
  });

  it('finds versions below their floor, wherever they are nested', () => {
    const packages = {
      'node_modules/fastify': { version: '5.12.0' },
      'node_modules/a/node_modules/ws': { version: '7.5.10' },
      'node_modules/aedes': { version: '1.1.3' },
      'node_modules/test-tool/node_modules/mqtt': { version: '4.0.0', dev: true },
    };
    expect(check([], packages)).toEqual([
      'node_modules/fastify is 5.12.0, older than 5.12.1.',
      'node_modules/a/node_modules/ws is 7.5.10, older than 8.23.0.',
    ]);
  });

  it('finds banned packages and install scripts that nobody reviewed', () => {
    const packages = {
      'node_modules/vm2': { version: '9.9.9' },
      'node_modules/native': { version: '1.0.0', hasInstallScript: true },
      'node_modules/known': { version: '1.0.0', hasInstallScript: true },
    };
    expect(check([], packages, { allowScripts: { known: false } })).toEqual([
      'vm2 is banned.',
      'native runs a script when it is installed; nobody has reviewed it (allowScripts in package.json).',
    ]);
  });
});

describe('importsOf', () => {
  it.each([
    ["import a from 'x';", ['x']],
    ["import 'x/side.css';", ['x']],
    ["export * from '@a/b/c';", ['@a/b']],
    ["import type { A } from 'x';", ['x']],
    ["import { a } from './local.ts'; import b from '#http/b.ts'; import c from 'node:fs';", []],
    ["@import 'fonts/x.css';", ['fonts']],
    ["// import a from 'commented';", []],
    ["const ends = ['from', 'to'];", []],
  ])('%s', (text, names) => {
    expect(importsOf(text)).toEqual(names);
  });
});

describe('isOlder', () => {
  it.each([
    ['1.2.3', '1.2.3', false],
    ['1.2.10', '1.2.9', false],
    ['1.2.9', '1.2.10', true],
    ['2.0.0-beta.1', '2.0.0', true],
    ['10.0.0', '9.9.9', false],
  ])('%s against %s is %s', (version, floor, expected) => {
    expect(isOlder(version, floor)).toBe(expected);
  });
});
