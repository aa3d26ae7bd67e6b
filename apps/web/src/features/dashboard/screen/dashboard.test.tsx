import { type assets, type dashboards, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#shell/query-client.ts';
import { anAsset } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { assetTitle } from '../subject/dashboard-subject.ts';
import {
  aDashboard,
  aPortal,
  aTile,
  choose,
  openDashboard,
  stubBrowser,
  twoTabs,
  VIEWER,
} from '../testing/dashboards.ts';

beforeEach(stubBrowser);

describe('refusals and failures', () => {
  test('without the permission to see dashboards one gets the assets', async () => {
    const { path, stub } = aPortal({ permissions: [6] });
    await renderApp(path);
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(stub.requests.some(({ url }) => url.pathname.endsWith('/dashboards'))).toBe(false);
  });

  test('a dashboard that cannot be loaded says so and can be tried again', async () => {
    const { path, stub, asset } = aPortal();
    const call = `GET /api/ef/assets/${asset.assetId}/dashboards` as const;
    stub.on(call, { status: 503, body: { error: { code: 'unavailable', message: 'The database is being moved.' } } });
    await renderApp(path);
    expect(await screen.findByText('Failed to load Dashboard. Please refresh.')).toBeTruthy();
    expect(screen.getByText('The database is being moved.')).toBeTruthy();
    stub.on(call, { body: [aDashboard()] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('12.35')).toBeTruthy();
  });

  test('dashboards that the portal fails to answer are asked for three times, not nine', async () => {
    const { path, stub, asset } = aPortal();
    const list = `/api/ef/assets/${asset.assetId}/dashboards`;
    stub.on(`GET ${list}`, { status: 503, body: { error: { code: 'unavailable', message: 'Being moved.' } } });
    await renderApp(path, createQueryClient());
    expect(await screen.findByText('Failed to load Dashboard. Please refresh.')).toBeTruthy();
    expect(stub.requests.filter(({ url }) => url.pathname === list)).toHaveLength(3);
  });

  test('a portal that takes the request and never answers has failed as well, and can be asked again', async () => {
    const { path, stub, asset } = aPortal();
    const call = `GET /api/ef/assets/${asset.assetId}/dashboards` as const;
    stub.on(call, { isNever: true });
    await renderApp(path, createQueryClient());
    expect(await screen.findByText('Failed to load Dashboard. Please refresh.')).toBeTruthy();
    expect(screen.getByText(/has not answered yet/)).toBeTruthy();
    stub.on(call, { body: [aDashboard()] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('12.35')).toBeTruthy();
  });

  test('a dashboard of another asset is not opened', async () => {
    const { path } = aPortal();
    await renderApp(`${path}?dashboardId=77`);
    expect(await screen.findByText(/Dashboard 77 does not belong to this asset/)).toBeTruthy();
  });

  test('who may not change dashboards gets no edit mode, whatever the address says', async () => {
    const { path } = aPortal({ permissions: VIEWER });
    await openDashboard(`${path}?mode=builder`);
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Tile menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual([
      'Reload dashboard',
      'Load Dashboard…',
      'Versions…',
      'Set Default Dashboard…',
      'Toggle full screen button',
      'Timeline…',
    ]);
  });
});

describe('opening', () => {
  test.each([
    [{ alias: 'Pump 7', serialNumber: 'SN-1' }, 'Pump 7'],
    [{ alias: '', serialNumber: 'SN-1' }, 'SN-1'],
    [{ alias: '', serialNumber: '', definition: 'Pump station' }, 'Pump station'],
  ])('the title of %j is %s', (differences, title) => {
    expect(assetTitle(anAsset(differences))).toBe(title);
  });

  test('shows a spinner, then the first dashboard in view-only mode, titled after the asset', async () => {
    const { path } = aPortal();
    await renderApp(path);
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(document.title).toBe('Pump 7');
    expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
    expect(screen.queryByText('20 × 20')).toBeNull();
  });

  test('dashboardId in the address chooses', async () => {
    const other = aDashboard(
      { tabs: [{ id: 'x', name: 'X' }], tiles: { x: [aTile('o', { decimals: 0 })] } },
      { dashboardId: 8 as dashboards.Dashboard['dashboardId'] },
    );
    const { path } = aPortal({ list: [aDashboard(), other] });
    await renderApp(`${path}?dashboardId=8`);
    expect(await screen.findByText('12')).toBeTruthy();
  });

  test('where there is none a default one is made, which shows the first numeric data items', async () => {
    const { path, saved } = aPortal({ list: [] });
    await renderApp(path);
    expect((await screen.findAllByText('12.35')).length).toBeGreaterThan(0);
    expect(saved).toMatchObject([{ dashboardId: 0, dashboardName: 'Unnamed Dashboard', assetDefinitionId: 1 }]);
    const document = JSON.parse(saved[0]?.config ?? '');
    expect(document.tabs.map(({ name }: { name: string }) => name)).toEqual(['default']);
    const [tiles] = Object.values(document.tiles) as ReturnType<typeof aTile>[][];
    const types = tiles?.map(({ properties, dataGrid }) => `${properties.type.value} ${dataGrid.w}`);
    expect(types).toEqual(['Indicator 32', 'FastGraph 96', 'Gauge 32', 'AdvancedGraph 64']);
    expect(tiles?.[0]?.properties.dataItem).toBe(5);
  });

  test('who may not create one sees the default one, unsaved', async () => {
    const { path, saved } = aPortal({ list: [], permissions: VIEWER });
    await renderApp(path);
    expect((await screen.findAllByText('12.35')).length).toBeGreaterThan(0);
    expect(saved).toEqual([]);
  });

  test('a type that nobody knows is drawn as deprecated and kept', async () => {
    const tile = { ...aTile('odd'), properties: { type: { name: 'toString', value: 'constructor' }, beam: 3 } };
    const { path, saved } = aPortal({
      list: [aDashboard({ tabs: [{ id: 'a', name: 'A' }], tiles: { a: [tile, aTile('t1')] } })],
    });
    await openDashboard(`${path}?mode=builder`);
    expect(await screen.findByText(/this tile type is deprecated/)).toBeTruthy();
    fireEvent.keyDown(screen.getAllByRole('button', { name: /^Move/ })[1] as Element, { key: 'ArrowRight' });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(JSON.parse(saved[0]?.config ?? '').tiles.a[0].properties).toEqual(tile.properties);
  });

  test('a stored text that is no dashboard is told, logged once, and replaced only on purpose (G7)', async () => {
    const { path, saved } = aPortal({ list: [aDashboard('{oops')] });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await renderApp(`${path}?mode=builder`);
    expect(await screen.findByText('This tab is empty.')).toBeTruthy();
    expect(screen.getByText('Stored dashboard unreadable')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Add tab' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText(/Saving replaces it/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);
    // However often it is drawn meanwhile.
    expect(warn.mock.calls).toEqual([['The stored dashboard cannot be read.', expect.stringContaining('not JSON')]]);
    warn.mockRestore();
  });
});

describe('one tile, one tab', () => {
  test('the address of a tile shows that tile alone', async () => {
    const { path } = aPortal();
    await renderApp(`${path}/3/tile/t2`);
    expect(await screen.findByText('12.3')).toBeTruthy();
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  test('a spinner until the tile is found', async () => {
    const { path } = aPortal();
    await renderApp(`${path}/3/tile/none`);
    expect(await screen.findByText('Looking for the tile')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open the whole dashboard' })).toBeTruthy();
  });

  test('the address of a tab shows that tab alone', async () => {
    const { path } = aPortal();
    await renderApp(`${path}/3/tabs/1`);
    expect(await screen.findByText('12.3')).toBeTruthy();
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  test('any other path below shows the full dashboard', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}/elsewhere`);
    expect(screen.getByRole('tablist')).toBeTruthy();
  });
});

describe('tabs', () => {
  test('one opens by a click and by the arrow keys, stands in the address, and resizes the window twice', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    const resized = vi.fn();
    window.addEventListener('resize', resized);
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('12.3')).toBeTruthy();
    expect(currentAddress()).toContain('tab=b');
    await waitFor(() => expect(resized).toHaveBeenCalledTimes(2));
    window.removeEventListener('resize', resized);
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Details' }), { key: 'ArrowLeft' });
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Overview');
  });

  test('one whose permission the user lacks is not there, and the first that is becomes active', async () => {
    const [first, second] = twoTabs.tabs;
    const tabs = [{ ...first, permissionId: permissionId('Commands', 'View') }, second];
    const { path } = aPortal({ permissions: VIEWER, list: [aDashboard({ ...twoTabs, tabs })] });
    await renderApp(`${path}?tab=a`);
    expect(await screen.findByText('12.3')).toBeTruthy();
    expect(screen.queryByText('Overview')).toBeNull();
  });

  test('when none is shown it says why', async () => {
    const tabs = twoTabs.tabs.map((tab) => ({ ...tab, lg: false }));
    const { path } = aPortal({ permissions: VIEWER, list: [aDashboard({ ...twoTabs, tabs })] });
    await renderApp(path);
    expect(await screen.findByText('No tab of this dashboard is visible to you here.')).toBeTruthy();
  });

  test('are added, named, moved and deleted in edit mode', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    fireEvent.click(screen.getByRole('button', { name: 'Add tab' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(names()).toEqual(['Overview', 'Details', 'tab 3']));
    await choose('Menu of tab tab 3', 'Move left');
    expect(names()).toEqual(['Overview', 'tab 3', 'Details']);
    await choose('Menu of tab tab 3', 'Name, permission');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Valves' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(names()).toEqual(['Overview', 'Valves', 'Details']));
    await choose('Menu of tab Valves', 'Delete');
    expect(await screen.findByText('Are you sure you want to delete this tab?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(names()).toEqual(['Overview', 'Details']));
    expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('the default dashboard', () => {
  const other = aDashboard(
    { tabs: [{ id: 'x', name: 'X' }], tiles: { x: [aTile('o', { decimals: 0 })] } },
    { dashboardId: 8 as dashboards.Dashboard['dashboardId'], dashboardName: 'For phones' },
  );

  test.each([
    ['of the asset at this size', 'Pref-Dash-LG', '8', '12'],
    ['of another size', 'pref-dash-sm', '8', '12.35'],
    ['that was deleted', 'pref-dash-lg', '77', '12.35'],
    ['that makes no sense', 'pref-dash-lg', 'constructor', '12.35'],
  ])('%s', async (_name, attributeName, attributeValue, expected) => {
    const asset = { ...anAsset(), attributes: [{ attributeName, attributeValue }] } as unknown as assets.Asset;
    const { path } = aPortal({ asset, list: [aDashboard(), other] });
    await renderApp(path);
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  test('is set in the menu, per layout size, as attributes of the asset', async () => {
    const { path, stub, asset } = aPortal({ list: [aDashboard(), other] });
    const put = `PUT /api/assets/${asset.assetId}/attributes` as 'GET /';
    stub.on(put, ({ body }) => ({ body }));
    await openDashboard(path);
    await choose('More', 'Set Default Dashboard');
    fireEvent.click(await screen.findByLabelText('Extra small (mobile)', { selector: 'input' }));
    fireEvent.click((await screen.findAllByRole('option', { name: 'For phones', hidden: true })).at(-1) as Element);
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    expect(await screen.findByText('Default dashboards set.')).toBeTruthy();
    const sent = stub.requests.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual([{ attributeName: 'pref-dash-xxs', attributeValue: '8' }]);
  });
});

describe('a system', () => {
  test('has dashboards of its definition, whose tiles reach the assets in its slots', async () => {
    const asset = anAsset({ alias: 'Pump 7' });
    const tile = aTile('t1', { slotPath: [11] });
    const config = { tabs: [{ id: 'a', name: 'A', order: 0 }], tiles: { a: [tile] }, layouts: {} };
    const record = aDashboard(config, {
      assetDefinitionId: null,
      systemDefinitionId: 6 as dashboards.Dashboard['systemDefinitionId'],
    });
    const definition = { systemDefinitionId: 6, name: 'Pad', alias: '', description: '', slots: [] };
    const system = {
      systemId: 2,
      name: 'North pad',
      systemDefinitionId: 6,
      assetId: null,
      assetDefinitionId: null,
      attributes: [{ attributeName: 'aliasMap', attributeValue: '{"5":"North current"}', assetId: null }],
      currentSlotAssignments: [{ slotId: 11, assetId: asset.assetId, systemId: null, attributes: [] }],
      systemDefinition: { ...definition, dashboards: [record] },
    };
    const tree = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] };
    const { stub, saved } = aPortal({ asset });
    stub.on('GET /api/ef/systems/2', { body: system });
    stub.on('GET /api/ef/systems/2/dashboard', { body: system }).on('GET /api/ef/systems/2/definition', {
      body: { slots: [{ slotId: 11, name: 'Main pump', assetDefinition: tree }], dataItemDefinitions: [] },
    });
    await renderApp('/systems/2/dashboard?mode=builder');
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(screen.getByText('Main pump › North current')).toBeTruthy();
    expect(document.title).toBe('North pad');
    fireEvent.keyDown(await screen.findByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toMatchObject([{ systemDefinitionId: 6, assetDefinitionId: null }]));
  });

  test('that is not in the list has no dashboard, which is said', async () => {
    const { stub } = aPortal();
    const body = { error: { code: 'not-found', message: 'The system was not found.' } };
    stub.on('GET /api/ef/systems/2', { status: 404, body });
    await renderApp('/systems/2/dashboard');
    expect(await screen.findByText('There is no such system among those that you see.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the systems' })).toBeTruthy();
    expect(stub.requests.map(({ url }) => url.pathname)).not.toContain('/api/ef/systems/2/dashboard');
  });
});
