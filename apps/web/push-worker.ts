import { build, type Plugin } from 'vite';

const FILE = 'push-worker.js';
const MANIFEST_FILE = 'telltale.webmanifest';
/** How the portal stands on the home screen of a phone. */
const MANIFEST = {
  name: 'Telltale',
  short_name: 'Telltale',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0f1419',
  theme_color: '#0f1419',
};

/** Builds the service worker into one file at the root, since it stands for the pages below its own address. */
export function pushWorker(): Plugin {
  const entry = `${import.meta.dirname}/src/features/user-settings/browsers/push-worker.ts`;
  return {
    name: 'telltale:push-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await buildWorker(entry) });
      this.emitFile({ type: 'asset', fileName: MANIFEST_FILE, source: `${JSON.stringify(MANIFEST)}\n` });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${FILE}`) return next();
        buildWorker(entry).then(
          (script) => response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(script),
          (error) => next(error),
        );
      });
    },
  };
}

async function buildWorker(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built into one script.');
  return chunk.code;
}
