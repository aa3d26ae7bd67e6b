import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { layeredFiles } from './layered-files.ts';
import { layers, pages } from './layers.ts';
import { listedGetCalls } from './listed-get-calls.ts';
import { mapTiles } from './map-tiles/map-tiles.ts';
import { noCircularFiles } from './no-circular-files.ts';
import { pagePreloads } from './page-preloads.ts';
import { pushWorker } from './push-worker.ts';
import { sandboxPages } from './sandbox-pages.ts';
import { sqliteWorker } from './sqlite-worker.ts';
import { withoutJsonSchema } from './without-json-schema.ts';
import { withoutSummaries } from './without-summaries.ts';

const portal = process.env.TELLTALE_DEV_TARGET ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    sandboxPages(),
    pushWorker(),
    sqliteWorker(),
    mapTiles(),
    listedGetCalls(),
    withoutJsonSchema(),
    withoutSummaries(),
    noCircularFiles(),
    layeredFiles(layers),
    pagePreloads(pages),
    compressedFiles(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // The page of the calls and the map have libraries of this size, loaded with them; what every screen loads has a test.
    chunkSizeWarningLimit: 1_600,
  },
  server: {
    proxy: { '/api': portal, '/config': portal, '/mqtt': { target: portal, ws: true } },
  },
});
