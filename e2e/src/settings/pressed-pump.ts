import type { Page } from '@playwright/test';
import type { Portal } from '../testing/portal.ts';

const ADMINISTRATORS = 1;
export const PASSWORD = 'reads in other units';

/** Somebody of this journey alone: what they choose is theirs. */
export async function aReader(portal: Portal, username: string) {
  const { userId } = await portal.call<{ userId: number }>('POST', '/api/users', { username });
  await portal.call('PUT', `/api/usergroups/${ADMINISTRATORS}/users`, [userId]);
  const { link } = await portal.call<{ link: string }>('GET', `/api/auth/link/${username}`);
  const changeId = new URL(link).searchParams.get('changeId');
  await fetch(`${portal.url}/api/auth/submit/${changeId}`, {
    headers: { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`${username}:${PASSWORD}`)}` },
  });
}

/** A pump that has sent an hour of pressure in psi, with a gauge, a chart and a table of it. */
export async function aPump(portal: Portal, serialNumber: string): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const none = { lowLow: null, low: null, high: null, highHigh: null };
  const display = { decimals: 1, min: 0, max: 290, words: [], description: '', bands: none };
  const label = `${serialNumber} pressure`;
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
    { label, unit: 'PSI', display },
  ]);
  const device = await portal.aDevice(accessToken);
  const rows = Array.from({ length: 20 }, (_, minute) => ({
    ts: Date.now() - (19 - minute) * 60_000,
    values: { [label]: minute === 19 ? 100 : 80 + minute },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const pressure = { slotPath: [], dataItem: item?.dataItemId };
  const tile = (id: string, value: string, x: number, settings: object) => ({
    id,
    properties: { type: { name: value, value, default: false }, title: id, ...settings },
    dataGrid: { x, y: 0, w: 30, h: 30 },
  });
  const tiles = [
    tile('Dial', 'Gauge', 0, pressure),
    tile('Course', 'FastGraph', 32, { series: [pressure], axes: [], fixedStart: 1 }),
    tile('All', 'DataItemTable', 64, { showAll: true }),
  ];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Board',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab-0', name: 'First', order: 0 }],
      tiles: { 'tab-0': tiles },
      layouts: {},
    }),
  });
  return assetId;
}

export const gauge = (page: Page) => page.getByRole('figure', { name: /pressure: / });
