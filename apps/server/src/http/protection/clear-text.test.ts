import { expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';
import { takesClearText } from './clear-text.ts';

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
