import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { wayOfUpgrades } from './way-of-upgrades.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

it.each([
  ['a stranger, whatever it says', '203.0.113.9', { 'x-forwarded-proto': 'https' }, '203.0.113.9', true],
  [
    'a proxy that was asked by https',
    '10.0.0.2',
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    '203.0.113.7',
    false,
  ],
  [
    'a proxy that was asked by http',
    '::ffff:10.0.0.2',
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' },
    '203.0.113.7',
    true,
  ],
  [
    'a proxy behind a proxy',
    '10.0.0.2',
    { 'x-forwarded-for': '9.9.9.9, 203.0.113.7, 10.0.0.3', 'x-forwarded-proto': 'http, https' },
    '203.0.113.7',
    false,
  ],
  ['a proxy that was told an address that is none', '10.0.0.2', { 'x-forwarded-for': 'unknown' }, 'unknown', true],
  ['a proxy that says nothing', '10.0.0.2', {}, '10.0.0.2', true],
])('tells the way of %s', (_what, peer, headers, address, isClear) => {
  expect(wayOfUpgrades(['10.0.0.0/24'])(request(peer, headers))).toEqual({ address, isClear });
});
