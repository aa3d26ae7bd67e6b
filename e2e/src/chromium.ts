import { existsSync } from 'node:fs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HEADLESS = ['/usr/bin/chromium-headless-shell'];

/** The whole browser: CHROMIUM_PATH, or where Debian and Google put theirs. Never a download. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  const candidates = named ? [named] : BROWSERS;
  const path = candidates.find((candidate) => existsSync(candidate));
  if (!path)
    throw new Error(
      `No Chromium found at ${candidates.join(', ')}; install the package chromium or set CHROMIUM_PATH.`,
    );
  return path;
}

/**
 * Chromium without its windows, where that is installed: it loads, draws and runs pages as the whole browser does, for two
 * thirds of the processor time. Otherwise, and where CHROMIUM_PATH names a browser of one's own, that.
 */
export function findHeadlessChromium(): string {
  const named = process.env.CHROMIUM_HEADLESS_PATH;
  const candidates = named ? [named] : process.env.CHROMIUM_PATH ? [] : HEADLESS;
  return candidates.find((candidate) => existsSync(candidate)) ?? findChromium();
}
