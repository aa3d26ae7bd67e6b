import { basename } from 'node:path';
import { build, type Plugin } from 'vite';

/** Programs that run without the portal's origin, each in a page of its own: `src/sandbox/<name>.page.ts`. */
const PAGES = ['show-html', 'run-script', 'send-request'] as const;
const PATH = /^\/sandbox\/([\w-]+)\.html$/;

/**
 * Builds each program into one page with its script inside, `/sandbox/<name>.html`. Inside, because a frame without
 * an origin may load nothing from the portal; the portal answers the page with a policy that names the script's hash.
 */
export function sandboxPages(): Plugin {
  const entryOf = (page: string) => `${import.meta.dirname}/src/sandbox/${page}.page.ts`;
  return {
    name: 'telltale:sandbox-pages',
    async generateBundle() {
      for (const page of PAGES) {
        this.emitFile({ type: 'asset', fileName: `sandbox/${page}.html`, source: await buildPage(entryOf(page)) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const page = PAGES.find((name) => name === PATH.exec(request.url ?? '')?.[1]);
        if (page === undefined) return next();
        buildPage(entryOf(page)).then(
          (html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
          (error) => next(error),
        );
      });
    },
  };
}

async function buildPage(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${basename(entry)} was not built into one script.`);
  const script = chunk.code.replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Sandbox</title></head><body><script>${script}</script></body></html>\n`;
}
