import { dashboards } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
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
  type World,
} from '../testing/dashboards.ts';

beforeEach(stubBrowser);

describe('versions', () => {
  const versionOf = (version: number, config: unknown) => ({
    version,
    dashboardName: 'Pumps',
    modified: NOW,
    modifiedBy: version === 3 ? 'grace' : 'ada',
    config: JSON.stringify(config),
  });
  const before = {
    ...twoTabs,
    tiles: { ...twoTabs.tiles, a: [aTile('t1', { decimals: 4, labelColor: '' }), aTile('gone')] },
  };

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
    // A default that is spelt out changes nothing.
    expect(within(dialog).queryByRole('row', { name: /^labelColor/ })).toBeNull();
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
    const sure = await screen.findByRole('button', { name: 'Delete' });
    // Nothing is under way while it is asked.
    expect(screen.queryByRole('button', { name: 'Save', hidden: true })?.dataset.loading).toBeUndefined();
    fireEvent.click(sure);
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
