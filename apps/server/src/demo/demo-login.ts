import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether only this machine reaches the portal: by its own address, and by the one that links are made with. */
export function isOnLoopback({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  if (!LOOPBACK.test(host)) return false;
  return publicUrl === undefined || LOOPBACK.test(URL.parse(publicUrl)?.hostname ?? '');
}

/** The folder whose `portal.json` the login page reads; set as `demoConfigFolder` of the portal's settings. */
export const demoConfigFolder = (dataFolder: string) => join(dataFolder, 'demo-config');

/**
 * Lets the login page offer 'Log in for demo' (spec 2 §2.3), or takes the offer back. Since it hands the account's
 * password to anyone who asks, it is made only where anyone is this machine, and only for an account that may change
 * nothing.
 */
export async function offerDemoLogin(
  config: Config,
  account: { username: string; password: string } | undefined,
): Promise<void> {
  const folder = demoConfigFolder(config.dataFolder);
  const file = join(folder, 'portal.json');
  if (!account || !isOnLoopback(config)) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify({ demoLogin: account })}\n`, { mode: 0o600 });
}
