import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { noCircularFiles } from './no-circular-files.ts';
import { sandboxPages } from './sandbox-pages.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const portal = process.env.TELLTALE_DEV_TARGET ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), sandboxPages(), withoutJsonSchema(), noCircularFiles()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // The map's library is one piece of this size, loaded with the first map; what every screen loads has a test.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: { '/api': portal, '/config': portal, '/mqtt': { target: portal, ws: true } },
  },
});
