/**
 * Writes the portal and its command line, with the libraries that they stand on, in a few files instead of two thousand:
 * `node bundle-portal.ts <folder>`. What a module knows of its own place stays that of its source, so threads and the files
 * beside it are found where they are.
 */
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLED } from './bundled-portal.ts';

const SERVER = resolve(import.meta.dirname, '../..');
const bundle = await rolldown({
  input: Object.fromEntries(BUNDLED.map((script) => [script.replace('.ts', ''), join(SERVER, script)])),
  platform: 'node',
  plugins: [{ name: 'place-of-source', transform: (code, id) => withPlace(code, id) }],
});
const [, , dir = ''] = process.argv;
await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' });

/** As both kinds of modules ask for it. */
function withPlace(code: string, path: string): string | undefined {
  if (!/import\.meta\.|__(dirname|filename)/.test(code)) return undefined;
  return code
    .replaceAll(/import\.meta\.dirname|\b__dirname\b/g, JSON.stringify(dirname(path)))
    .replaceAll(/import\.meta\.filename|\b__filename\b/g, JSON.stringify(path))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
}
