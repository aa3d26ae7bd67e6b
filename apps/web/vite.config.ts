import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sandboxPages } from './sandbox-pages.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const portal = process.env.TELLTALE_DEV_TARGET ?? 'http://127.0.0.1:8080';

/** What the first screen is drawn with: in one file it packs better than in a dozen (decision 0050). */
const firstScreen =
  /src\/(ui\/(page\/(Page|ListArea)|SearchField|MoreButton|MissingPermission|EmptyState|ErrorState|Loading|ConnectionState|Age|use-now)|app\/(Pending|use-address-params))\./;

export default defineConfig({
  plugins: [react(), sandboxPages(), withoutJsonSchema()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // The map's library is one piece of this size, loaded with the first map; what every screen loads has a test.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-screen', test: firstScreen }] } } },
  },
  server: {
    proxy: { '/api': portal, '/config': portal, '/mqtt': { target: portal, ws: true } },
  },
});
