import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { temporaryFolder } from '../testing/portal-process.ts';
import { offerDemoFeeds } from './demo-feeds.ts';
import { demoConfigFolder } from './demo-login.ts';

const CATALOGUE = 'http://127.0.0.1:4711/fdsnws/event/1/query';
const log = createLog('info', { write: () => undefined });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const configOf = () => ({ ...readConfig({ TELLTALE_DATA: folder.path }), configFolder: join(folder.path, 'own') });
const offered = () => join(demoConfigFolder(folder.path), 'feeds.json');

async function ownFeeds(content: object): Promise<void> {
  await mkdir(join(folder.path, 'own'), { recursive: true });
  await writeFile(join(folder.path, 'own', 'feeds.json'), JSON.stringify(content));
}

test('a demonstration whose operator names no feed asks its own catalogue, and lookups of the operator stay', async () => {
  const lookups = { drugs: { url: 'https://drugs.example/' } };
  await ownFeeds({ seismic: [], lookups });
  await offerDemoFeeds(configOf(), CATALOGUE, log);
  const { seismic, lookups: kept } = JSON.parse(await readFile(offered(), 'utf8'));
  expect(seismic).toEqual([
    { name: 'Simulated earthquakes', format: 'fdsn-text', url: CATALOGUE, seconds: 60, private: true },
  ]);
  expect(kept).toMatchObject(lookups);
  expect((await stat(offered())).mode & 0o777).toBe(0o600);
});

test('feeds of the operator stand alone, and what was offered before is taken back', async () => {
  await offerDemoFeeds(configOf(), CATALOGUE, log);
  await stat(offered());
  const one = { name: 'West', format: 'fdsn-text', url: 'https://quakes.example/q', seconds: 300 };
  await ownFeeds({ seismic: [one], lookups: {} });
  await offerDemoFeeds(configOf(), CATALOGUE, log);
  await expect(stat(offered())).rejects.toThrow('ENOENT');
});
