import { existsSync } from 'node:fs';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser that the journeys run in: CHROMIUM_PATH, or where Debian and Google put theirs. Never a download. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  const found = named ? [named] : candidates;
  const path = found.find((candidate) => existsSync(candidate));
  if (!path)
    throw new Error(`No Chromium found at ${found.join(', ')}; install the package chromium or set CHROMIUM_PATH.`);
  return path;
}
