import { type assets, auth, dashboards } from '@telltale/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { stubObservers } from '#tile-kit/testing/observers.ts';

const EVERYTHING = [1];
export const VIEWER = [6, 54];
export const NOW = '2026-11-20T12:00:00.000Z';

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

export function aTile(id: string, differences: Record<string, unknown> = {}) {
  return {
    id,
    properties: { type: { name: 'Text Indicator', value: 'Indicator' }, dataItem: 5, future: 'kept', ...differences },
    dataGrid: { x: 0, y: 0, w: 20, h: 20 },
  };
}

export const twoTabs = {
  tabs: [
    { id: 'a', name: 'Overview', order: 0 },
    { id: 'b', name: 'Details', order: 1 },
  ],
  tiles: { a: [aTile('t1')], b: [aTile('t2', { decimals: 1 })] },
  layouts: {},
  unknownKey: 1,
};

export function aDashboard(config: unknown = twoTabs, differences: Partial<dashboards.Dashboard> = {}) {
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

export interface World {
  permissions?: readonly number[];
  list?: dashboards.Dashboard[];
  asset?: assets.Asset;
  /** Data items that the definition names, of those that the asset has values of: 4 state, 5 motor_current, 6 flow. */
  items?: readonly number[];
  /** What the asset calls some of them. */
  aliases?: Readonly<Record<number, string>>;
}

/** A portal with one asset, its values and its dashboards, which keeps what is saved. */
export function aPortal({
  permissions = EVERYTHING,
  list = [aDashboard()],
  asset = anAsset({ alias: 'Pump 7' }),
  items = [5],
  aliases = {},
}: World = {}) {
  const { assetId } = asset;
  const values = [aValue(4, 'state', 'on'), aValue(5, 'motor_current', 12.345), aValue(6, 'flow', 8)].map((value) => ({
    ...value,
    alias: aliases[value.dataItemId] ?? '',
  }));
  const named = values.filter(({ dataItemId }) => items.includes(dataItemId));
  const stored = [...list];
  const saved: { dashboardId: number; dashboardName: string; config: string; version?: number }[] = [];
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(`GET /api/ef/assets/${assetId}`, { body: asset })
    .on(`GET /api/ef/assets/${assetId}/definition`, {
      body: {
        slots: [],
        dataItemDefinitions: named.map(({ dataItemId, label, alias }) => ({
          dataItemId,
          label,
          ...(alias && { alias }),
        })),
      },
    })
    .on(`GET /api/ef/assets/${assetId}/dashboards`, () => ({ body: stored }))
    .on(`GET /api/ef/assets/${assetId}/dataitems`, { body: values })
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

/** Where the browser keeps drafts. */
export function draftPlaces(): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith('draft.'));
}

/** Opens an address and waits for the first tile's value, and while editing for what comes in files of its own. */
export async function openDashboard(address: string): Promise<void> {
  await renderApp(address);
  await screen.findByText('12.35');
  if (screen.queryByRole('button', { name: 'View' }) === null) return;
  await screen.findAllByRole('button', { name: 'Tile menu' });
  await screen.findByRole('button', { name: 'Add tab' });
}

/** Opens the dialog that adds a tile by its name, which stands at the end of Add tile. */
export async function addByName(): Promise<void> {
  await choose('More', 'Add tile$');
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Add tile', hidden: true }), { key: 'ArrowRight' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add by name…', hidden: true }));
}

export async function choose(menu: string, entry: string): Promise<void> {
  // A menu that is still closing takes no press; opened anew in jsdom its transition does not end.
  const item = await waitFor(() => {
    const button = screen.getByRole('button', { name: menu });
    if (button.getAttribute('aria-expanded') !== 'true') fireEvent.click(button);
    return screen.getByRole('menuitem', { name: new RegExp(`^${entry}`), hidden: true });
  });
  fireEvent.click(item);
}

/** What a browser has and jsdom lacks, and a live hub that never says anything. */
export function stubBrowser(): void {
  stubObservers();
  const hub = new TestingHub();
  vi.stubGlobal('WebSocket', function openSocket(url: string) {
    return hub.openSocket(url);
  });
}
