import { alarms, type assets, auth, type dashboards, events, history } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { stubObservers } from '#tile-kit/testing/observers.ts';

const EVERYTHING = [1];
const WITHOUT_HISTORY = [6, 30, 54];
const HOUR = 3_600_000;

function aValue(value: number, timestamp: number) {
  const text = { label: 'motor_current', alias: '', unit: 'A', isString: false, stringValue: null };
  return { dataItemId: 5, value, timestamp, quality: 192, ...text };
}

function aState(value: number, atMs: number): assets.AssetState {
  const records = { alarms: [], attributes: [], coordinates: null, connected: true, pingrate: 60_000 };
  return { dataItems: [aValue(value, atMs)], ...records } as unknown as assets.AssetState;
}

const tiles = [
  { id: 't1', properties: { type: { value: 'Indicator' }, dataItem: 5 }, dataGrid: { x: 0, y: 0, w: 20, h: 20 } },
  {
    id: 't2',
    properties: { type: { value: 'ActionDispatcher' }, action: 'TOGGLE_PLAYBACK_BAR', actionText: 'Look back' },
    dataGrid: { x: 20, y: 0, w: 20, h: 20 },
  },
];

/** A portal with one asset whose value was 7 an hour ago and is 12.345 now. */
function aPortal(permissions: readonly number[] = EVERYTHING) {
  const asset = anAsset({ alias: 'Pump 7' });
  const { assetId } = asset;
  const config = JSON.stringify({ tabs: [{ id: 'a', name: 'Overview', order: 0 }], tiles: { a: tiles }, layouts: {} });
  const record = {
    dashboardId: 3,
    dashboardName: 'Pumps',
    systemDefinitionId: null,
    assetDefinitionId: 1,
    config,
    version: 4,
    modified: '2026-11-20T12:00:00.000Z',
    modifiedBy: 'ada',
  } as unknown as dashboards.Dashboard;
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(`GET /api/ef/assets/${assetId}`, { body: asset })
    .on(`GET /api/ef/assets/${assetId}/definition`, {
      body: { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] },
    })
    .on(`GET /api/ef/assets/${assetId}/dashboards`, { body: [record] })
    .on(`GET /api/ef/assets/${assetId}/dataitems`, { body: [aValue(12.345, Date.now())] })
    .on(`GET /api/ef/assets/${assetId}/state`, ({ url }) => ({
      body: aState(7, Date.parse(url.searchParams.get('at') ?? '')),
    }))
    .on(history.getHistory, { body: [[], []] })
    .on(`GET ${alarms.listAlarmTransitions.path.replace('{assetId}', String(assetId))}`, {
      body: { total: 0, transitions: [] },
    })
    .on(`GET ${events.listAssetEvents.path.replace('{assetId}', String(assetId))}`, { body: [] });
  return { stub, assetId, path: `/assets/${assetId}/dashboard` };
}

async function openDashboard(address: string): Promise<void> {
  await renderApp(address);
  await screen.findByText('12.35');
}

const bar = () => screen.findByRole('region', { name: 'Playback' });

beforeEach(() => {
  stubObservers();
  const hub = new TestingHub();
  vi.stubGlobal('WebSocket', function openSocket(url: string) {
    return hub.openSocket(url);
  });
});

describe('the playback bar', () => {
  test('is not offered to who may not view the history, and then asks for none of it', async () => {
    const { path, stub } = aPortal(WITHOUT_HISTORY);
    await openDashboard(path);
    fireEvent.keyDown(document.body, { key: 'p' });
    expect((await screen.findByRole('button', { name: 'Look back' })).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('region', { name: 'Playback' })).toBeNull();
    expect(stub.requests.some(({ url }) => /state|recording|historicaldata/.test(url.pathname))).toBe(false);
  });

  test('opens by its key and by a tile, shows a moment, and leads back to now when it is closed', async () => {
    const { path } = aPortal();
    await openDashboard(path);
    fireEvent.keyDown(document.body, { key: 'p' });
    const slider = within(await bar()).getByRole('slider', { name: 'Moment shown' });
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(await screen.findByText('7.00')).toBeTruthy();
    expect(screen.getByText('You look at the past:')).toBeTruthy();
    await waitFor(() => expect(currentAddress()).toMatch(/[?&]t=20/));
    fireEvent.click(await screen.findByRole('button', { name: 'Look back' }));
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Playback' })).toBeNull();
    await waitFor(() => expect(currentAddress()).toBe(path));
    fireEvent.click(screen.getByRole('button', { name: 'Look back' }));
    expect(await bar()).toBeTruthy();
  });

  test('moves a tile that stands alone on the screen, too', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}/3/tile/t1`);
    fireEvent.keyDown(document.body, { key: 'p' });
    fireEvent.keyDown(within(await bar()).getByRole('slider', { name: 'Moment shown' }), { key: 'Home' });
    expect(await screen.findByText('7.00')).toBeTruthy();
    expect(screen.getByText('You look at the past:')).toBeTruthy();
  });

  test('stands at the moment of the address, in which nothing can be edited', async () => {
    const { path } = aPortal();
    await renderApp(`${path}?t=now-1h&mode=builder`);
    expect(await screen.findByText('7.00')).toBeTruthy();
    const slider = within(await bar()).getByRole('slider', { name: 'Moment shown' });
    expect(Math.abs(Number(slider.getAttribute('aria-valuenow')) - (Date.now() - HOUR))).toBeLessThan(60_000);
    expect(screen.getByRole('button', { name: 'Edit' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const entries = await screen.findAllByRole('menuitem');
    const off = entries.filter((entry) => entry.hasAttribute('data-disabled')).map(({ textContent }) => textContent);
    for (const name of ['Save As…', 'Versions…', 'Set Default Dashboard…', 'Delete Dashboard…']) {
      expect(off).toContainEqual(expect.stringContaining(name));
    }
    expect(off).not.toContainEqual(expect.stringContaining('Files'));
    expect(screen.queryByRole('menuitem', { name: /^Attributes/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Live' }));
    // The edit mode of the address goes on.
    expect(await screen.findByRole('toolbar', { name: 'Edit Text Indicator' })).toBeTruthy();
  });

  test('leads to an alarm that lies before the stretch, and says where there is none', async () => {
    const { path, stub, assetId } = aPortal();
    const raisedMs = Math.floor(Date.now() / 1000) * 1000 - 50 * HOUR;
    const raised = { transitionId: 1, kind: 'raised', name: 'High pressure', severity: 3 };
    const transitions = [{ ...raised, time: new Date(raisedMs).toISOString() }];
    stub.on(`GET ${alarms.listAlarmTransitions.path.replace('{assetId}', String(assetId))}`, ({ url }) => {
      const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
      const found = raisedMs >= from && raisedMs <= to ? transitions : [];
      return { body: { total: found.length, transitions: found } };
    });
    await openDashboard(path);
    fireEvent.keyDown(document.body, { key: 'p' });
    const slider = within(await bar()).getByRole('slider', { name: 'Moment shown' });
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('button', { name: 'Next alarm or event' }).hasAttribute('disabled')).toBe(true);
    press('Previous alarm or event');
    await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe(String(raisedMs)));
    expect(Number(slider.getAttribute('aria-valuemin'))).toBeLessThan(raisedMs);
    expect(Number(slider.getAttribute('aria-valuemax'))).toBeGreaterThan(raisedMs);
    press('Previous alarm or event');
    expect(await screen.findByText('There is no earlier alarm or event.')).toBeTruthy();
    press('Next alarm or event');
    expect(await screen.findByText('There is no later alarm or event.')).toBeTruthy();
  });

  test.each([
    ['?t=banana', '“banana” is no time to look back to: write t=now-6h or t=2026-11-20T14:00:00Z.'],
    ['?t=now-9999999y', '“now-9999999y” is no time to look back to: write t=now-6h or t=2026-11-20T14:00:00Z.'],
    ['?t=now%2B3d', undefined],
  ])('%s in the address is the present, and does not stay there', async (query, text) => {
    const { path } = aPortal();
    await openDashboard(`${path}${query}`);
    if (text !== undefined) expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(currentAddress()).toBe(path));
    expect(screen.queryByText('You look at the past:')).toBeNull();
  });

  test('says that a range of the address is none, and leaves each chart its own', async () => {
    const { path } = aPortal();
    await openDashboard(`${path}?from=now-6x&to=now`);
    const text = '“now-6x” is no time: write now-6h, now/d or 2026-11-20 14:00.';
    expect(await screen.findByText(`${text} Each chart shows its own time.`)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Time range \S+: each chart its own/ }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('says why the past cannot be had, and asks again', async () => {
    const { path, stub, assetId } = aPortal();
    await openDashboard(path);
    const call = `GET /api/ef/assets/${assetId}/state` as const;
    stub.on(call, { status: 503, body: { error: { code: 'unavailable', message: 'The history is away.' } } });
    fireEvent.keyDown(document.body, { key: 'p' });
    fireEvent.keyDown(within(await bar()).getByRole('slider', { name: 'Moment shown' }), { key: 'Home' });
    expect(await screen.findByText('The history is away.', { exact: false })).toBeTruthy();
    stub.on(call, ({ url }) => ({ body: aState(7, Date.parse(url.searchParams.get('at') ?? '')) }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('7.00')).toBeTruthy();
  });
});
