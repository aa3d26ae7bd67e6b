import type { Page } from '@playwright/test';
import type { Portal } from './portal.ts';

export interface Stored {
  dashboardId: number;
  version: number;
  config: string;
}

interface Settings {
  title?: string;
  decimals?: number;
}

let lastAsset = 0;

/** An asset of its own definition with one value and a dashboard of text indicators, one for each title. */
export async function aDashboard(portal: Portal, titles: readonly string[]) {
  const serial = `EDIT-${++lastAsset}`;
  const { assetId, accessToken } = await portal.anAsset(serial, `Editing ${lastAsset}`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Inlet: 12.345 }), { qos: 1 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const tiles = titles.map((title, index) => ({
    id: title,
    properties: {
      type: { name: 'Text Indicator', value: 'Indicator', default: false },
      title,
      label: title,
      slotPath: [],
      dataItem: item?.dataItemId,
      future: 'kept',
    },
    dataGrid: { x: 24 * index, y: 0, w: 24, h: 14 },
  }));
  const stored = await portal.call<Stored>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Editing',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
  return { assetId, serial, address: `${portal.url}/assets/${assetId}/dashboard`, dashboardId: stored.dashboardId };
}

export async function storedTiles(portal: Portal, dashboardId: number) {
  const { config, version } = await portal.call<Stored>('GET', `/api/dashboards/${dashboardId}`);
  const { tiles, layouts } = JSON.parse(config) as {
    tiles: { tab: { id: string; properties: Settings & { type: { value: string } } }[] };
    layouts: { tab?: { lg?: { i: string; x: number; y: number; w: number; h: number }[] } };
  };
  return { version, tiles: tiles.tab, layout: layouts.tab?.lg ?? [] };
}

export const tile = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}(,|$)`) });
