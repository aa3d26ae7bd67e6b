// Which browsers the journeys run in. Plain JavaScript, because run.mjs needs it before anything is installed.
import { delimiter, join } from 'node:path';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const HEADLESS = ['chromium-headless-shell'];

/**
 * The environment that names them: the whole browser, and the one without windows, which needs two thirds of its processor
 * time. What is missing is installed where that can be done. Undefined: there is no browser.
 * @param {import('./browsers.d.mts').Machine} machine
 */
export async function findBrowsers({ env, exists, install, versionOf }) {
  const named = env.CHROMIUM_PATH;
  if (named !== undefined && exists(named)) return { CHROMIUM_PATH: named };
  const folders = [...FOLDERS, ...(env.PATH ?? '').split(delimiter)];
  const find = (names) => folders.flatMap((folder) => names.map((name) => join(folder, name))).find(exists);
  const findWhole = () => find(WHOLE) ?? MACS.find(exists);
  if (findWhole() === undefined) await install('chromium');
  const whole = findWhole();
  if (whole === undefined) return undefined;
  if (find(HEADLESS) === undefined) {
    // Of the version that is there, so that nothing that somebody uses becomes another.
    const version = versionOf('chromium-common');
    if (version !== undefined) await install(`chromium-headless-shell=${version}`);
  }
  return { CHROMIUM_PATH: whole, CHROMIUM_HEADLESS_PATH: find(HEADLESS) ?? whole };
}
