// Holds every package.json and package-lock.json against the rules of dependency-rules.ts.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findDependencyFaults, type Lock, type Manifest, type Workspace } from './dependency-rules.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = '**/*.{ts,tsx,mts,mjs,js,css,html}';
/** Not sources, or (the test of the rules) sources of made-up imports. */
const NOT_SCANNED = ['**/node_modules/**', '**/dist/**', '**/data/**', '**/dependency-rules.test.ts'];

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

function readSources(folder: string, pattern = SOURCES): Workspace['sources'] {
  return globSync(pattern, { cwd: join(ROOT, folder), exclude: NOT_SCANNED }).map((file) => {
    const path = join(folder, file);
    return { path, text: readFileSync(join(ROOT, path), 'utf8') };
  });
}

const root = readJson<Manifest & { workspaces: string[] }>('package.json');
const folders = globSync(
  root.workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: ROOT },
).map((file) => file.replace(/\/package\.json$/, ''));
const workspaces: Workspace[] = folders.map((folder) => ({
  folder,
  manifest: readJson<Manifest>(join(folder, 'package.json')),
  sources: readSources(folder),
}));
workspaces.push({
  folder: '.',
  manifest: root,
  sources: [...readSources('scripts'), ...readSources('.', '*.{ts,mjs}')],
});

const faults = findDependencyFaults(root, workspaces, readJson<Lock>('package-lock.json'));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
