import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pagePolicy, securityHeaders } from '#http/protection/security-headers.ts';
import { ConfigFiles } from './config-files.ts';
import { readFrameSites } from './frame-sites.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-frames-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = async (content: string) => {
  await writeFile(join(folder, 'frames.json'), content);
  return readFrameSites(new ConfigFiles([folder]));
};

describe('frames.json', () => {
  test('without the file no site may be shown', async () => {
    expect(await readFrameSites(new ConfigFiles([folder]))).toEqual([]);
  });

  test('names the sites that may be shown, and what is lent to them (E10, E11)', async () => {
    const sites = await read(
      '{"sites":[{"origin":"https://a.example","camera":true},{"origin":"http://10.0.0.4:3000"}]}',
    );
    expect(sites.map(({ origin }) => origin)).toEqual(['https://a.example', 'http://10.0.0.4:3000']);
    const policy = pagePolicy(
      [],
      sites.map(({ origin }) => origin),
    );
    expect(policy).toContain("frame-src 'self' https://a.example http://10.0.0.4:3000;");
    const { 'Permissions-Policy': permissions } = securityHeaders({ publicUrl: undefined, tls: undefined }, sites);
    expect(permissions).toContain('camera=(self "https://a.example"), microphone=()');
  });

  test.each([
    '{"sites":[{"origin":"https://a.example/path"}]}',
    '{"sites":[{"origin":"javascript:alert(1)"}]}',
    '{"sites":[{"origin":"*"}]}',
    '{"sites":[{"origin":"https://a.example; script-src *"}]}',
    '{"sites":"https://a.example"}',
  ])('%s is refused by name', async (content) => {
    await expect(read(content)).rejects.toThrow(/frames\.json/);
  });
});

test('by default nobody gets the camera or the microphone (E11)', () => {
  expect(securityHeaders({ publicUrl: undefined, tls: undefined })['Permissions-Policy']).toContain(
    'camera=(), microphone=()',
  );
});
