import { auth } from '@telltale/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { readSitePath } from './site-path.ts';

describe('the frame source', () => {
  test.each([
    ['/ifr/https://site.example/a/b', 'x=1&y=2', 'https://site.example/a/b?x=1&y=2'],
    ['/ifr/https:/site.example/a', '', 'https://site.example/a'],
    ['/ifr/https%3A%2F%2Fsite.example%2Fa', 'x=1', 'https://site.example/a?x=1'],
    ['/ifr/https%3A%2F%2Fsite.example%2F%zz', '', 'https%3A%2F%2Fsite.example%2F%zz'],
    ['/ifr/javascript:alert(1)', '', 'javascript:alert(1)'],
    ['/ifr', '', ''],
  ])('of %s with %j is %s', (path, search, expected) => expect(readSitePath(path, search)).toBe(expected));
});

describe('the page', () => {
  const site = { origin: 'https://site.example', keepsOrigin: false, camera: false, microphone: false };
  function aPortal() {
    return new PortalStub()
      .on(auth.login, { body: aLogin([6]) })
      .on('GET /config/frames.json', { body: { sites: [site] } });
  }

  test('shows a listed site, as nobody and without the way to the page around it', async () => {
    aPortal();
    await renderApp('/ifr/https://site.example/unit/7?tab=2');
    const frame = await screen.findByTitle('site.example');
    expect(frame.getAttribute('src')).toBe('https://site.example/unit/7?tab=2');
    expect(frame.getAttribute('sandbox')).not.toMatch(/allow-same-origin|allow-top-navigation/);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/admin', '//evil.example', 'https://evil.example/'])(
    '%s is not shown (E10)',
    async (address) => {
      aPortal();
      await renderApp(`/ifr/${address}`);
      expect(await screen.findByText('This page cannot be shown here.')).toBeTruthy();
      expect(document.querySelector('iframe')).toBeNull();
    },
  );

  test('the portal itself is not shown (E10)', async () => {
    aPortal();
    await renderApp(`/ifr/${window.location.origin}/admin`);
    expect(await screen.findByText(/does not show itself/)).toBeTruthy();
  });

  test('who is not logged in gets the login page', async () => {
    new PortalStub().on(auth.login, { status: 401, body: 'no' });
    await renderApp('/ifr/https://site.example/');
    await waitFor(() => expect(currentAddress()).toContain('/login'));
  });
});
