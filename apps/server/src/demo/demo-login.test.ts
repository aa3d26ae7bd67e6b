import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { startPortal } from '../testing/portal.ts';
import { temporaryFolder } from '../testing/portal-process.ts';
import { demoConfigFolder, isOnLoopback, offerDemoLogin } from './demo-login.ts';

const offered = { username: 'view-only', password: 'seven quiet pumps' };

test.each([
  ['127.0.0.1', undefined, true],
  ['localhost', undefined, true],
  ['::1', undefined, true],
  ['127.0.0.1', 'http://localhost:8080', true],
  ['127.0.0.1', 'https://portal.example', false],
  ['0.0.0.0', undefined, false],
  ['192.168.1.7', undefined, false],
  ['127.0.0.1.example', undefined, false],
])('listening at %s with the public address %s is on loopback: %s', (host, publicUrl, expected) => {
  expect(isOnLoopback({ host, publicUrl })).toBe(expected);
});

test('the demo login is offered on loopback only, and taken back elsewhere', async () => {
  const folder = await temporaryFolder();
  try {
    const config = readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: folder.path });
    const file = join(demoConfigFolder(folder.path), 'portal.json');
    await offerDemoLogin(config, offered);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ demoLogin: offered });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await offerDemoLogin({ ...config, host: '0.0.0.0' }, offered);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  } finally {
    await folder.remove();
  }
});

test('the login page reads the offer without a session, and no other portal makes one', async () => {
  const folder = await temporaryFolder();
  const config = readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: folder.path });
  await offerDemoLogin(config, offered);
  const plain = await startPortal();
  const demo = await startPortal({ config: { demoConfigFolder: demoConfigFolder(folder.path) } });
  try {
    expect((await plain.anonymous.get('/config/portal.json')).text).not.toContain('password');
    expect((await demo.anonymous.get('/config/portal.json')).body).toEqual({ demoLogin: offered });
    expect((await demo.anonymous.get('/config/links.json')).status).toBe(200);
  } finally {
    await demo.close();
    await plain.close();
    await folder.remove();
  }
});
