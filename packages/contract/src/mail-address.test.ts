import { describe, expect, it } from 'vitest';
import { isMailAddress } from './mail-address.ts';

describe('a mail address', () => {
  it.each([
    'ann@example.com',
    'Ann.Smith+pump@sub.example.co',
    "o'brien@example.org",
    'a@xn--bcher-kva.example',
    '7@example.com',
  ])('may be %s', (text) => expect(isMailAddress(text)).toBe(true));

  it.each([
    '',
    ' ',
    'admin',
    'admin@',
    '@x',
    '@example.com',
    'a,b',
    '<admin>',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    'a@example.com b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\nb',
    'a@example.com\0',
    ' a@example.com',
    'a@example.com ',
    'a b@example.com',
    'a@b@example.com',
    'a@example',
    'a@.com',
    'a@example..com',
    'a..b@example.com',
    '.a@example.com',
    '"a b"@example.com',
    'a@[127.0.0.1]',
    'аdmin@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('is not %j', (text) => expect(isMailAddress(text)).toBe(false));
});
