import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { ConfigFiles } from './config-files.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** What lies beside the files, is none of them, or is a way out of their folder. */
const NEVER = [
  '/config/..%2f..%2fdata%2fportal.db',
  '/config/%2e%2e/package.json',
  '/config/..%5c..%5cpackage.json',
  '/config/%2fetc%2fpasswd',
  '/config/links.json%00.js',
  '/config/server.json',
  '/config/feeds.json',
  '/config/LINKS.json%2f..%2ffeeds.json',
];

describe('the configuration files (B19)', () => {
  it.each(NEVER)('%s is served to nobody', async (path) => {
    expect((await portal.anonymous.get(path)).status).toBe(404);
    expect((await (await portal.as('admin')).get(path)).status).toBe(404);
  });

  it.each(['mqtt', 'alarms', 'filters', 'customers', 'jobs'])('%s.json is served to sessions alone', async (file) => {
    expect((await portal.anonymous.get(`/config/${file}.json`)).status).toBe(404);
    expect((await (await portal.as('admin')).get(`/config/${file}.json`)).status).toBe(200);
  });

  it('what the login page needs is public, and carries nothing of the settings', async () => {
    for (const file of ['links', 'palette-dark']) {
      const { status, text } = await portal.anonymous.get(`/config/${file}.json`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/password|secret|token|apikey/i);
    }
  });
});

describe('lists that an operator writes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-lists-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['filters.json', '[{"attributeName":"Customer","label":"Customer"}]', true],
    ['filters.json', '[{"attributeName":"Customer"}]', false],
    ['filters.json', '{}', false],
    ['customers.json', '["North Basin"]', true],
    ['customers.json', '[{"name":"North Basin"}]', false],
    ['jobs.json', '{"fracPlugTypes":["Composite"],"bits":["PDC"]}', true],
    ['jobs.json', '{"fracPlugTypes":["Composite"]}', false],
  ])('%s that says %s is served: %s', async (file, text, isServed) => {
    await writeFile(join(folder, file), text);
    const read = new ConfigFiles([folder]).read(file, true);
    if (isServed) expect(await read).toBe(text);
    else await expect(read).rejects.toThrow(file);
  });
});
