import { expect, it } from 'vitest';
import { findBrowsers } from './browsers.mjs';

const WHOLE = '/usr/bin/chromium';
const HEADLESS = '/usr/bin/chromium-headless-shell';

interface Case {
  env?: Record<string, string>;
  there?: string[];
  /** By package, what it brings. */
  offered?: Record<string, string[]>;
  version?: string;
}

async function browsersOf({ env = {}, there = [], offered = {}, version }: Case) {
  const files = new Set(there);
  const installed: string[] = [];
  const browsers = await findBrowsers({
    env,
    exists: (path) => files.has(path),
    install: async (name) => {
      installed.push(name);
      for (const file of offered[name] ?? []) files.add(file);
    },
    versionOf: () => version,
  });
  return { browsers, installed };
}

it.each<[string, Case, Record<string, string> | undefined, string[]]>([
  [
    'both are there: nothing is installed',
    { there: [WHOLE, HEADLESS] },
    { CHROMIUM_PATH: WHOLE, CHROMIUM_HEADLESS_PATH: HEADLESS },
    [],
  ],
  [
    'the one without windows is missing: it is installed, of the version that is there',
    { there: [WHOLE], version: '156.0-1', offered: { 'chromium-headless-shell=156.0-1': [HEADLESS] } },
    { CHROMIUM_PATH: WHOLE, CHROMIUM_HEADLESS_PATH: HEADLESS },
    ['chromium-headless-shell=156.0-1'],
  ],
  [
    'it cannot be installed: the whole one does',
    { there: [WHOLE], version: '156.0-1' },
    { CHROMIUM_PATH: WHOLE, CHROMIUM_HEADLESS_PATH: WHOLE },
    ['chromium-headless-shell=156.0-1'],
  ],
  [
    'a browser that is not of Debian: nothing is installed beside it',
    { env: { PATH: '/opt/bin' }, there: ['/opt/bin/google-chrome'] },
    { CHROMIUM_PATH: '/opt/bin/google-chrome', CHROMIUM_HEADLESS_PATH: '/opt/bin/google-chrome' },
    [],
  ],
  [
    'a browser is named: it alone is used',
    { env: { CHROMIUM_PATH: '/opt/mine' }, there: ['/opt/mine', WHOLE, HEADLESS] },
    { CHROMIUM_PATH: '/opt/mine' },
    [],
  ],
  [
    'none is there: it is installed',
    { offered: { chromium: [WHOLE] } },
    { CHROMIUM_PATH: WHOLE, CHROMIUM_HEADLESS_PATH: WHOLE },
    ['chromium'],
  ],
  ['none is there, and none can be installed', {}, undefined, ['chromium']],
])('browsers for the journeys: %s', async (_what, given, browsers, installed) => {
  expect(await browsersOf(given)).toEqual({ browsers, installed });
});
