import { assets, auth, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { beginSession, endSession } from '#session/session-store.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const links = [
  { label: 'Assets', href: '/assets', permissionId: 6 },
  { label: 'For all', href: 'https://example.org/help', external: true },
  { label: 'Settings of all', href: '/user-settings', permissionId: 1 },
  { label: 'Reports', href: '/grafana/d/7?kiosk' },
  { label: 'Script', href: 'javascript:alert(1)' },
  { label: 'Elsewhere', href: '//evil.example' },
];

function portal(permissions: readonly number[], list: assets.Asset[] = []) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(auth.logout, { body: { message: 'Logged out.' } })
    .on(assets.listAssets, { body: list })
    .on('GET /config/links.json', { body: links });
}

async function linkNames(): Promise<(string | null)[]> {
  const bar = await screen.findByRole('navigation', { name: 'Pages' });
  await within(bar).findByText('For all');
  return within(bar)
    .getAllByRole('link')
    .map((link) => link.textContent);
}

describe('the navigation bar', () => {
  it('shows the links of the permissions held, also to other services of the host, and none that is unsafe (E8)', async () => {
    portal([6]);
    await renderApp('/assets');
    expect(await linkNames()).toEqual(['Assets', 'For all', 'Reports']);
    expect(screen.getByRole('link', { name: 'For all' }).getAttribute('rel')).toContain('noopener');
    const reports = screen.getByRole('link', { name: 'Reports' });
    expect(reports.getAttribute('href')).toBe('/grafana/d/7?kiosk');
    // The browser goes there itself: this client has no such page.
    expect(fireEvent.click(reports)).toBe(true);
    expect(currentAddress()).toBe('/assets');
  });

  it('shows an administrator every link', async () => {
    portal([1]);
    await renderApp('/assets');
    expect(await linkNames()).toEqual(['Assets', 'For all', 'Settings of all', 'Reports']);
  });

  it('offers Settings to holders of permission 12 only', async () => {
    portal([6]);
    await renderApp('/assets');
    await linkNames();
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
    portal([6, 12]);
    await renderApp('/assets');
    expect((await screen.findAllByRole('link', { name: 'Settings' })).length).toBe(1);
  });

  it('offers Register and Log in to who is not logged in, and remembers the page', async () => {
    new PortalStub().on('GET /config/links.json', { body: links });
    await renderApp('/user-settings');
    const bar = await screen.findByRole('banner');
    expect(within(bar).getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    const login = within(bar).getByRole('link', { name: 'Log in' });
    expect(login.getAttribute('href')).toBe('/login?next=%2Fuser-settings');
    expect(within(bar).queryByRole('link', { name: 'Settings' })).toBeNull();
    expect(within(bar).queryByRole('button', { name: 'Log Out' })).toBeNull();
    fireEvent.click(within(bar).getByRole('link', { name: 'Register' }));
    await screen.findByRole('heading', { name: 'Register for the portal' });
    expect(within(bar).getByRole('link', { name: 'Register' }).getAttribute('aria-current')).toBe('page');
  });

  it('is left out with hideNav', async () => {
    portal([6]);
    await renderApp('/assets?hideNav=true');
    await screen.findByText('You do not have access to any assets.');
    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('becomes a slide-out panel on a narrow screen', async () => {
    portal([6, 12]);
    window.innerWidth = 390;
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const panel = await screen.findByRole('dialog');
    expect(within(panel).getByRole('link', { name: 'Assets' })).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'Log Out' })).toBeTruthy();
    expect(within(panel).getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true);
    fireEvent.click(within(panel).getByRole('radio', { name: 'System' }));
    expect(within(panel).getByRole('radio', { name: 'System' })).toHaveProperty('checked', true);
    expect(localStorage.getItem('theme')).toBe('system');
  });

  it('leads to the pages beside its links, by permission, and in a panel on a narrow screen', async () => {
    const list = [...links, { label: 'My exports', href: '/exports' }];
    portal([6, permissionId('Commands', 'View'), permissionId('HistoricalDataItems', 'View')]).on(
      'GET /config/links.json',
      { body: list },
    );
    await renderApp('/assets');
    const bar = await screen.findByRole('navigation', { name: 'Pages' });
    await within(bar).findByText('My exports');
    fireEvent.click(within(bar).getByRole('button', { name: 'Other pages' }));
    const menu = await screen.findByRole('menu');
    const names = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
    expect(names).toEqual(['Commands', 'Seismic events', 'SQLite explorer', 'Calls of the portal']);
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Seismic events' }));
    expect(currentAddress()).toBe('/seismic');

    portal([1]);
    window.innerWidth = 390;
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const part = await screen.findByRole('navigation', { name: 'Other pages' });
    expect(within(part).getByRole('link', { name: 'Refused data' }).getAttribute('href')).toBe('/quarantine');
    expect(within(part).queryByRole('link', { name: 'Settings' })).toBeNull();
  });

  it('logs out', async () => {
    portal([6]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('You have been logged out.')).toBeTruthy();
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  it('logs out of a page that is open to anyone as well, and says so whatever was refused meanwhile', async () => {
    portal([6, 12]).on(auth.logout, () => {
      // What another call hears that the portal answers in between.
      endSession('Login has expired.');
      return { body: { message: 'Logged out.' } };
    });
    await renderApp('/user-settings');
    await screen.findByRole('heading', { name: 'Settings' });
    fireEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('You have been logged out.')).toBeTruthy();
    expect(currentAddress()).toBe('/login?next=%2Fuser-settings');
  });

  it('leaves the link of a login page where it is when it logs out there', async () => {
    portal([6]);
    await renderApp('/login?changeId=abc&username=ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
    await screen.findByRole('link', { name: 'Log in' });
    expect(currentAddress()).toBe('/login?changeId=abc&username=ada');
  });

  it('goes around the themes and remembers the choice', async () => {
    portal([6]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Theme: Dark. Switch to light' }));
    expect(await screen.findByRole('button', { name: 'Theme: Light. Switch to calm' })).toBeTruthy();
    expect(localStorage.getItem('theme')).toBe('palette-light');
    fireEvent.click(screen.getByRole('button', { name: 'Theme: Light. Switch to calm' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Theme: Calm. Switch to dark' }));
  });
});

describe('addresses', () => {
  it('remember the page asked for when there is no session', async () => {
    new PortalStub();
    await renderApp('/assets?search=pump');
    await screen.findByLabelText('Username');
    expect(currentAddress()).toBe(`/login?next=${encodeURIComponent('/assets?search=pump')}`);
  });

  it('that no page has lead to the assets', async () => {
    portal([6]);
    await renderApp('/no/such/page');
    await screen.findByText('You do not have access to any assets.');
    expect(currentAddress()).toBe('/assets');
  });

  it('lead to the login when a call finds that the session is over', async () => {
    portal([6]).on(assets.listAssets, { status: 401, body: { error: { code: 'unauthenticated', message: 'No.' } } });
    await renderApp('/assets');
    expect(await screen.findByText('Login has expired.')).toBeTruthy();
  });
});

describe('another session', () => {
  it('asks for the assets anew, and shows nothing of the one before', async () => {
    let list = [anAsset({ alias: 'Pump of Ada' })];
    const stub = portal([6]).on(assets.listAssets, () => ({ body: list }));
    await renderApp('/assets');
    await screen.findByText('Pump of Ada');
    const asked = () => stub.requests.filter(({ url }) => url.pathname === assets.listAssets.path).length;
    const before = asked();

    list = [anAsset({ alias: 'Tank of Bob' })];
    act(() => beginSession(aLogin([6], 'bob')));
    await screen.findByText('Tank of Bob');
    expect(screen.queryByText('Pump of Ada')).toBeNull();
    expect(asked()).toBeGreaterThan(before);
  });
});

describe('the command palette', () => {
  it('opens with Ctrl+K and goes to an asset by name', async () => {
    const asset = anAsset({ alias: 'Permian pump 7' });
    portal([6, 54], [asset, anAsset({ alias: 'Tank 2' })]);
    await renderApp('/user-settings');
    await screen.findByRole('heading', { name: 'Settings' });
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: /Search assets/ });
    fireEvent.change(field, { target: { value: 'perm 7' } });
    const option = await screen.findByRole('option', { name: /Permian pump 7/ });
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
    expect(screen.queryByRole('option', { name: /Tank 2/ })).toBeNull();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(currentAddress()).not.toBe('/user-settings');
  });

  it('goes to the page that stands in the place of the dashboard of an asset (spec 1 §2)', async () => {
    const asset = anAsset({ alias: 'Permian pump 7' });
    const { assetId } = asset;
    const page = { assetId, attributeName: 'interfaceUrl', attributeValue: 'https://pump.example/live' };
    portal([6, 54], [{ ...asset, attributes: [page] }]);
    await renderApp('/user-settings');
    await screen.findByRole('heading', { name: 'Settings' });
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox', { name: /Search assets/ }), { target: { value: 'permian' } });
    fireEvent.click(await screen.findByRole('option', { name: /Permian pump 7/ }));
    await waitFor(() => expect(currentAddress()).toBe('/ifr/https://pump.example/live'));
  });

  it('runs an action chosen with the arrow keys', async () => {
    portal([6]);
    await renderApp('/assets');
    await screen.findByRole('banner');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'theme' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('palette-calm'));
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'theme system' } });
    fireEvent.click(await screen.findByRole('option', { name: /Theme: System/ }));
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('system'));
  });

  it('leads to the audit and to the calls, whoever may see them', async () => {
    for (const [permissions, found] of [
      [[1], ['Audit', 'Calls of the portal']],
      [[6], ['Calls of the portal']],
    ] as const) {
      portal(permissions);
      await renderApp('/assets');
      await screen.findByRole('banner');
      fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
      const field = await screen.findByRole('combobox', { name: /Search assets/ });
      const names = ['journal', 'openapi'].flatMap((word) => {
        fireEvent.change(field, { target: { value: word } });
        return screen.queryAllByRole('option').map(({ textContent }) => textContent);
      });
      expect(names).toEqual(found);
    }
  });

  it('says when nothing matches', async () => {
    portal([6]);
    await renderApp('/assets');
    await screen.findByRole('banner');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'zzz' } });
    expect(await screen.findByText('Nothing matches ‘zzz’.')).toBeTruthy();
  });
});

describe('shortcuts', () => {
  it('are listed with ?, but not while typing', async () => {
    portal([6], [anAsset()]);
    await renderApp('/assets');
    const field = await screen.findByRole('textbox');
    fireEvent.keyDown(field, { key: '?', shiftKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Search and commands')).toBeTruthy();
  });
});

describe('the banner of a view', () => {
  it('asks the portal whether the time is over, whatever the clock of this machine says', async () => {
    const until = new Date(Date.now() - 60_000).toISOString();
    const viewing = { viewId: 'v1', userId: 2, username: 'ann', by: 'ada', until };
    const stub = portal([6]).on(auth.login, { body: { ...aLogin([6], 'ann'), viewing } });
    sessionStorage.setItem('view', JSON.stringify({ viewId: 'v1', from: '/access?user=2' }));
    await renderApp('/assets');
    const banner = await screen.findByRole('complementary', { name: 'Viewing as another user' });
    const checks = () => stub.requests.filter(({ url }) => url.pathname === auth.login.path).length;
    await waitFor(() => expect(checks()).toBe(2));
    expect(banner.isConnected).toBe(true);
    expect(sessionStorage.getItem('view')).not.toBeNull();
    sessionStorage.removeItem('view');
  });
});
