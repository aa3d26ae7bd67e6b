import { dashboards } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import {
  aDashboard,
  addByName,
  aPortal,
  aTile,
  choose,
  openDashboard,
  stubBrowser,
  twoTabs,
  VIEWER,
} from '../testing/dashboards.ts';

beforeEach(() => {
  stubBrowser();
  sessionStorage.clear();
});

function another(dashboardId: number, dashboardName: string): dashboards.Dashboard {
  const config = { tabs: [{ id: 'x', name: 'X' }], tiles: { x: [aTile('o', { decimals: 0 })] } };
  return aDashboard(config, { dashboardId: dashboardId as dashboards.Dashboard['dashboardId'], dashboardName });
}

const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;

describe('several dashboards', () => {
  test('the name of the one that is open leads to the others, and time stays as it was', async () => {
    const { path } = aPortal({ list: [aDashboard(), another(8, 'Valves')] });
    await openDashboard(`${path}?tab=a&from=now-1h&zone=UTC&hideNav=true`);
    fireEvent.click(await screen.findByRole('button', { name: 'Dashboard Pumps: load another' }));
    const list = await screen.findByRole('list', { name: 'Dashboards' });
    fireEvent.click(within(list).getByRole('button', { name: /Valves/ }));
    expect(await screen.findByText('12')).toBeTruthy();
    expect(currentAddress()).toBe(`${path}?from=now-1h&zone=UTC&hideNav=true&dashboardId=8`);
  });

  test('a single one needs no name on the screen', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    expect(screen.queryByRole('button', { name: /load another/ })).toBeNull();
  });

  test('of many one is found by its name', async () => {
    const list = [aDashboard(), ...[11, 12, 13, 14, 15, 16].map((id) => another(id, `Line ${id}`))];
    const { path } = aPortal({ list });
    await openDashboard(path);
    await choose('More', 'Load Dashboard');
    fireEvent.change(await screen.findByLabelText('Search dashboards'), { target: { value: ' LINE 13' } });
    const found = () => within(screen.getByRole('list', { name: 'Dashboards' })).getAllByRole('button');
    await expect.poll(() => found().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Line 13/)]);
  });

  test.each([
    ['one of another asset, or that was deleted,', [aDashboard()]],
    ['one that was the last', []],
  ])('%s is said to be missing, with the way to the one that opens by itself', async (_which, list) => {
    const { path, saved } = aPortal({ list });
    await renderApp(`${path}?dashboardId=77`);
    const way = await screen.findByRole('link', { name: 'To the default dashboard' });
    expect(saved).toEqual([]);
    fireEvent.click(way);
    expect((await screen.findAllByText('12.35')).length).toBeGreaterThan(0);
    expect(currentAddress()).toBe(path);
  });

  test('a copy opens on the same tab, for the same time', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder&from=now-1h`);
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    await choose('More', 'Save As');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe(`${path}?from=now-1h&tab=b&dashboardId=9`));
    await waitFor(() => expect(selectedTab()).toBe('Details'));
  });
});

describe('another name', () => {
  async function rename(name: string) {
    await choose('More', 'Rename Dashboard');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: name } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  }

  test('is stored at once with what is stored; what is not saved stays unsaved', async () => {
    const { path, stub, stored, saved } = aPortal();
    stub.on('GET /api/dashboards/3', () => ({ body: stored[0] }));
    await openDashboard(`${path}?mode=builder`);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    await rename('  Pumps, north ');
    expect(await screen.findByText('This dashboard is called ‘Pumps, north’ now.')).toBeTruthy();
    expect(saved).toEqual(
      [{ dashboardId: 3, dashboardName: 'Pumps, north', config: JSON.stringify(twoTabs), version: 4 }].map((one) => ({
        ...one,
        assetDefinitionId: 1,
        systemDefinitionId: null,
      })),
    );
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved[1]).toMatchObject({ dashboardName: 'Pumps, north', version: 5 }));
    expect(JSON.parse(saved[1]?.config ?? '').layouts.a.lg).toMatchObject([{ i: 't1', x: 1 }]);
  });

  test('that somebody else’s save came before leaves that one to be merged', async () => {
    const { path, stub, saved } = aPortal();
    const theirs = aDashboard({ ...twoTabs, theirs: 1 }, { version: 6, modifiedBy: 'grace' });
    stub.on('GET /api/dashboards/3', { body: theirs });
    await openDashboard(`${path}?mode=builder`);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    await rename('North');
    await waitFor(() => expect(saved).toMatchObject([{ config: theirs.config, version: 6 }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved[1]).toMatchObject({ dashboardName: 'North', version: 4 }));
  });

  test('is refused in words, at the name', async () => {
    const { path, stub } = aPortal();
    stub.on('GET /api/dashboards/3', { body: aDashboard() });
    stub.on(dashboards.saveDashboard, { status: 500, body: { error: { code: 'x', message: 'The disk is full.' } } });
    await openDashboard(path);
    await rename(' ');
    expect(await screen.findByText('A dashboard needs a name.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'North' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText(/The disk is full/)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Rename Dashboard' })).toBeTruthy();
  });
});

describe('the tab in the address', () => {
  test.each(['nope', 'constructor'])('that is none (%s) goes from it', async (tab) => {
    const { path } = aPortal();
    await openDashboard(`${path}?tab=${tab}`);
    await waitFor(() => expect(currentAddress()).toBe(path));
  });

  test('goes with the tab, and comes back with it by undo', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder&tab=b`.replace('&tab=b', ''));
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    await choose('Menu of tab Details', 'Delete');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(selectedTab()).toBe('Overview'));
    expect(currentAddress()).toBe(`${path}?mode=builder`);
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(selectedTab()).toBe('Details'));
    expect(currentAddress()).toBe(`${path}?mode=builder&tab=b`);
    fireEvent.keyDown(window, { key: 'y', ctrlKey: true });
    await waitFor(() => expect(currentAddress()).toBe(`${path}?mode=builder`));
  });

  test('follows undo to where something changes', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?mode=builder`);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo: Move Text Indicator' }));
    await waitFor(() => expect(selectedTab()).toBe('Overview'));
  });

  test('changes with the arrow keys, Home and End', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    const keys = ['End', 'ArrowRight', 'ArrowLeft', 'Home'];
    const seen = keys.map((key) => {
      fireEvent.keyDown(screen.getByRole('tablist'), { key });
      return selectedTab();
    });
    expect(seen).toEqual(['Details', 'Overview', 'Details', 'Overview']);
  });
});

describe('a tab’s permission', () => {
  const gated = (permissionId: number) => ({
    ...twoTabs,
    tabs: [twoTabs.tabs[0], { ...twoTabs.tabs[1], permissionId }],
  });

  test.each([
    [98, 'CustomPermission1View (98)'],
    [250, 'Permission 250'],
  ])('that an imported tab has (%i) is shown, and kept', async (permissionId, label) => {
    const { path, saved } = aPortal({ list: [aDashboard(gated(permissionId))] });
    await openDashboard(`${path}?mode=builder`);
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    await choose('Menu of tab Details', 'Name, permission');
    const field = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('combobox', {
      name: 'Permission',
    });
    expect(field.value).toBe(label);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'More' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(JSON.parse(saved[0]?.config ?? '').tabs[1]).toMatchObject({ name: 'More', permissionId });
  });

  test('gates its tiles by themselves, too', async () => {
    const { path } = aPortal({ list: [aDashboard(gated(98))], permissions: VIEWER });
    await renderApp(`${path}/3/tile/t2`);
    expect(await screen.findByText('This tile is not visible to you.')).toBeTruthy();
    await renderApp(`${path}/3/tile/t1`);
    expect(await screen.findByText('12.35')).toBeTruthy();
  });
});

test('a tile goes to another tab from its menu', async () => {
  const { path, saved } = aPortal();
  await openDashboard(`${path}?mode=builder`);
  fireEvent.click(screen.getByRole('button', { name: 'Tile menu' }));
  fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Move to tab' }), { key: 'ArrowRight' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Details', hidden: true }));
  expect(await screen.findByText('This tab is empty.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo: Move Text Indicator to tab ‘Details’' })).toBeTruthy();
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await waitFor(() => expect(saved).toHaveLength(1));
  const { tiles } = JSON.parse(saved[0]?.config ?? '');
  expect([tiles.a, tiles.b.map(({ id }: { id: string }) => id)]).toEqual([[], ['t2', 't1']]);
});

test('after its form a tile has the focus, also one that was just added', async () => {
  const { path } = aPortal();
  await openDashboard(`${path}?mode=builder`);
  const closeForm = async () => {
    const dialog = await screen.findByRole('dialog', { name: /^Edit tile/ });
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as Element);
  };
  const focused = () => document.activeElement?.getAttribute('data-tile-id');
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await closeForm();
  await waitFor(() => expect(focused()).toBe('t1'));
  await addByName();
  fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), { target: { value: 'Gauge' } });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }));
  await closeForm();
  await waitFor(() => expect(focused()).toMatch(/^[0-9a-f]{24}$/));
});
