import { type assets, auth, dashboards, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#app/testing/portal-stub.ts';
import { currentAddress, renderApp } from '#app/testing/render-app.tsx';
import { TestingHub } from '#live/testing-hub.ts';
import { stubObservers } from '#tile-kit/testing-observers.ts';
import { assetTitle } from './asset-title.ts';

const EVERYTHING = [1];
const VIEWER = [6, 54];
const NOW = '2026-11-20T12:00:00.000Z';

function aValue(dataItemId: number, label: string, value: number | string) {
  const isString = typeof value === 'string';
  return {
    dataItemId,
    label,
    alias: '',
    value: isString ? null : value,
    unit: 'A',
    isString,
    stringValue: isString ? value : null,
    timestamp: Date.now(),
    quality: 192,
  };
}

function aTile(id: string, differences: Record<string, unknown> = {}) {
  return {
    id,
    properties: { type: { name: 'Text Indicator', value: 'Indicator' }, dataItem: 5, future: 'kept', ...differences },
    dataGrid: { x: 0, y: 0, w: 20, h: 20 },
  };
}

const twoTabs = {
  tabs: [
    { id: 'a', name: 'Overview', order: 0 },
    { id: 'b', name: 'Details', order: 1 },
  ],
  tiles: { a: [aTile('t1')], b: [aTile('t2', { decimals: 1 })] },
  layouts: {},
  unknownKey: 1,
};

function aDashboard(config: unknown = twoTabs, differences: Partial<dashboards.Dashboard> = {}) {
  return {
    dashboardId: 3,
    dashboardName: 'Pumps',
    systemDefinitionId: null,
    assetDefinitionId: 1,
    config: typeof config === 'string' ? config : JSON.stringify(config),
    version: 4,
    modified: NOW,
    modifiedBy: 'ada',
    ...differences,
  } as dashboards.Dashboard;
}

interface World {
  permissions?: readonly number[];
  list?: dashboards.Dashboard[];
  asset?: assets.Asset;
}

/** A portal with one asset, its values and its dashboards, which keeps what is saved. */
function aPortal({
  permissions = EVERYTHING,
  list = [aDashboard()],
  asset = anAsset({ alias: 'Pump 7' }),
}: World = {}) {
  const { assetId } = asset;
  const stored = [...list];
  const saved: { dashboardId: number; dashboardName: string; config: string; version?: number }[] = [];
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(`GET /api/ef/assets/${assetId}`, { body: asset })
    .on(`GET /api/ef/assets/${assetId}/definition`, {
      body: { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] },
    })
    .on(`GET /api/ef/assets/${assetId}/dashboards`, () => ({ body: stored }))
    .on(`GET /api/ef/assets/${assetId}/dataitems`, {
      body: [aValue(4, 'state', 'on'), aValue(5, 'motor_current', 12.345), aValue(6, 'flow', 8)],
    })
    .on('GET /api/historicaldata', { body: [[], []] })
    .on(dashboards.saveDashboard, ({ body }) => {
      const input = body as (typeof saved)[number];
      saved.push(input);
      const record = aDashboard(input.config, {
        dashboardId: (input.dashboardId || 9) as dashboards.Dashboard['dashboardId'],
        dashboardName: input.dashboardName,
        version: 5,
      });
      const index = stored.findIndex(({ dashboardId }) => dashboardId === record.dashboardId);
      stored.splice(index === -1 ? stored.length : index, index === -1 ? 0 : 1, record);
      return { body: record };
    });
  return { stub, asset, stored, saved, path: `/assets/${assetId}/dashboard` };
}

/** Opens an address and waits for the first tile's value. */
async function openDashboard(address: string): Promise<void> {
  await renderApp(address);
  await screen.findByText('12.35', {}, { timeout: 10_000 });
}

async function choose(menu: string, entry: string): Promise<void> {
  // A menu that is still closing takes no press; opened anew in jsdom its transition does not end.
  const item = await waitFor(() => {
    const button = screen.getByRole('button', { name: menu });
    if (button.getAttribute('aria-expanded') !== 'true') fireEvent.click(button);
    return screen.getByRole('menuitem', { name: new RegExp(`^${entry}`), hidden: true });
  });
  fireEvent.click(item);
}

beforeEach(() => {
  stubObservers();
  // The menus' focus trap finds nothing to focus in jsdom, and prints the whole element each time.
  vi.spyOn(console, 'warn').mockReturnValue();
  const hub = new TestingHub();
  vi.stubGlobal('WebSocket', function openSocket(url: string) {
    return hub.openSocket(url);
  });
});

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
    expect(entries).toEqual(['Reload dashboard', 'Load Dashboard…']);
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

  test('a stored text that is no dashboard is told, and replaced only on purpose', async () => {
    const { path, saved } = aPortal({ list: [aDashboard('{oops')] });
    await renderApp(`${path}?mode=builder`);
    expect(await screen.findByText('This tab is empty.')).toBeTruthy();
    expect(screen.getByText('Stored dashboard unreadable')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add tab' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText(/Saving replaces it/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);
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

describe('editing', () => {
  test('the mode is in the address, and E toggles it', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByText('20 × 20')).toBeTruthy();
    expect(currentAddress()).toContain('mode=builder');
    fireEvent.keyDown(window, { key: 'e' });
    await waitFor(() => expect(currentAddress()).not.toContain('mode=builder'));
  });

  test('a tile is changed through its dialog: fresh settingsGuid, no default any more, unknown keys kept', async () => {
    const { path, saved } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit tile: Text Indicator' });
    fireEvent.change(await within(dialog).findByLabelText(/Decimals/, {}, { timeout: 5_000 }), {
      target: { value: '1' },
    });
    expect(within(dialog).getByText(new RegExp(`${path}/3/tile/t1`))).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('12.3')).toBeTruthy();

    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ dashboardId: 3, dashboardName: 'Pumps', version: 4 });
    const document = JSON.parse(saved[0]?.config ?? '');
    expect(document.unknownKey).toBe(1);
    expect(document.tiles.a[0].properties).toMatchObject({ decimals: 1, future: 'kept', type: { default: false } });
    expect(document.tiles.a[0].properties.settingsGuid).toMatch(/^[0-9a-f]{24}$/);
    await waitFor(() => expect(currentAddress()).not.toContain('mode=builder'));
  });

  test('closing the dialog changes nothing', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(await within(dialog).findByLabelText(/Decimals/), { target: { value: '1' } });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as Element);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('12.35')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  });

  test('adding a tile leaves view-only mode and opens its settings; deleting is undone by Ctrl+Z', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    await choose('More', 'Add tile by name');
    const name = await screen.findByLabelText(/Name/, { selector: 'input' });
    fireEvent.change(name, { target: { value: 'constructor' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('No tile type has this name.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'dial gauge' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit tile: Dial Gauge' });
    expect(currentAddress()).toContain('mode=builder');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as Element);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(2);
    fireEvent.click(screen.getAllByRole('button', { name: 'Tile menu' })[0] as Element);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(1));
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(2));
  });
});

describe('saving', () => {
  async function changed(world: World = {}) {
    const portal = aPortal(world);
    await openDashboard(`${portal.path}?mode=builder`);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    await screen.findByText('20 × 20');
    return portal;
  }
  const conflict = {
    status: 409,
    body: {
      error: { code: 'conflict', message: 'x', details: { version: 6, modifiedBy: 'grace', modified: NOW } },
    },
  };

  test('when somebody saved meanwhile, it says who and lets one overwrite', async () => {
    const { stub, saved } = await changed();
    let attempts = 0;
    stub.on(dashboards.saveDashboard, ({ body }) => {
      attempts++;
      saved.push(body as (typeof saved)[number]);
      return attempts === 1 ? conflict : { body: aDashboard(twoTabs, { version: 7 }) };
    });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText(/grace saved this dashboard/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(saved.map(({ version }) => version)).toEqual([4, 6]));
    expect(await screen.findByText('Dashboard saved.')).toBeTruthy();
  });

  test('or reload theirs', async () => {
    const { stub, stored } = await changed();
    stub.on(dashboards.saveDashboard, conflict);
    const theirs = { ...twoTabs, tiles: { a: [aTile('t1', { decimals: 0 })], b: [] } };
    stored.splice(0, 1, aDashboard(theirs, { version: 6 }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('12')).toBeTruthy();
    expect(currentAddress()).not.toContain('mode=builder');
  });

  test('a failure keeps the changes and says what happened', async () => {
    const { stub } = await changed();
    stub.on(dashboards.saveDashboard, { status: 500, body: { error: { code: 'x', message: 'The disk is full.' } } });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText(/The disk is full/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(false);
  });

  test('as another dashboard gives it a name and opens it', async () => {
    const { saved } = await changed();
    await choose('More', 'Save As');
    fireEvent.change(await screen.findByLabelText(/Name of the new dashboard/), { target: { value: 'Mine' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toContain('dashboardId=9'));
    expect(saved).toMatchObject([{ dashboardId: 0, dashboardName: 'Mine' }]);
    expect(saved[0]).not.toHaveProperty('version');
  });

  test('discarding asks, and gives the stored one', async () => {
    await changed();
    await choose('More', 'Discard Changes');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(currentAddress()).not.toContain('mode=builder'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('deleting asks, and opens what is left', async () => {
    const other = aDashboard(
      { tabs: [{ id: 'x', name: 'X' }], tiles: { x: [aTile('o', { decimals: 0 })] } },
      { dashboardId: 8 as dashboards.Dashboard['dashboardId'] },
    );
    const { stub, stored, path } = aPortal({ list: [aDashboard(), other] });
    stub.on('DELETE /api/dashboards/3', () => {
      stored.shift();
      return { body: { dashboardId: 3 } };
    });
    await openDashboard(path);
    await choose('More', 'Delete Dashboard');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('12')).toBeTruthy();
  });

  test('leaving with changes asks first', async () => {
    await changed();
    fireEvent.click(screen.getByRole('link', { name: 'Assets' }));
    expect(await screen.findByText(/changes that are not saved/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(currentAddress()).toContain('/dashboard');
    await waitFor(() => expect(screen.queryByText(/changes that are not saved/)).toBeNull());
    fireEvent.click(screen.getByRole('link', { name: 'Assets' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(localStorage.getItem('draft.dashboard.3')).toBeNull();
  });

  test('changes that were not saved outlive a reload, and are saved over the version they began with', async () => {
    const { path, saved } = await changed();
    await waitFor(() => expect(localStorage.getItem('draft.dashboard.3')).not.toBeNull());
    await act(async () => undefined);
    await renderApp(path);
    expect(await screen.findByText(/Your unsaved changes are back/)).toBeTruthy();
    expect(currentAddress()).toContain('mode=builder');
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.version).toBe(4);
    expect(JSON.parse(saved[0]?.config ?? '').layouts.a.lg).toMatchObject([{ i: 't1', x: 1, y: 0 }]);
    await waitFor(() => expect(localStorage.getItem('draft.dashboard.3')).toBeNull());
  });
});
