import type { Portal } from '../testing/portal.ts';

const QUARTER_MS = 15 * 60_000;

/** An asset with two values of an hour ago, and a dashboard. */
export async function aPump(portal: Portal, serialNumber: string) {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const timeMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 4 * QUARTER_MS;
  const device = await portal.aDevice(accessToken);
  const points = [41.5, 42].map((value, index) => ({
    ts: timeMs + 1000 * index,
    values: { 'Exported pressure': value, 'Exported flow': 3 },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(points), { qos: 1 });
  await device.endAsync();
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const config = { tabs: [{ id: 'tab-0', name: 'First', order: 0 }], tiles: { 'tab-0': [] }, layouts: {} };
  const board = { dashboardId: 0, dashboardName: 'Board', assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', board);
  return { path: `${portal.url}/assets/${assetId}/dashboard`, timeMs };
}

const DAY_MS = 86_400_000;
/** Less than a device may send at once. */
const DAYS_OF_MESSAGE = 1_000;

/**
 * A pump that says something once a day, since 2000.
 * @returns how often it did, and what begins an export of one value for each so many seconds: of each day it is made at once, of
 * each second they are looked for, one after the other, for a minute or more
 */
export async function aPumpOfDecades(portal: Portal, serialNumber: string) {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  const StartTime = '2000-01-01T00:00:00.000Z';
  const firstMs = Date.parse(StartTime);
  const days = Math.floor((Date.now() - firstMs) / DAY_MS);
  for (let from = 0; from < days; from += DAYS_OF_MESSAGE) {
    const count = Math.min(DAYS_OF_MESSAGE, days - from);
    const points = Array.from({ length: count }, (_, at) => ({
      ts: firstMs + (from + at) * DAY_MS,
      values: { Drawdown: 3 },
    }));
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(points), { qos: 1 });
  }
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const begin = (Filename: string, Seconds: number) =>
    portal.call('POST', '/api/HistoricalDataItems', {
      DataItems: [{ assetId, dataItemId: item?.dataItemId }],
      StartTime,
      EndTime: new Date().toISOString(),
      Format: { Type: 'csv', Interval: { Seconds, Functions: ['mean'] } },
      OutputSettings: { Filename, Compress: false },
    });
  return { days, begin };
}
