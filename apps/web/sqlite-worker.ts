import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const WORKER = 'wasm/sqlite-worker.js';
const WASM = 'wasm/sqlite3.wasm';
const wasmFile = () => fileURLToPath(import.meta.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'));

/**
 * Builds SQLite's worker into one file below /wasm/ (spec 2 §7), beside the official WebAssembly build. It is no part of the page, since
 * the portal answers it with a policy of its own, which alone allows WebAssembly.
 */
export function sqliteWorker(): Plugin {
  const entry = `${import.meta.dirname}/src/sqlite/worker/sqlite-worker.ts`;
  return {
    name: 'telltale:sqlite-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: WORKER, source: await buildWorker(entry) });
      this.emitFile({ type: 'asset', fileName: WASM, source: await readFile(wasmFile()) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const content =
          request.url === `/${WORKER}`
            ? buildWorker(entry).then((text) => ({ type: 'text/javascript; charset=utf-8', bytes: text }))
            : request.url === `/${WASM}`
              ? readFile(wasmFile()).then((bytes) => ({ type: 'application/wasm', bytes }))
              : undefined;
        if (content === undefined) return next();
        content.then(
          ({ type, bytes }) => response.setHeader('Content-Type', type).end(bytes),
          (error) => next(error),
        );
      });
    },
  };
}

/** What SQLite's script would load by itself; the worker names the one file, and uses no other. */
function withoutOwnFiles(): Plugin {
  return {
    name: 'telltale:sqlite-own-files',
    transform(code, id) {
      if (!id.includes('@sqlite.org/sqlite-wasm')) return undefined;
      return {
        code: code.replace(/new URL\(("[\w.-]+"), import\.meta\.url\)/g, 'new URL($1, self.location.href)'),
        map: null,
      };
    },
  };
}

async function buildWorker(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutOwnFiles()],
    resolve: { conditions: ['browser', 'import', 'module', 'default'] },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The worker of SQLite was not built into one script.');
  return chunk.code;
}
