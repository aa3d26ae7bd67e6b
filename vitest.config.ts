import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than the cores of a small machine: those that start and kill portals wait for about a third of their time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/fleet/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'jsdom',
          // Each file in a world of its own as elsewhere, at less than half the cost of a process for each.
          pool: 'vmThreads',
          maxWorkers: 3,
          include: ['src/**/*.test.{ts,tsx}'],
          root: './apps/web',
          setupFiles: ['./src/app/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
