import { defineConfig } from 'vitest/config';

/** What needs ClickHouse's own engine; `npm run test:scale` installs it and runs this. */
export default defineConfig({
  test: {
    include: ['scale/src/**/*.test.ts'],
    environment: 'node',
    globalSetup: './apps/server/src/db/testing/databases-of-run.ts',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The engine takes what cores there are.
    maxWorkers: 1,
  },
});
