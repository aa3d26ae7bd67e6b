import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './src/chromium.ts';

export default defineConfig({
  testDir: './src',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // One more than the cores of a small machine, each with a portal of its own: a journey waits for a third of its time.
  workers: 3,
  fullyParallel: true,
  // What is slow on a busy machine is not wrong.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // What failed is tried again for its trace, and fails even if it then passes.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list']],
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    // What cannot be pressed fails here, and not when the whole journey's time is over.
    actionTimeout: 30_000,
    // What the page was at each step is in the trace of the second try; to write one of each journey takes an eighth of the
    // processor time.
    trace: { mode: 'on-first-retry', screenshots: false },
    // Nothing to wait for between a press and what it opens; journeys that show what moves set it back.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
