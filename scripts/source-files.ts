import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Import, importsOfFile } from './rooms.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WEB = 'apps/web/src';
const SOURCES = '{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mts,mjs,js,css,html}';
const NOT_SOURCES = ['**/node_modules/**', '**/dist/**', '**/data/**'];

/** The source files of the whole repository, by their paths from its root. */
export function listSources(): string[] {
  return globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES });
}

/** The code of the web client, but for tests and their helpers. */
export function readWebSources(): { path: string; text: string }[] {
  return globSync('**/*.{ts,tsx}', { cwd: join(ROOT, WEB) })
    .filter((path) => !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, WEB, path), 'utf8') }));
}

/** The imports between files of the web client, but for tests and their helpers, which may import anything. */
export function readWebImports(): Import[] {
  return readWebSources().flatMap(({ path, text }) => importsOfFile(path, text));
}
