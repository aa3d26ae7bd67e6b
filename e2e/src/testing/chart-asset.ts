import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import type { Portal } from './portal.ts';

export const DAY_S = 86_400;
export const SPIKE_BEFORE_END_S = 30_000;
const MAGENTA = '#ff00ff';
const MESSAGES_PER_POST = 4_000;
/** Samples far enough apart to be sent at once, where nothing depends on how many there are. */
export const FEW_S = 30;

interface ChartAsset {
  assetId: number;
  assetDefinitionId: number;
  address: string;
  itemOf: (label: string) => number;
  endMs: number;
}

let lastAsset = 0;

/**
 * An asset with a day of samples, one every so many seconds: a still backpressure with a spike of one sample, and an
 * outflow that rises to 100.
 */
export async function anAssetWithADay(portal: Portal, everyS = 1): Promise<ChartAsset> {
  const serial = `CHART-${++lastAsset}`;
  const { assetId, accessToken } = await portal.anAsset(serial, `Charts ${lastAsset}`);
  const endMs = Math.floor(Date.now() / 1000) * 1000;
  for (let second = DAY_S; second > 0; second -= MESSAGES_PER_POST * everyS) {
    const messages = Array.from({ length: Math.min(MESSAGES_PER_POST, second / everyS) }, (_, n) => {
      const before = second - n * everyS;
      const values = {
        backpressure: before === SPIKE_BEFORE_END_S ? 99 : 5,
        outflow: (100 * (DAY_S - before + everyS)) / DAY_S,
      };
      return { ts: endMs - before * 1000, values };
    });
    const sent = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(messages),
    });
    expect(sent.status).toBe(200);
  }
  const items = await portal.call<{ dataItemId: number; label: string }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const itemOf = (label: string) => items.find((item) => item.label === label)?.dataItemId ?? 0;
  return { assetId, assetDefinitionId, address: `${portal.url}/assets/${assetId}/dashboard`, itemOf, endMs };
}

export async function addDashboard(portal: Portal, asset: ChartAsset, tiles: { type: string; settings: object }[]) {
  const placed = tiles.map(({ type, settings }, index) => ({
    id: `tile-${index}`,
    properties: { type: { name: type, value: type, default: false }, settingsGuid: `${index}`, ...settings },
    dataGrid: { x: 0, y: 40 * index, w: 96, h: 40 },
  }));
  return portal.call<{ dashboardId: number }>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Charts',
    assetDefinitionId: asset.assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: placed }, layouts: {} }),
  });
}

export const seriesOf = (asset: ChartAsset, label: string, more: object = {}) => ({
  slotPath: [],
  dataItem: asset.itemOf(label),
  color: MAGENTA,
  axis: { label: '' },
  ...more,
});
export const tile = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}(,|$)`) });
export const legendOf = (group: Locator) => group.getByRole('list', { name: 'Series' });
