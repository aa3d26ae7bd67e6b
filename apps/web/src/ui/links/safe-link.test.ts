import { describe, expect, it } from 'vitest';
import { parseLink } from './safe-link.ts';

describe('a link that somebody wrote', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://',
    'https:evil.example',
    'assets',
    '',
  ])('is dropped when it is %j (E8)', (link) => expect(parseLink(link)).toBeUndefined());

  it.each([
    ['/assets', '/assets', false],
    ['/assets?search=a%20b#top', '/assets?search=a%20b#top', false],
    [' https://example.org/help ', 'https://example.org/help', true],
    ['HTTP://example.org', 'HTTP://example.org', true],
  ])('is kept when it is %j', (link, href, isExternal) => expect(parseLink(link)).toEqual({ href, isExternal }));
});
