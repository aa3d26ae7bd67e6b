import { describe, expect, it } from 'vitest';
import { readPagePreloads } from './page-preloads.ts';

const HTML = '<html><head><title>Telltale</title></head><body></body></html>';
const preloads = readPagePreloads(
  JSON.stringify([
    {
      page: '/assets/{assetId}/dashboard',
      scripts: ['/assets/dashboard-1.js'],
      styles: ['/assets/dashboard-1.css'],
      fonts: ['/assets/text-1.woff2'],
      calls: ['/api/ef/auth/login', '/api/ef/assets/{assetId}'],
    },
    { page: '/assets', scripts: ['/assets/list-1.js'], styles: [], fonts: [], calls: ['/api/ef/auth/login'] },
  ]),
);
const namedAt = (path: string, hasSession = true) =>
  [...preloads.into(HTML, path, hasSession).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('the page of an address', () => {
  it('names the files and the calls that the client will ask for there', () => {
    expect(namedAt('/assets/12/dashboard')).toEqual([
      '/assets/dashboard-1.css',
      '/assets/dashboard-1.js',
      '/assets/text-1.woff2',
      '/api/ef/auth/login',
      '/api/ef/assets/12',
    ]);
    expect(namedAt('/assets/12/dashboard/3/tab/0')).toContain('/api/ef/assets/12');
    expect(namedAt('/assets')).toEqual(['/assets/list-1.js', '/api/ef/auth/login']);
  });

  it('names no call without a session: it would only be refused', () => {
    expect(namedAt('/assets/12/dashboard', false).filter((href) => href?.startsWith('/api'))).toEqual([]);
    expect(namedAt('/assets/12/dashboard', false)).toContain('/assets/dashboard-1.js');
  });

  it.each(['/audit', '/assetsx', '/', '/assets12/dashboard'])(
    'stays as it is where nothing is known of it: %s',
    (path) => {
      expect(preloads.into(HTML, path, true)).toBe(HTML);
    },
  );

  it.each([
    '/assets/0/dashboard',
    '/assets/-1/dashboard',
    '/assets/01/dashboard',
    '/assets/1"x/dashboard',
    '/assets/12345678901234567/dashboard',
  ])('takes only a number for an id: %s is the list', (path) => {
    expect(namedAt(path)).toEqual(['/assets/list-1.js', '/api/ef/auth/login']);
  });

  it('keeps the rest of the page', () => {
    const html = preloads.into(HTML, '/assets', true);
    expect(html.replace(/<link[^>]*>/g, '')).toBe(HTML);
    expect(html).not.toMatch(/<script|style=/);
  });
});
