import type { DataItemSelection } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { findTile, listTiles } from '#tiles/registry.ts';
import { tilesOfItems } from '../model/tiles-of-items.ts';
import {
  aDashboard,
  addByName,
  aPortal,
  aTile,
  choose,
  openDashboard,
  stubBrowser,
  twoTabs,
} from '../testing/dashboards.ts';

beforeEach(stubBrowser);

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
    fireEvent.change(await within(dialog).findByLabelText(/Decimals/), {
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
    await addByName();
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

    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(2));
    fireEvent.click(screen.getAllByRole('button', { name: 'Tile menu' })[0] as Element);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(1));
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Tile menu' })).toHaveLength(2));
  });
});

describe('tiles of data items', () => {
  const picked = (...items: number[]) => ({
    items: items.map((dataItem) => ({ slotPath: [], dataItem })),
    isText: ({ dataItem }: DataItemSelection) => dataItem === 4,
  });
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
    // Brought into sight: what was added last stands below what was there.
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-tile-id]')).toBe(
        screen.getByRole('group', { name: /, selected$/ }),
      ),
    );

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
      const tiles = tilesOfItems(definition, picked(5, 6), () => 'new');
      expect(tiles).toHaveLength(definition.ofItems?.makes === 'each' ? 2 : 1);
      const shown = tiles.map(({ properties }) => JSON.stringify(definition.settings.parse(properties))).join();
      expect(shown).toContain('"dataItem":5');
      expect(shown).toContain('"dataItem":6');
      expect(96 % (tiles[0]?.dataGrid.w ?? 0)).toBe(0);
    }
    expect(tilesOfItems(findTile('TextBox'), picked(5), () => 'new')).toEqual([]);
    expect(tilesOfItems(findTile('Gauge'), picked(), () => 'new')).toEqual([]);
  });
});

describe('tiles of numbers', () => {
  const picked = {
    items: [4, 5].map((dataItem) => ({ slotPath: [], dataItem })),
    isText: ({ dataItem }: DataItemSelection) => dataItem === 4,
  };

  test.each(['Gauge', 'CylinderGauge', 'BarGraph'])('a text becomes a Text Indicator instead of a %s', (type) => {
    const tiles = tilesOfItems(findTile(type), picked, () => 'new');
    expect(tiles.map(({ properties }) => properties)).toMatchObject([
      { type: { value: type } },
      { type: { value: 'Indicator' }, dataItem: 4 },
    ]);
    expect(JSON.stringify(tiles[0]?.properties)).not.toContain('"dataItem":4');
  });

  test('the dialog knows a text by its value, and says what it adds', async () => {
    const { path } = aPortal({ items: [4, 5, 6] });
    await openDashboard(path);
    await choose('More', 'Add tiles from data items');
    const dialog = await screen.findByRole('dialog', { name: 'Add tiles from data items' });
    await within(dialog).findByText('on');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Bar Graph' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Check all' }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Add 2 tiles' }));
    expect(within(dialog).getByRole('status').textContent).toBe('2 tiles added: Bar Graph and Text Indicator.');
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
    await waitFor(() => expect(tiles()).toHaveLength(3));
    await surfacesAreDrawn();
    return portal;
  }
  /** What takes the presses on a tile comes with its toolbar, in a file of its own. */
  async function surfacesAreDrawn() {
    await waitFor(() => expect(document.querySelectorAll('.tt-tile-surface')).toHaveLength(tiles().length));
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
    await surfacesAreDrawn();
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

  test('a selection ends with its tab', async () => {
    await editing();
    fireEvent.click(surfaceOf(1));
    expect(tileOf(1).dataset.selected).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('This tab is empty.')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await waitFor(() => expect(tiles()).toHaveLength(3));
    await surfacesAreDrawn();
    expect(tiles().filter(({ dataset }) => dataset.selected)).toEqual([]);
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
