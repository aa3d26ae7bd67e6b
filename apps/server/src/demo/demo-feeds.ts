import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import { readFeeds } from '#features/config-files/feeds.ts';
import { demoConfigFolder } from './demo-login.ts';

const SECONDS = 60;

/**
 * Lets the portal ask the demonstration's own catalogue of simulated earthquakes, beside what the operator's feeds.json names;
 * where that has feeds of its own, it stands alone.
 */
export async function offerDemoFeeds(config: Config, catalogueUrl: string, log: Log): Promise<void> {
  const folder = demoConfigFolder(config.dataFolder);
  const file = join(folder, 'feeds.json');
  const own = await readFeeds([config.configFolder], log);
  if (own.seismic.length > 0) {
    await rm(file, { force: true });
    return;
  }
  const catalogue = {
    name: 'Simulated earthquakes',
    format: 'fdsn-text',
    url: catalogueUrl,
    seconds: SECONDS,
    private: true,
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify({ ...own, seismic: [catalogue] })}\n`, { mode: 0o600 });
}
