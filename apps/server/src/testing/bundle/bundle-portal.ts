/**
 * Writes the portal and its command line in a few files instead of a thousand: `node bundle-portal.ts <folder>`. What a
 * module of it knows of its own place stays that of its source, so threads and the files beside it are found where they are.
 */
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLED } from './bundled-portal.ts';

const SERVER = resolve(import.meta.dirname, '../..');
/** Packages of many small modules; others are loaded from where they are installed. */
const TAKEN_IN = /^(@telltale|kysely|zod)(\/|$)/;
const IS_PACKAGE = /^[@a-z]/;

const bundle = await rolldown({
  input: Object.fromEntries(BUNDLED.map((script) => [script.replace('.ts', ''), join(SERVER, script)])),
  platform: 'node',
  external: (id) => IS_PACKAGE.test(id) && !TAKEN_IN.test(id),
  plugins: [{ name: 'place-of-source', transform: (code, id) => withPlace(code, id) }],
});
const [, , dir = ''] = process.argv;
await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' });

function withPlace(code: string, path: string): string | undefined {
  if (!code.includes('import.meta.')) return undefined;
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
}
