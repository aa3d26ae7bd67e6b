import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { startPortal } from '#testing/portal.ts';
import { readFeeds } from './feeds.ts';

const quakes = {
  name: 'Quakes',
  region: 'West',
  format: 'geojson',
  url: 'https://quakes.example.com/all',
  seconds: 60,
};
const none = { seismic: [], lookups: {} };

describe('the feeds of feeds.json (spec 3 §14)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-feeds-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function read(text: string) {
    await writeFile(join(folder, 'feeds.json'), text);
    const lines: string[] = [];
    const feeds = await readFeeds([folder], createLog('info', { write: (line: string) => void lines.push(line) }));
    return { feeds, lines };
  }

  it.each([
    none,
    { seismic: [quakes], lookups: { drugs: { url: 'https://drugs.example.com' } } },
    { seismic: [{ ...quakes, url: 'http://10.1.2.3/', private: true }], lookups: {} },
  ])('are taken as they stand: %j', async (feeds) => {
    expect(await read(JSON.stringify(feeds))).toEqual({ feeds, lines: [] });
  });

  it.each([
    ['no JSON', 'not valid JSON'],
    ['{}', 'seismic'],
    [JSON.stringify({ seismic: [{ ...quakes, format: 'xml' }], lookups: {} }), 'format'],
    [JSON.stringify({ seismic: [{ ...quakes, seconds: 0 }], lookups: {} }), 'seconds'],
    [JSON.stringify({ ...none, lookups: { drugs: { url: 'file:///etc/passwd' } } }), 'url'],
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '[::1]',
      '[fd00::1]',
      'localhost',
      'nas',
    ].map((host) => [
      JSON.stringify({ seismic: [{ ...quakes, url: `http://${host}/` }], lookups: {} }),
      'private network',
    ]),
  ])('that say %s are none, and the log names the file and %s', async (text, problem) => {
    const { feeds, lines } = await read(text);
    expect(feeds).toEqual(none);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([expect.stringContaining('feeds.json')]);
    expect(lines[0]).toContain(problem);
  });

  it('that are not there at all are none', async () => {
    expect(await readFeeds([join(folder, 'nowhere')], createLog('silent'))).toEqual(none);
  });

  it('are looked at when the portal starts, which starts all the same', async () => {
    await writeFile(join(folder, 'feeds.json'), '{"seismic": 1}');
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => void lines.push(line) });
    const portal = await startPortal({ config: { configFolder: folder }, log });
    await portal.close();
    expect(lines.filter((line) => line.includes('feeds.json is written wrongly'))).toHaveLength(1);
  });
});
