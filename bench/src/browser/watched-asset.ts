import mqtt, { type MqttClient } from 'mqtt';
import type { PortalProcess } from './portal-process.ts';

/** A device, and a dashboard that shows all that it sends. */
export interface WatchedAsset {
  assetId: number;
  device: MqttClient;
  labels: readonly string[];
}

type Place = readonly [type: string, x: number, y: number, w: number, h: number];

/** Thirty indicators, ten gauges and ten charts, all in view on a screen of 1440 × 1000. */
export const fiftyTiles: readonly Place[] = [
  ...Array.from({ length: 30 }, (_, n): Place => ['Indicator', (n % 12) * 8, Math.floor(n / 12) * 6, 8, 6]),
  ...Array.from({ length: 10 }, (_, n): Place => ['Gauge', n * 9, 18, 9, 14]),
  ...Array.from({ length: 10 }, (_, n): Place => ['FastGraph', (n % 5) * 19, 32 + Math.floor(n / 5) * 14, 19, 14]),
];
export const oneIndicator: readonly Place[] = [['Indicator', 0, 0, 24, 14]];

/** Makes an asset with one data item for each tile of its dashboard, and connects its device. */
export async function watchAsset(
  portal: Pick<PortalProcess, 'call' | 'mqttPort'>,
  serialNumber: string,
  tiles: readonly Place[],
): Promise<WatchedAsset> {
  const definition = { assetDefinitionName: `Equipment ${serialNumber}` };
  type Made = { assetDefinitionId: number; assetId: number; accessToken: string };
  const { assetDefinitionId } = await portal.call<Made>('POST', '/api/ef/assetdefinitions', definition);
  const asset = { serialNumber, assetDefinitionId };
  const { assetId, accessToken } = await portal.call<Made>('POST', '/api/assets', asset);
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: accessToken });
  const labels = tiles.map((_, n) => `${serialNumber} ${n}`);
  await sendAll(device, labels, 0);

  type Item = { dataItemId: number; label: string };
  const items = await portal.call<Item[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const idOf = new Map(items.map(({ label, dataItemId }) => [label, dataItemId]));
  const placed = tiles.map(([type, x, y, w, h], n) => {
    const selection = { slotPath: [], dataItem: idOf.get(labels[n] ?? '') };
    const chart = { series: [{ ...selection, color: '', axis: { label: '' }, line: 'solid', smooth: 1 }] };
    const settings = type === 'FastGraph' ? { ...chart, fixedStart: 0.1 } : { ...selection, decimals: 0, max: 1_000 };
    const kind = { name: type, value: type, default: false };
    const id = `tile-${n}`;
    return { id, properties: { type: kind, settingsGuid: id, ...settings }, dataGrid: { x, y, w, h } };
  });
  const layout = placed.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  const config = {
    tabs: [{ id: 'tab', name: 'default', order: 0 }],
    tiles: { tab: placed },
    layouts: { tab: { lg: layout, sm: layout } },
  };
  const dashboard = { dashboardId: 0, dashboardName: serialNumber, assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', dashboard);
  return { assetId, device, labels };
}

/** Sends one value for every label. */
export async function sendAll(device: MqttClient, labels: readonly string[], value: number): Promise<void> {
  const values = Object.fromEntries(labels.map((label, n) => [label, value + n / 100]));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
}
