import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTable } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-config-'));
  const configFolder = join(folder, 'config');
  await mkdir(configFolder);
  await writeFile(join(configFolder, 'server.json'), '{"secret":"canary"}');
  await writeFile(join(configFolder, 'feeds.json'), '{"secret":"canary"}');
  await writeFile(join(configFolder, 'map.json'), '{"styles":[]}');
  await writeFile(join(configFolder, 'alarms.json'), '{ broken');
  await writeFile(join(folder, 'outside.json'), '{"secret":"canary"}');
  portal = await startPortal({ config: { configFolder } });
  world = await buildTwoUnits(portal);
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

describe('configuration files', () => {
  it('that the login page needs are public, from the folder or as they come with the portal', async () => {
    const links = await portal.anonymous.get<{ label: string; permissionId: number }[]>('/config/links.json');
    expect(links.status).toBe(200);
    expect(links.body.map((link) => [link.label, link.permissionId])).toEqual([
      ['Assets', 6],
      ['Alarms', 38],
      ['Maintenance', 42],
      ['Systems', 82],
      ['Configuration', 72],
      ['Admin', 1],
    ]);
    expect((await portal.anonymous.get('/config/palette-dark.json')).status).toBe(200);
  });

  it('that stand beside them need a session', async () => {
    const viewA = await portal.as('viewA');
    for (const [file, body] of [
      ['map.json', { styles: [], earthquakes: false }],
      ['mqtt.json', { mqttPort: portal.mqttPort, host: 'telltale' }],
    ] as const) {
      expect((await portal.anonymous.get(`/config/${file}`)).status).toBe(404);
      expect((await viewA.get(`/config/${file}`)).body).toEqual(body);
    }
  });

  it('tell browsers where devices connect, as the operator says it or as the portal listens', async () => {
    const path = '/config/mqtt.json';
    const { mqttPort } = (await (await portal.as('viewA')).get<{ mqttPort: number }>(path)).body;
    expect(mqttPort).toBe(portal.mqttPort);

    await writeFile(join(folder, 'config/mqtt.json'), '{"host":"telltale","mqttPort":8883}');
    expect((await (await portal.as('viewA')).get(path)).body).toEqual({ host: 'telltale', mqttPort: 8883 });

    const withoutMqtt = await startPortal({ config: { mqttPort: undefined } });
    const { body } = await (await withoutMqtt.as('admin')).get(path);
    expect(body).toEqual({ mqttPort: null, host: 'telltale' });
    await withoutMqtt.close();
  });

  it.each([
    'server.json',
    'feeds.json',
    'FEEDS.JSON',
    '..%2foutside.json',
    '..%2f..%2fdata%2fportal.db',
    '%2e%2e%2foutside.json',
    '../outside.json',
    'links.json%00',
    'links.json%2f..%2fserver.json',
    'palette-..%2f..%2foutside.json',
    '__proto__',
    '',
    'nothing.json',
  ])('do not include %s, even for an administrator', async (file) => {
    const { status, text } = await (await portal.as('root')).get(`/config/${file}`);
    expect(status).toBe(404);
    expect(text).not.toContain('canary');
  });

  it('that are not JSON say so by name', async () => {
    const { status, body } = await (await portal.as('viewA')).get('/config/alarms.json');
    expect([status, body]).toEqual([
      500,
      { error: { code: 'configuration', message: 'The configuration file alarms.json is not valid JSON.' } },
    ]);
  });
});

describe('health', () => {
  it('is public and says no more than it must', async () => {
    const { status, body } = await portal.anonymous.get('/api/health');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('answers 503 with the reason while something does not work', async () => {
    const faults: string[] = ['the disk is full'];
    portal.context.health.add(() => faults);
    const failing = await portal.anonymous.get('/api/health');
    expect([failing.status, failing.body]).toEqual([503, { status: 'failing', reason: 'the disk is full' }]);
    faults.length = 0;
    expect((await portal.anonymous.get('/api/health')).status).toBe(200);
  });
});

describe('metrics', () => {
  const read = (headers: Record<string, string> = {}) => portal.anonymous.get('/metrics', headers);

  it('are text for Prometheus, for this machine', async () => {
    const { status, text, headers } = await read();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('tell how much is free on the disk of the data folder', async () => {
    const [, told] = /^telltale_disk_free_bytes (\d+)$/m.exec((await read()).text) ?? [];
    const { bavail, bsize } = await statfs(portal.config.dataFolder);
    expect(Math.abs(Number(told) - bavail * bsize)).toBeLessThan(2 ** 30);
  });

  it('are for nobody that a proxy brings, but with an API token', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.9' };
    expect((await read(forwarded)).status).toBe(401);
    const viewA = await portal.as('viewA');
    expect((await read({ ...forwarded, Cookie: viewA.cookie ?? '' })).status).toBe(401);
    const { body } = await viewA.post<{ token: string }>('/api/tokens', { name: 'prometheus' });
    expect((await read({ ...forwarded, Authorization: `Bearer ${body.token}` })).status).toBe(200);
  });
});

describe('the description of the calls', () => {
  it('has every call of the table as OpenAPI 3.1', async () => {
    const viewA = await portal.as('viewA');
    const { status, body } = await viewA.get<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
      '/api/openapi.json',
    );
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    for (const { call } of callTable) {
      const operation = body.paths[call.path]?.[call.method.toLowerCase()];
      expect(operation).toMatchObject({ summary: call.summary, responses: { 200: expect.anything() } });
    }
    expect(body.paths['/api/ef/users/{userId}']?.get).toMatchObject({
      parameters: [{ name: 'userId', in: 'path', required: true }],
    });
    expect(body.paths['/api/assets/{assetId}']?.put).toMatchObject({ requestBody: { required: true } });
    expect(body.paths['/api/assets/{assetId}/attributes/{attributeName}']?.delete).toMatchObject({
      requestBody: { required: false },
    });
  });

  it('marks what changes something, also by GET', async () => {
    const viewA = await portal.as('viewA');
    const { body } = await viewA.get<{ paths: Record<string, Record<string, object>> }>('/api/openapi.json');
    expect(body.paths['/api/auth/logout']?.get).toMatchObject({ 'x-changes-state': true });
    expect(body.paths['/api/ef/assets']?.get).not.toHaveProperty('x-changes-state');
  });

  it('refers to nothing that is not in it', async () => {
    const viewA = await portal.as('viewA');
    const { body, text } = await viewA.get<Record<string, unknown>>('/api/openapi.json');
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
    const found = (path: string[]) => path.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], body);
    expect(references.length).toBeGreaterThan(callTable.length);
    expect(references.filter((path) => found(path) === undefined)).toEqual([]);
    expect(text).not.toContain('$defs');
  });

  it('leads from /api/docs to its page in the web client', async () => {
    const reply = await (await portal.as('viewA')).get('/api/docs');
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/api-docs']);
  });
});

describe('what a stranger can find out', () => {
  it.each([
    '/.git/HEAD',
    '/package.json',
    '/api/openapi.json',
    '/api/docs',
    '/api/',
    '/assets/',
    '/swagger',
    '/.env',
    '/data/portal.db',
  ])('is nothing at %s', async (path) => {
    const { status, text } = await portal.anonymous.get(path);
    if (status === 200) expect(text).toMatch(/^<!doctype html>/i);
    else expect([401, 404]).toContain(status);
    expect(text).not.toMatch(/"workspaces"|ref: refs|TELLTALE_/);
  });
});

interface JournalPage {
  total: number;
  entries: { kind: string; what: string; user: string; time: string; assetId: number | null }[];
}

describe('the journal', () => {
  const list = async (who: string, query = '') => (await portal.as(who)).get<JournalPage>(`/api/journal${query}`);

  it('is for administrators', async () => {
    for (const who of ['opA', 'viewA', 'nobody']) expect((await list(who)).status).toBe(403);
    expect((await list('root')).status).toBe(200);
  });

  it('has who made which account, newest first, a page at a time', async () => {
    const all = await list('root', '?kind=access&limit=1000');
    expect(all.body.entries.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['user opA created', 'asset group GA created']),
    );
    const times = all.body.entries.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
    const page = await list('root', '?kind=access&limit=2&offset=1');
    expect(page.body).toMatchObject({ total: all.body.total, entries: all.body.entries.slice(1, 3) });
  });

  it('of one unit is not shown to the administrator of another', async () => {
    await portal.as('opB');
    const { body, text } = await list('adminB', '?limit=1000');
    expect(text).not.toMatch(/opA|viewA|Pump A/);
    expect(body.entries.some(({ user, what }) => user === 'opB' && what === 'logged in')).toBe(true);
    expect(body.entries.every(({ assetId }) => assetId === null || assetId === world.b1.assetId)).toBe(true);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=1001',
    'limit=NaN',
    'offset=-1',
    'assetId=x',
    'from=yesterday',
    'limit=1&limit=2',
  ])('refuses %s', async (query) => {
    expect((await list('root', `?${query}`)).status).toBe(400);
  });

  it('has who tried what without the permission, once a minute', async () => {
    for (let count = 0; count < 3; count++) await list('viewA');
    const { body } = await list('root', '?kind=refusal&user=viewA');
    expect(body.entries.map(({ what }) => what)).toEqual(['GET /api/journal refused']);
    portal.clock.advance(60_000);
    await list('viewA');
    expect((await list('root', '?kind=refusal&user=viewA')).body.total).toBe(2);
  });

  it('cannot be changed', async () => {
    const root = await portal.as('root');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await root.send('/api/journal', { method })).status).toBe(404);
      expect((await root.send('/api/journal/1', { method })).status).toBe(404);
    }
  });
});
