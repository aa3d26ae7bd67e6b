import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameSites } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits } from '#testing/two-units.ts';

const PATH = '/api/framesites';
const camera = { origin: 'https://cameras.example', keepsOrigin: true, camera: true, microphone: false };
const plain = { origin: 'http://10.0.0.4:3000', keepsOrigin: false, camera: false, microphone: false };

let folder: string;
let portal: Portal;
let root: PortalClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-config-'));
  portal = await startPortal({ config: { configFolder: folder } });
  await buildTwoUnits(portal);
  root = await portal.as('root');
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const lent = async () => (await root.get('/api/health')).headers.get('permissions-policy');
const listed = async () => (await root.get<FrameSites>(PATH)).body.sites;

describe('the sites that tiles may show', () => {
  it('are seen and changed by administrators of the first admin unit alone', async () => {
    const adminB = await portal.as('adminB');
    const opA = await portal.as('opA');
    for (const client of [adminB, opA]) {
      expect((await client.get(PATH)).status).toBe(403);
      expect((await client.put(PATH, { sites: [plain] })).status).toBe(403);
    }
    expect(await listed()).toEqual([]);
  });

  it.each([
    [[{ origin: 'https://a.example/path' }]],
    [[{ origin: '*' }]],
    [[{ origin: 'https://a.example; script-src *' }]],
    [[{ origin: 'javascript:alert(1)' }]],
    [[plain, plain]],
    ['https://a.example'],
  ])('%j are refused, and nothing changes', async (sites) => {
    expect((await root.put(PATH, { sites })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('count from the next answer on, stand in the file and in the journal', async () => {
    expect(await lent()).toContain('camera=()');
    expect((await root.put(PATH, { sites: [camera, plain] })).body).toEqual({ sites: [camera, plain] });
    expect(await listed()).toEqual([camera, plain]);
    expect(await lent()).toContain('camera=(self "https://cameras.example"), microphone=()');
    const file = join(folder, 'frames.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ sites: [camera, plain] });
    const newest = async () => {
      const { entries } = await portal.context.journal.list(systemCaller, {
        kind: 'configuration',
        limit: 9,
        offset: 0,
      });
      return entries;
    };
    expect(await newest()).toMatchObject([
      { what: 'frames.json changed', user: 'root', before: [], after: [camera, plain] },
    ]);
    await root.put(PATH, { sites: [camera, plain] });
    expect(await newest()).toHaveLength(1);
    await root.put(PATH, { sites: [] });
    expect(await lent()).toContain('camera=()');
  });
});
