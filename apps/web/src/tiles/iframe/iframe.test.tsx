import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import type { FrameSite } from '@telltale/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { frameAddress } from './frame-address.ts';
import { iframeTile } from './tile.ts';

const PORTAL = 'https://portal.example';
const plain: FrameSite = { origin: 'https://site.example', keepsOrigin: false, camera: false, microphone: false };
const camera: FrameSite = { origin: 'https://cam.example', keepsOrigin: false, camera: true, microphone: true };
const address = (url: string, values: Record<string, string> = {}) =>
  frameAddress(url, (path) => values[path] ?? '', [plain, camera], PORTAL);

describe('the address of a frame', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>x()</script>',
    'vbscript:x',
    'blob:https://site.example/1',
    'about:blank',
    '/admin',
    '//site.example/',
    `${PORTAL}/admin`,
    'https://evil.example/',
    'https://site.example.evil.example/',
    'http://site.example/',
    'https://user:pass@site.example/',
    ...HOSTILE_TEXTS,
  ])('%s is blocked (E10)', (url) => expect(address(url)).toMatchObject({ kind: 'blocked' }));

  test('an attribute cannot leave its place in the address (E10)', () => {
    const values = {
      'attributes.a': '"><script>x()</script>',
      'attributes.b': 'javascript:x()',
      'attributes.c': '../../?x=1#y',
    };
    expect(address('https://site.example/{{attributes.a}}/{{attributes.c}}', values)).toMatchObject({
      kind: 'shown',
      href: 'https://site.example/%22%3E%3Cscript%3Ex()%3C%2Fscript%3E/..%2F..%2F%3Fx%3D1%23y',
    });
    expect(address('{{attributes.b}}', values)).toMatchObject({ kind: 'blocked' });
    expect(address('https://{{attributes.d}}/', { 'attributes.d': 'evil.example/?' })).toMatchObject({
      kind: 'blocked',
    });
  });

  test('a site is nobody in its frame, and is lent nothing, unless an administrator says so (E10, E11)', () => {
    const shown = address('https://site.example/x');
    expect(shown).toMatchObject({ kind: 'shown', allow: 'fullscreen https://site.example' });
    expect(JSON.stringify(shown)).not.toMatch(/allow-same-origin|allow-top-navigation/);
    const lent = address('https://cam.example/');
    expect(lent).toMatchObject({
      allow: 'camera https://cam.example; microphone https://cam.example; fullscreen https://cam.example',
      sandbox: expect.stringContaining('allow-same-origin'),
    });
    expect(JSON.stringify(lent)).not.toContain('allow-top-navigation');
  });
});

const answers = [[['config', 'frames'], { sites: [plain] }]] as const;

test('shows a listed site with the asset’s attributes in the address', async () => {
  const { container } = await renderTile(
    iframeTile,
    { url: 'https://site.example/{{attributes.station}}/{{asset.serialNumber}}', title: 'Weather' },
    { answers, attributes: { Station: 'A B' } },
  );
  const frame = container.querySelector('iframe');
  expect(frame?.src).toBe('https://site.example/A%20B/PMP-0007');
  expect(frame?.title).toBe('Weather');
  expect(screen.getByText('Loading the page')).toBeDefined();
  fireEvent.load(frame as HTMLIFrameElement);
  expect(screen.queryByText('Loading the page')).toBeNull();
});

test('a site that is not listed says so, and can be opened beside the portal', async () => {
  const { container } = await renderTile(iframeTile, { url: 'https://other.example/' }, { answers });
  expect(container.querySelector('iframe')).toBeNull();
  expect(container.textContent).toContain('other.example is not among the sites that may be shown here');
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer');
});

test('an address that must not be opened is no link either', async () => {
  const { container } = await renderTile(iframeTile, { url: 'javascript:alert(1)' }, { answers });
  expect(container.textContent).toContain('http://');
  expect(screen.queryByRole('link')).toBeNull();
});

test('its editor writes attributes into the address', async () => {
  const { changes } = await renderEditor(
    iframeTile,
    { url: 'https://site.example/' },
    { answers, attributes: { Station: 'x' } },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Insert an attribute into Address' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Station' }));
  expect(changes.at(-1)).toMatchObject({ url: expect.stringContaining('{{attributes.Station}}') });
});
