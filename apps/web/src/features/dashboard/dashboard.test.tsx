import { type assets, dashboards, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anAsset } from '#app/testing/portal-stub.ts';
import { currentAddress, renderApp } from '#app/testing/render-app.tsx';
import { findTile, listTiles } from '#tiles/registry.ts';
import { assetTitle } from './dashboard-subject.ts';
import { tilesOfItems } from './model/tiles-of-items.ts';
import {
  aDashboard,
  aPortal,
  aTile,
  choose,
  draftPlaces,
  NOW,
  openDashboard,
  stubBrowser,
  twoTabs,
  VIEWER,
  type World,
} from './testing-dashboards.ts';

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
      'Hide full screen button',
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
    fireEvent.click(screen.getByRole('button', { name: 'Add tab' }));
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

  test('closing the dialog with changed settings asks, and then changes nothing', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(await within(dialog).findByLabelText(/Decimals/), { target: { value: '1' } });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as Element);
    const question = await screen.findByRole('dialog', { name: 'Unsubmitted settings' });
    fireEvent.click(within(question).getByRole('button', { name: 'Discard settings' }));
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

describe('tiles of data items', () => {
  const own = (dataItem: number) => ({ slotPath: [], dataItem });
  const names = () =>
    screen.getAllByRole('group', { name: /, selected$/ }).map((tile) => tile.getAttribute('aria-label'));

  test('data items that are picked become tiles beside the others, and the dialog stays for the next ones', async () => {
    const { path, saved } = aPortal({ items: [4, 5, 6] });
    await openDashboard(path);
    await choose('More', 'Add tiles from data items');
    const dialog = await screen.findByRole('dialog', { name: 'Add tiles from data items' });
    const pick = async (...labels: RegExp[]) => {
      for (const label of labels) fireEvent.click(await within(dialog).findByRole('option', { name: label }));
    };
    const add = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));

    expect(within(dialog).getByRole('button', { name: 'Add tiles' }).hasAttribute('disabled')).toBe(true);
    await pick(/^state/, /^flow/);
    add('Add 2 tiles');
    expect(within(dialog).getByRole('status').textContent).toBe('2 tiles added: Text Indicator.');
    expect(currentAddress()).toContain('mode=builder');
    await waitFor(() => expect(names()).toHaveLength(2));
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Data Item Table' }));
    await pick(/^motor_current/, /^flow/);
    add('Add 1 tile');
    expect(within(dialog).getByRole('status').textContent).toBe('Data Item Table added.');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as Element);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(names()).toEqual(['Data Item Table, selected']);

    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    const { tiles, layouts } = JSON.parse(saved[0]?.config ?? '');
    expect(tiles.a.map(({ properties }: { properties: Record<string, unknown> }) => properties)).toMatchObject([
      { future: 'kept' },
      { type: { value: 'Indicator' }, dataItem: 4 },
      { type: { value: 'Indicator' }, dataItem: 6 },
      { type: { value: 'DataItemTable' }, showAll: false, dataItems: [{ dataItem: 5 }, { dataItem: 6 }] },
    ]);
    // The tile that was there stays; two of 24 columns fit beside its 20, and the table of 48 goes below them.
    expect(layouts.a.lg).toMatchObject([
      { x: 0, y: 0, w: 20, h: 20 },
      { x: 20, y: 0, w: 24, h: 10 },
      { x: 44, y: 0, w: 24, h: 10 },
      { x: 20, y: 10, w: 48, h: 30 },
    ]);
  });

  test('every type that can be made of data items shows the ones that it was made of', () => {
    const types = listTiles().filter(({ ofItems }) => ofItems !== undefined);
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['Gauge', 'CylinderGauge', 'Indicator', 'AdvancedGraph', 'BarGraph', 'DataItemTable']),
    );
    for (const definition of types) {
      const tiles = tilesOfItems(definition, [own(5), own(6)], () => 'new');
      expect(tiles).toHaveLength(definition.ofItems?.makes === 'each' ? 2 : 1);
      const shown = tiles.map(({ properties }) => JSON.stringify(definition.settings.parse(properties))).join();
      expect(shown).toContain('"dataItem":5');
      expect(shown).toContain('"dataItem":6');
      expect(96 % (tiles[0]?.dataGrid.w ?? 0)).toBe(0);
    }
    expect(tilesOfItems(findTile('TextBox'), [own(5)], () => 'new')).toEqual([]);
    expect(tilesOfItems(findTile('Gauge'), [], () => 'new')).toEqual([]);
  });
});

describe('tiles as a group', () => {
  const three = {
    tabs: twoTabs.tabs,
    tiles: {
      a: [0, 1, 2].map((n) => ({
        ...aTile(`t${n}`, { title: `Tile ${n}` }),
        dataGrid: { x: 20 * n, y: 0, w: 20, h: 20 },
      })),
      b: [],
    },
    layouts: {},
  };
  const tiles = () => screen.queryAllByRole('group', { name: /^Tile/ });
  const tileOf = (n: number) => screen.getByRole('group', { name: new RegExp(`^Tile ${n}`) });
  const surfaceOf = (n: number) => tileOf(n).querySelector('.tt-tile-surface') as Element;

  async function editing() {
    const portal = aPortal({ list: [aDashboard(three)] });
    await renderApp(`${portal.path}?mode=builder`);
    await waitFor(() => expect(tiles()).toHaveLength(3), { timeout: 10_000 });
    return portal;
  }
  async function savedLayout({ saved }: ReturnType<typeof aPortal>) {
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    const items = JSON.parse(saved[0]?.config ?? '').layouts.a.lg as { i: string; x: number; y: number }[];
    return Object.fromEntries(items.map(({ i, x, y }) => [i, [x, y]]));
  }
  /** A clipboard as a browser hands it to the page with its event. */
  function aClipboard(text = '') {
    let held = text;
    return { setData: (_type: string, value: string) => (held = value), getData: () => held };
  }

  test('a focused tile moves by arrow keys and says where it stands; held down it is one step', async () => {
    const portal = await editing();
    tileOf(2).focus();
    fireEvent.keyDown(tileOf(2), { key: 'ArrowRight' });
    for (let press = 0; press < 4; press++) fireEvent.keyDown(tileOf(2), { key: 'ArrowRight', repeat: true });
    expect(await screen.findByText('Tile 2: column 46, row 1, 20 wide, 20 high.')).toBeTruthy();
    fireEvent.keyDown(tileOf(2), { key: 'ArrowDown', shiftKey: true });
    expect(await screen.findByRole('button', { name: 'Undo: Resize Tile 2' })).toBeTruthy();
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(await screen.findByRole('button', { name: 'Undo: Move Tile 2' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Redo: Resize Tile 2' })).toBeTruthy();
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true, shiftKey: true });
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    fireEvent.keyDown(window, { key: 'y', ctrlKey: true });
    expect(await savedLayout(portal)).toEqual({ t0: [0, 0], t1: [20, 0], t2: [45, 0] });
  });

  test('Enter opens the settings of a focused tile', async () => {
    await editing();
    fireEvent.keyDown(tileOf(1), { key: 'Enter' });
    expect(await screen.findByRole('dialog', { name: 'Edit tile: Text Indicator' })).toBeTruthy();
  });

  test('Shift and click select several, which move and go together', async () => {
    const portal = await editing();
    fireEvent.click(surfaceOf(1));
    fireEvent.click(surfaceOf(2), { shiftKey: true });
    expect(tileOf(1).getAttribute('aria-label')).toBe('Tile 1, selected');
    tileOf(1).focus();
    fireEvent.keyDown(tileOf(1), { key: 'ArrowRight' });
    expect(await screen.findByRole('button', { name: 'Undo: Move 2 tiles' })).toBeTruthy();
    expect(await savedLayout(portal)).toEqual({ t0: [0, 0], t1: [21, 0], t2: [41, 0] });
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.click(surfaceOf(0));
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(tileOf(0).getAttribute('aria-label')).toBe('Tile 0');
    fireEvent.click(surfaceOf(0));
    fireEvent.click(surfaceOf(1), { ctrlKey: true });
    fireEvent.keyDown(window, { key: 'Delete' });
    await waitFor(() => expect(tiles()).toHaveLength(1));
  });

  test('a finger selects several tap by tap, takes one away by another tap, and all by one beside the tiles', async () => {
    await editing();
    const tap = (element: Element) =>
      fireEvent(element, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
    const selected = () =>
      screen.queryAllByRole('group', { name: /, selected$/ }).map((tile) => tile.getAttribute('aria-label'));
    for (const index of [0, 1, 2, 1]) tap(surfaceOf(index));
    expect(selected()).toEqual(['Tile 0, selected', 'Tile 2, selected']);
    tap(document.querySelector('.react-grid-layout') as Element);
    expect(selected()).toEqual([]);
  });

  test('Ctrl+A selects all of the tab, but not while a field has the focus', async () => {
    await editing();
    fireEvent.keyDown(window, { key: 'a', ctrlKey: true });
    await waitFor(() => expect(tiles().filter(({ dataset }) => dataset.selected)).toHaveLength(3));
  });

  test('copied tiles are pasted into another tab, with new ids and every setting', async () => {
    const { saved } = await editing();
    fireEvent.click(surfaceOf(0));
    fireEvent.click(surfaceOf(2), { shiftKey: true });
    const clipboardData = aClipboard();
    fireEvent.copy(document, { clipboardData });
    expect(clipboardData.getData()).toContain('telltale/tiles');
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('This tab is empty.')).toBeTruthy();
    fireEvent.paste(document, { clipboardData });
    await waitFor(() => expect(tiles()).toHaveLength(2));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    const pasted = JSON.parse(saved[0]?.config ?? '').tiles.b as ReturnType<typeof aTile>[];
    expect(pasted.map(({ properties }) => properties)).toMatchObject([
      { title: 'Tile 0', future: 'kept' },
      { title: 'Tile 2', future: 'kept' },
    ]);
    expect(pasted.map(({ id }) => id).some((id) => ['t0', 't2'].includes(id))).toBe(false);
  });

  test('cut tiles are gone and can be pasted from the menu; other text on the clipboard is left alone', async () => {
    await editing();
    fireEvent.click(surfaceOf(0));
    fireEvent.cut(document, { clipboardData: aClipboard() });
    await waitFor(() => expect(tiles()).toHaveLength(2));
    for (const text of [
      'hello',
      '{"kind":"telltale/tiles"}',
      '{"kind":"telltale/tiles","tiles":[1,{"tile":"x"}]',
      '[]',
    ]) {
      fireEvent.paste(document, { clipboardData: aClipboard(text) });
    }
    expect(tiles()).toHaveLength(2);
    await choose('More', 'Paste tiles');
    await waitFor(() => expect(tiles()).toHaveLength(3));
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

describe('versions', () => {
  const versionOf = (version: number, config: unknown) => ({
    version,
    dashboardName: 'Pumps',
    modified: NOW,
    modifiedBy: version === 3 ? 'grace' : 'ada',
    config: JSON.stringify(config),
  });
  const before = { ...twoTabs, tiles: { ...twoTabs.tiles, a: [aTile('t1', { decimals: 4 }), aTile('gone')] } };

  test('say who saved when and what was changed, and bring an earlier one back', async () => {
    const { path, stub } = aPortal();
    const list = [versionOf(4, twoTabs), versionOf(3, before), versionOf(2, twoTabs)];
    stub.on('GET /api/dashboards/3/versions', { body: list.map(({ config: _config, ...version }) => version) });
    for (const version of list) stub.on(`GET /api/dashboards/3/versions/${version.version}`, { body: version });
    stub.on('POST /api/dashboards/3/versions/3/restore' as 'GET /', { body: aDashboard(before, { version: 5 }) });
    await openDashboard(path);
    await choose('More', 'Versions');
    const dialog = await screen.findByRole('dialog', { name: 'Versions of ‘Pumps’' });
    expect(await within(dialog).findByRole('img', { name: /1 changed, 1 removed|1 removed, 1 changed/ })).toBeTruthy();
    expect(within(dialog).getByRole('row', { name: /^decimals/ }).textContent).toBe('decimals4(not set)');
    expect(within(dialog).queryByRole('button', { name: /^Restore/ })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: /Version 3/ }));
    expect(await within(dialog).findByRole('img', { name: /1 added, 1 changed|1 changed, 1 added/ })).toBeTruthy();
    expect(within(dialog).getByText(/grace, /)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore version 3' }));
    expect(await screen.findByText('Version 3 is back, saved as version 5.')).toBeTruthy();
    expect(await screen.findByText('12.3450')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
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

  /** Answers the first save as if grace had stored `config` meanwhile, and takes the next. */
  function graceSaved({ stub, saved }: ReturnType<typeof aPortal>, config: unknown): void {
    const theirs = aDashboard(config, { version: 6, modifiedBy: 'grace' });
    stub.on('GET /api/dashboards/3', { body: theirs });
    stub.on(dashboards.saveDashboard, ({ body }) => {
      const input = body as (typeof saved)[number];
      saved.push(input);
      return input.version === 6 ? { body: aDashboard(input.config, { version: 7 }) } : conflict;
    });
  }

  test('when somebody changed other tiles meanwhile, both changes are stored and it says whose', async () => {
    const portal = await changed();
    graceSaved(portal, { ...twoTabs, tiles: { ...twoTabs.tiles, b: [aTile('t2', { decimals: 4 }), aTile('new')] } });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText('Dashboard saved, with the changes that grace made meanwhile.')).toBeTruthy();
    expect(portal.saved.map(({ version }) => version)).toEqual([4, 6]);
    const document = JSON.parse(portal.saved[1]?.config ?? '');
    expect(document.layouts.a.lg).toMatchObject([{ i: 't1', x: 1 }]);
    expect(document.tiles.b.map(({ id }: { id: string }) => id)).toEqual(['t2', 'new']);
    expect(document.tiles.b[0].properties.decimals).toBe(4);
    expect(document.unknownKey).toBe(1);
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('12.3450')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test.each([
    ['Mine', 1],
    ['From grace', 3],
  ])('when both changed the same tile it asks, side by side; %s holds', async (choice, decimals) => {
    const portal = await changed();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit tile: Text Indicator' });
    fireEvent.change(await within(dialog).findByLabelText(/Decimals/), { target: { value: '1' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await screen.findByText('12.3');
    graceSaved(portal, { ...twoTabs, tiles: { ...twoTabs.tiles, a: [aTile('t1', { decimals: 3 })] } });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });

    const question = await screen.findByRole('dialog', { name: 'Changed by both of you' });
    expect(within(question).getByText(/grace saved this dashboard/)).toBeTruthy();
    const row = within(question).getByRole('row', { name: /^decimals/ });
    expect(row.textContent).toBe('decimals13');
    const save = within(question).getByRole('button', { name: 'Save merged dashboard' });
    expect(save.hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(question).getByRole('radio', { name: new RegExp(choice) }));
    fireEvent.click(save);
    await waitFor(() => expect(portal.saved.map(({ version }) => version)).toEqual([4, 6]));
    const document = JSON.parse(portal.saved[1]?.config ?? '');
    expect(document.tiles.a[0].properties.decimals).toBe(decimals);
    expect(document.layouts.a.lg).toMatchObject([{ i: 't1', x: 1 }]);
  });

  test('undo after a merge takes back what was done here, and nothing of theirs', async () => {
    const portal = await changed();
    graceSaved(portal, { ...twoTabs, tiles: { ...twoTabs.tiles, b: [] } });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await screen.findByText(/changes that grace made/);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Undo: / }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(portal.saved).toHaveLength(3));
    const document = JSON.parse(portal.saved[2]?.config ?? '');
    expect(document.layouts).toEqual({ a: {}, b: {} });
    expect(document.tiles.b).toEqual([]);
  });

  test('when somebody deleted the dashboard meanwhile, the work can be saved as another one', async () => {
    const { stub } = await changed();
    stub.on(dashboards.saveDashboard, { status: 404, body: { error: { code: 'not-found', message: 'x' } } });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(await screen.findByText(/Somebody has deleted this dashboard/)).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Save As' })).toBeTruthy();
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
    await waitFor(() => expect(draftPlaces()).toHaveLength(1));
  });

  test('the back button asks too', async () => {
    window.history.replaceState(null, '', '/assets');
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    window.history.pushState(null, '', `${path}?mode=builder`);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    await screen.findByRole('button', { name: 'Undo: Move Text Indicator' });
    window.history.replaceState(null, '', `${path}?mode=builder`);
    window.history.replaceState(null, '', '/assets');
    fireEvent.popState(window);
    expect(await screen.findByText(/changes that are not saved/)).toBeTruthy();
    expect(currentAddress()).toContain(path);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Undo: Move Text Indicator' })).toBeTruthy();
  });

  test('changes that were not saved outlive a reload, and are saved over the version they began with', async () => {
    const { path, saved } = await changed();
    await waitFor(() => expect(draftPlaces()).toHaveLength(1));
    await act(async () => undefined);
    await renderApp(path);
    expect(await screen.findByText(/Your unsaved changes are back/)).toBeTruthy();
    expect(currentAddress()).toContain('mode=builder');
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.version).toBe(4);
    expect(JSON.parse(saved[0]?.config ?? '').layouts.a.lg).toMatchObject([{ i: 't1', x: 1, y: 0 }]);
    await waitFor(() => expect(draftPlaces()).toEqual([]));
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
    stub.on('GET /api/ef/systems', { body: [system] });
    stub.on('GET /api/ef/systems/2/dashboard', { body: system }).on('GET /api/ef/systems/2/definition', {
      body: { slots: [{ slotId: 11, name: 'Main pump', assetDefinition: tree }], dataItemDefinitions: [] },
    });
    await renderApp('/systems/2/dashboard?mode=builder');
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(screen.getByText('North current')).toBeTruthy();
    expect(document.title).toBe('North pad');
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toMatchObject([{ systemDefinitionId: 6, assetDefinitionId: null }]));
  });

  test('that is not in the list has no dashboard, which is said', async () => {
    const { stub } = aPortal();
    stub.on('GET /api/ef/systems', { body: [] });
    await renderApp('/systems/2/dashboard');
    expect(await screen.findByText('There is no such system among those that you see.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the systems' })).toBeTruthy();
    expect(stub.requests.map(({ url }) => url.pathname)).not.toContain('/api/ef/systems/2/dashboard');
  });
});
