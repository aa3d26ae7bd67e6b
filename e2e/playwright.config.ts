import { defineConfig } from '@playwright/test';
import { findChromium } from './src/chromium.ts';

export default defineConfig({
  testDir: './src',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // One browser at a time: the portal under test runs in the same process and wants the other core.
  workers: 1,
  // On a quiet machine the longest journey takes half a minute; CI may be busy with something else.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    // What cannot be pressed fails here, and not when the whole journey's time is over.
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
