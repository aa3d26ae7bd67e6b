import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** What pictures, fonts and programs of WebAssembly are not. */
const COMPRESSIBLE = /\.(js|mjs|css|json|webmanifest|svg|html|txt|pbf)$/;
const LEAST_BYTES = 1_024;
/** The next step takes five times as long for one and a half per cent. */
const QUALITY = 10;

/**
 * Writes beside each file of the client what the portal sends of it, `<file>.br`: the portal need not compress it at each
 * start, and nobody waits for that who opens the first page.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'telltale:compressed-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // All is there only now, what is copied unchanged included.
    closeBundle: {
      order: 'post',
      sequential: true,
      // Bundles of workers end first, in a clean checkout before there is a folder.
      handler: async () => {
        if (existsSync(folder)) await compressFolder(folder);
      },
    },
  };
}

export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const options = { params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await writeFile(`${file}.br`, await compress(bytes, options));
}
