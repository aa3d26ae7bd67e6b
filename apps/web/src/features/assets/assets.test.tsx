import { assets, auth } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { readListPreferences } from './list/list-preferences.ts';

function portal(list: assets.Asset[], permissions: readonly number[] = [6, 54]) {
  return new PortalStub().on(auth.login, { body: aLogin(permissions) }).on(assets.listAssets, { body: list });
}

/** Aliases in the order of the table. */
function shownAliases(): string[] {
  const rows = within(screen.getByRole('grid', { name: 'Assets' })).getAllByRole('row');
  return rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');
}

beforeEach(() => {
  localStorage.clear();
  readListPreferences();
});

describe('the assets page', () => {
  it('tells who misses the permission', async () => {
    const stub = portal([], [12]);
    await renderApp('/assets');
    expect(await screen.findByText('You are missing permissions to view assets.')).toBeTruthy();
    expect(stub.requests.some(({ url }) => url.pathname === '/api/ef/assets')).toBe(false);
  });

  it('tells who sees no asset', async () => {
    portal([]);
    await renderApp('/assets');
    expect(await screen.findByText('You do not have access to any assets.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create from CSV…' })).toBeNull();
  });

  it('takes a file of assets where there is none yet', async () => {
    portal([]).on(auth.login, { body: aLogin([1]) });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Create from CSV…' }));
    expect(await screen.findByRole('textbox', { name: /^Assets, with the column/ })).toBeTruthy();
  });

  it('says what went wrong and tries again', async () => {
    const stub = portal([]).on(assets.listAssets, {
      status: 503,
      body: { error: { code: 'unavailable', message: 'The database is being moved.' } },
    });
    await renderApp('/assets');
    expect(await screen.findByText('The database is being moved.')).toBeTruthy();
    stub.on(assets.listAssets, { body: [anAsset({ alias: 'Pump 7' })] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Pump 7' })).toBeTruthy();
  });

  it('lists connected before disconnected, then by alias', async () => {
    portal([
      anAsset({ alias: 'Pump 10' }),
      anAsset({ alias: 'Alpha', connected: false }),
      anAsset({ alias: 'pump 9' }),
      anAsset({ alias: '', serialNumber: 'ZZ-1', connected: false, lastcontact: null }),
    ]);
    await renderApp('/assets');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['pump 9', 'Pump 10', 'Alpha', 'ZZ-1']);
    expect(screen.getByText('Offline', { selector: 'td *' })).toBeTruthy();
    expect(screen.getByText('Never connected')).toBeTruthy();
  });

  it('searches alias, serial number and definition, and keeps the search in the address', async () => {
    portal([
      anAsset({ alias: 'North', serialNumber: 'TT-100', definition: 'Pump station' }),
      anAsset({ alias: 'South', serialNumber: 'TT-200', definition: 'Tank battery', definitionId: 2 }),
    ]);
    await renderApp('/assets');
    const field = await screen.findByRole('textbox', { name: 'Search by alias, serial number or definition' });
    for (const [text, found] of [
      ['tt-2', 'South'],
      ['TANK', 'South'],
      ['nor pump', 'North'],
    ] as const) {
      fireEvent.change(field, { target: { value: text } });
      await waitFor(() => expect(shownAliases()).toEqual([found]));
    }
    expect(currentAddress()).toBe('/assets?search=nor+pump');

    fireEvent.change(field, { target: { value: 'nothing' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(shownAliases()).toEqual(['North', 'South']));
    expect(currentAddress()).toBe('/assets');
  });

  it('takes search, filter and sort from the address', async () => {
    portal([
      anAsset({ alias: 'A', definitionId: 1 }),
      anAsset({ alias: 'B', definitionId: 2, definition: 'Rig' }),
      anAsset({ alias: 'C', definitionId: 2, definition: 'Rig', connected: false }),
    ]);
    await renderApp('/assets?definition=2&sort=alias.desc');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['C', 'B']);
    expect(screen.getByRole('button', { name: /^Rig/ }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('columnheader', { name: 'Alias' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('gives the three most used definitions a button and the rest an overflow', async () => {
    const of = (definitionId: number, count: number) =>
      Array.from({ length: count }, () => anAsset({ definitionId, definition: `Type ${definitionId}` }));
    portal([...of(1, 2), ...of(2, 5), ...of(3, 3), ...of(4, 1), ...of(5, 4)]);
    await renderApp('/assets');
    await screen.findByRole('grid');
    const names = screen.getAllByRole('button', { name: /^Type/ }).map((button) => button.textContent);
    expect(names).toEqual(['Type 25', 'Type 54', 'Type 33']);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Type 4/ }));
    await waitFor(() => expect(shownAliases()).toHaveLength(1));
  });

  it('shows 10,000 assets page by page, eight rows unless another number is chosen, and remembers the choice', async () => {
    portal(Array.from({ length: 10_000 }, (_, index) => anAsset({ alias: `Pump ${index}` })));
    await renderApp('/assets');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(Array.from({ length: 8 }, (_, index) => `Pump ${index}`));
    expect(screen.getByText('Page 1 of 1,250')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(shownAliases()[0]).toBe('Pump 8'));
    expect(currentAddress()).toBe('/assets?page=2');
    const spinner = screen.getByRole('spinbutton', { name: 'Rows per page' });
    expect([spinner.getAttribute('min'), spinner.getAttribute('max')]).toEqual(['1', '100']);
    fireEvent.change(spinner, { target: { value: '100' } });
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('101'));
    fireEvent.change(spinner, { target: { value: '4000' } });
    fireEvent.blur(spinner);
    expect(localStorage.getItem('assetRowsPerPage')).toBe('100');
  });

  it('begins at the first page when a filter narrows it, and stays on the last one there is', async () => {
    portal(Array.from({ length: 20 }, (_, index) => anAsset({ alias: index === 3 ? 'Gate' : `Pump ${index}` })));
    await renderApp('/assets?page=99');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['Pump 16', 'Pump 17', 'Pump 18', 'Pump 19']);
    const field = screen.getByRole('textbox', { name: 'Search by alias, serial number or definition' });
    fireEvent.change(field, { target: { value: 'gate' } });
    await waitFor(() => expect(shownAliases()).toEqual(['Gate']));
    expect(currentAddress()).toBe('/assets?search=gate');
  });

  it('moves between rows with the arrow keys and opens one with Enter', async () => {
    const list = [anAsset({ alias: 'A' }), anAsset({ alias: 'B' })];
    portal(list);
    await renderApp('/assets');
    const rows = within(await screen.findByRole('grid')).getAllByRole('row');
    act(() => rows[1]?.focus());
    fireEvent.keyDown(rows[1] as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('B');
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Enter' });
    expect(currentAddress().startsWith(`/assets/${list[1]?.assetId}/dashboard`)).toBe(true);
  });

  it('follows the connection of the rows in view live, and says whether it can', async () => {
    const hub = new TestingHub();
    const asset = anAsset({ alias: 'Pump 7', connected: true });
    portal([asset]);
    vi.stubGlobal('WebSocket', function openSocket(url: string) {
      return hub.openSocket(url);
    });
    await renderApp('/assets');
    expect(await screen.findByText('Connected')).toBeTruthy();
    const topic = `telltale/assets/${asset.assetId}/state`;
    await waitFor(() => expect([...(hub.connected.at(-1)?.filters ?? [])]).toEqual([topic]));
    expect(await screen.findByText('Live')).toBeTruthy();

    act(() => hub.publish(topic, { assetId: asset.assetId, connected: false, lastcontact: 1_763_640_000_000 }));
    expect(await screen.findByText('Offline', { selector: 'td *' })).toBeTruthy();

    act(() => hub.dropAll());
    expect(await screen.findByText('Connected')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Not live' })).toBeTruthy();
  });

  it('shows cards on a phone', async () => {
    portal([anAsset({ alias: 'Pump 7', connected: false })]);
    window.innerWidth = 390;
    await renderApp('/assets');
    const card = await screen.findByRole('link', { name: /Pump 7/ });
    expect(card.textContent).toContain('Offline');
    expect(screen.queryByRole('grid')).toBeNull();
  });
});
