import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const WEB = './apps/web/vite.config.ts';
/** Tests that look at their own process as a whole, its memory, files and threads: nobody else may be in it. */
const OF_A_PROCESS = [
  'apps/server/src/broker/device-broker.test.ts',
  'apps/server/src/features/files/memory-of-uploads.test.ts',
  'apps/server/src/robustness/large-reads.test.ts',
  'packages/historian/src/embedded/long-run.test.ts',
  'packages/historian/src/embedded/lost-thread.test.ts',
];
const NODE = ['packages/*/src', 'apps/server/src', 'apps/fleet/src', 'scripts'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const SERVER = 'apps/server/src';
/** Tests that hold on a portal of two nodes as on one process, their calls going to both in turn: a few always. */
const SOON_ON_TWO_NODES = [
  `${SERVER}/robustness/two-at-once-{records,definitions}.test.ts`,
  `${SERVER}/features/measurements/importing/measurement-imports.test.ts`,
];
/** The rest by `npm run test:nodes`. */
const ALL_ON_TWO_NODES = [
  ...SOON_ON_TWO_NODES,
  `${SERVER}/robustness/permission-matrix.test.ts`,
  `${SERVER}/testing/canary-crawl.test.ts`,
  `${SERVER}/live-hub/live-hub.test.ts`,
  `${SERVER}/features/{alarms,commands,devices,calculations,exports}/**/*-routes.test.ts`,
  `${SERVER}/features/alarms/{alarm-engine,list/alarm-course}.test.ts`,
  `${SERVER}/features/alarms/{alarm-memory,alarms-agree,alarms-agree-on-*,past/backtest-*}.test.ts`,
  `${SERVER}/features/calculations/calculations-agree.test.ts`,
  `${SERVER}/features/alerts/{alerts,alert-{history,spread,ways}}.test.ts`,
  `${SERVER}/features/alerts/{coverage,escalation,oncall,push,quiet}/*.test.ts`,
  `${SERVER}/features/assets/positions/device-positions.test.ts`,
  `${SERVER}/features/commands/command-{refusal,release,templates}.test.ts`,
  `${SERVER}/features/provisioning/provisioning.test.ts`,
  `${SERVER}/ingest/{device-mqtt,gateway-mqtt}.test.ts`,
  `${SERVER}/ingest/thingsboard/{device-api,firmware-updates,gateway-api,sdk-session}.test.ts`,
  `${SERVER}/ingest/sparkplug/{host-state,sparkplug,sparkplug-commands,sparkplug-units}.test.ts`,
];
const TEST_NODES = 'TELLTALE_TEST_NODES';
const ON_TWO_NODES = process.env[TEST_NODES] === undefined ? SOON_ON_TWO_NODES : ALL_ON_TWO_NODES;
const TWO_NODES = { [TEST_NODES]: '2' };
/** Tests of what draws by its props and a dashboard's readings alone: they begin no session and open no page. */
const ALONE = ['tiles', 'ui', 'tile-kit'].map((room) => `src/${room}/**/*.test.tsx`);

const TUS_OF_BROWSERS = resolve(import.meta.dirname, 'node_modules/tus-js-client/lib.esm/browser/index.js');

/** A machine that runs all tests at once takes its time; what is there is there at once. */
const patient = { poll: { timeout: 15_000 } } as const;
/** What is drawn at random is drawn from one seed, where several files share a world. */
const ONE_SEED = resolve(import.meta.dirname, 'scripts/properties/one-seed.ts');
const node = {
  environment: 'node',
  globalSetup: './apps/server/src/db/testing/databases-of-run.ts',
  setupFiles: ONE_SEED,
} as const;
const web = { root: './apps/web', maxWorkers: 3, testTimeout: 120_000, unstubGlobals: true, expect: patient } as const;
const SETUP = ['./src/testing/lean-react.ts', './src/testing/setup.ts'];

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patient,
    // One more than the cores of a small machine: those that start and kill portals wait for about a third of their time.
    maxWorkers: 3,
    projects: [
      // They replace no module and leave nothing behind, so the server is loaded once for many of them.
      { extends: true, test: { ...node, name: 'node', include: NODE, exclude: OF_A_PROCESS, isolate: false } },
      { extends: true, test: { ...node, name: 'node alone', include: OF_A_PROCESS } },
      { extends: true, test: { ...node, name: 'two nodes', include: ON_TWO_NODES, env: TWO_NODES, isolate: false } },
      // What draws nothing needs no document; the few that do all the same name one in their first line.
      {
        extends: WEB,
        test: {
          ...web,
          name: 'web',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          setupFiles: ONE_SEED,
          isolate: false,
        },
      },
      {
        // Tiles and components leave nothing behind, so one world does for many files: in any order
        // (`--sequence.shuffle.files`).
        extends: WEB,
        test: {
          ...web,
          environment: 'jsdom',
          setupFiles: [ONE_SEED, ...SETUP, './src/tiles/testing/forget-stores.ts'],
          name: 'web tiles',
          include: ALONE,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Pages share stores and the address: each file in a world of its own, at less than half the cost of a process.
        extends: WEB,
        // Under Node its package names another file: one that makes its requests without a browser.
        resolve: { alias: { 'tus-js-client': TUS_OF_BROWSERS } },
        test: {
          ...web,
          environment: 'jsdom',
          setupFiles: SETUP,
          name: 'web pages',
          include: ['src/**/*.test.tsx'],
          exclude: ALONE,
          pool: 'vmThreads',
        },
      },
    ],
  },
});
