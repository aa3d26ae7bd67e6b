import { networkInterfaces } from 'node:os';
import { connectAsync } from 'mqtt';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { readConfig } from '#config/config.ts';
import { startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader } from '#testing/portal-client.ts';
import { isForThisMachineAlone, takesClearText } from './clear-text.ts';

it.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['10.1.0.9', true],
  ['10.2.0.9', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::1', false],
  ['', false],
])('takes clear text from %s: %s, once it is not allowed from everywhere (I2)', (address, isTaken) => {
  expect(takesClearText({ allowInsecure: false, trustedProxies: ['10.1.0.0/16'] })(address)).toBe(isTaken);
  expect(takesClearText({ allowInsecure: true, trustedProxies: [] })(address)).toBe(true);
});

it('refuses calls that came to a proxy without TLS, and answers whether it serves (I2)', async () => {
  const portal = await startPortal({ config: { allowInsecure: false, trustedProxies: ['127.0.0.1'] } });
  const client = await portal.as('admin');
  const from = (scheme: string) => ({ 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': scheme });
  const refused = await client.get('/api/ef/auth/login', from('http'));
  expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'https-only' } }]);
  expect((await client.get('/api/ef/auth/login', from('https'))).status).toBe(200);
  expect((await client.get('/api/health', from('http'))).status).toBe(200);
  await portal.close();
});

const addressOfMachine = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it.skipIf(addressOfMachine === undefined)(
  'lets nobody log in over http or mqtt from an address that is not loopback, unless it is allowed (I2)',
  async () => {
    for (const [given, status] of [
      [{}, 403],
      [{ TELLTALE_ALLOW_INSECURE: 'on' }, 200],
    ] as const) {
      const { allowInsecure } = readConfig(given);
      const portal = await startPortal({ config: { host: '0.0.0.0', allowInsecure } });
      const url = `http://${addressOfMachine}:${portal.httpPort}`;
      const headers = { Authorization: basicHeader('admin', TEST_PASSWORD), 'X-Requested-With': 'Telltale' };
      const answer = await fetch(`${url}/api/ef/auth/login`, { headers });
      expect(answer.status).toBe(status);
      if (status === 403) expect(await answer.text()).toContain('TELLTALE_ALLOW_INSECURE');
      // The page itself is shown: it says why nobody can log in.
      expect((await fetch(`${url}/login`)).status).not.toBe(403);
      const { accessToken } = await portal.anAsset();
      const body = JSON.stringify({ level: 1 });
      const sent = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      expect((await fetch(`${url}/api/v1/${accessToken}/telemetry`, sent)).status).toBe(status);
      const device = connectAsync(`mqtt://${addressOfMachine}:${portal.mqttPort}`, {
        username: accessToken,
        reconnectPeriod: 0,
      });
      if (status === 403) await expect(device).rejects.toThrow(/Connection refused/);
      else await (await device).endAsync();
      await portal.close();
    }
  },
);

it.each([
  ['/mqtt', 'http', 'Unexpected server response: 403'],
  ['/mqtt', 'https', 'open'],
])('opens %s over a proxy only where that was asked by https: %s (I2)', async (path, scheme, message) => {
  const portal = await startPortal({ config: { allowInsecure: false, trustedProxies: ['127.0.0.1'] } });
  const socket = new WebSocket(`${portal.url.replace('http', 'ws')}${path}`, ['mqtt'], {
    headers: { Origin: portal.url, 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': scheme },
  });
  const ended = await new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve(error.message)).on('open', () => resolve('open'));
  });
  socket.terminate();
  expect(ended).toBe(message);
  await portal.close();
});

it('knows when only this machine can come', () => {
  expect(isForThisMachineAlone(readConfig({}))).toBe(true);
  expect(isForThisMachineAlone(readConfig({ TELLTALE_ALLOW_INSECURE: 'on' }))).toBe(false);
  expect(isForThisMachineAlone(readConfig({ TELLTALE_TRUSTED_PROXIES: '10.0.0.2' }))).toBe(false);
});
