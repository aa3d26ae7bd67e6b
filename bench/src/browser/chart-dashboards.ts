import mqtt from 'mqtt';
import type { PortalProcess } from './portal-process.ts';
import type { WatchedAsset } from './watched-asset.ts';

/** A body may have a megabyte. */
const VALUES_PER_POST = 30_000;
const HISTORY_HOURS = 6;
const CHARTS = 20;
const SERIES_PER_CHART = 4;
const GAUGES = 20;
const INDICATORS = 40;
const TABLES = 10;
const TEXTS = 10;

/** Points of the chart that is panned and zoomed. */
export const BIG_SERIES = 8;
export const BIG_POINTS = 100_000;

export interface FedAsset extends WatchedAsset {
  /** Data item ids by label. */
  ids: ReadonlyMap<string, number>;
}

export interface Place {
  type: string;
  x: number;
  y: number;
  w: number;
  h: number;
  settings: object;
}

/** An asset whose past is filled, and what its data items are called. */
export async function anAsset(portal: PortalProcess, serialNumber: string, labels: readonly string[], points: number) {
  type Made = { assetDefinitionId: number; assetId: number; accessToken: string };
  const definition = { assetDefinitionName: `Equipment ${serialNumber}` };
  const { assetDefinitionId } = await portal.call<Made>('POST', '/api/ef/assetdefinitions', definition);
  const asset = { serialNumber, assetDefinitionId };
  const { assetId, accessToken } = await portal.call<Made>('POST', '/api/assets', asset);
  const endMs = Math.floor(Date.now() / 1_000) * 1_000;
  const perPost = Math.floor(VALUES_PER_POST / labels.length);
  for (let sent = 0; sent < points; sent += perPost) {
    const count = Math.min(perPost, points - sent);
    const messages = Array.from({ length: count }, (_, n) => {
      const at = sent + n;
      const values = Object.fromEntries(labels.map((label, index) => [label, sample(at, index)]));
      return { ts: endMs - (points - at) * 1_000, values };
    });
    const reply = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(messages),
    });
    if (!reply.ok) throw new Error(`The past was not taken: ${reply.status} ${await reply.text()}`);
  }
  type Item = { dataItemId: number; label: string };
  const items = await portal.call<Item[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const ids = new Map(items.map(({ label, dataItemId }) => [label, dataItemId]));
  const select = (label: string | undefined) => ({ slotPath: [], dataItem: ids.get(label ?? '') ?? null });
  return { assetId, assetDefinitionId, accessToken, select, ids };
}

/** A slow wave with noise of its own for each series. */
export function sample(at: number, series: number): number {
  const noise = Math.sin(at * 12.9898 + series * 78.233) * 43758.5453;
  return (
    Math.round(1_000 * (100 * series + 80 * Math.sin(at / 3_000 + series) + 30 * (noise - Math.floor(noise)))) / 1_000
  );
}

export async function addDashboard(
  portal: PortalProcess,
  name: string,
  assetDefinitionId: number,
  places: readonly Place[],
) {
  const tiles = places.map(({ type, x, y, w, h, settings }, n) => {
    const id = `tile-${n}`;
    const kind = { name: type, value: type, default: false };
    return { id, properties: { type: kind, settingsGuid: id, ...settings }, dataGrid: { x, y, w, h } };
  });
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  const config = {
    tabs: [{ id: 'tab', name: 'default', order: 0 }],
    tiles: { tab: tiles },
    layouts: { tab: { lg: layout, sm: layout } },
  };
  const dashboard = { dashboardId: 0, dashboardName: name, assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', dashboard);
}

/** A chart of 8 series with 100,000 points each, every one of which is loaded. */
export async function bigChart(portal: PortalProcess): Promise<number> {
  const labels = Array.from({ length: BIG_SERIES }, (_, n) => `big ${n}`);
  const { assetId, assetDefinitionId, select } = await anAsset(portal, 'BIG', labels, BIG_POINTS);
  const series = labels.map((label) => ({
    ...select(label),
    color: '',
    axis: { label: '' },
    line: 'solid',
    smooth: 1,
  }));
  const settings = {
    series,
    decimation: 100,
    fixedStart: Math.ceil(BIG_POINTS / 3_600),
    refreshInterval: 3_600,
    legend: false,
  };
  await addDashboard(portal, 'BIG', assetDefinitionId, [{ type: 'FastGraph', x: 0, y: 0, w: 96, h: 58, settings }]);
  return assetId;
}

/** 60 indicators and gauges, 20 charts of 4 series over 6 hours at 1 Hz, 10 tables and 10 texts. */
export async function hundredTiles(portal: PortalProcess): Promise<FedAsset> {
  const labels = Array.from({ length: CHARTS * SERIES_PER_CHART }, (_, n) => `item ${n}`);
  const made = await anAsset(portal, 'HUNDRED', labels, HISTORY_HOURS * 3_600);
  const { assetId, assetDefinitionId, accessToken, select, ids } = made;
  const shown = (n: number) => ({ ...select(labels[n % labels.length]), decimals: 1, max: 10_000 });
  const grid = (n: number, columns: number, w: number, h: number, y: number) => ({
    x: (n % columns) * w,
    y: y + Math.floor(n / columns) * h,
    w,
    h,
  });
  const many = (count: number, place: (n: number) => Place) => Array.from({ length: count }, (_, n) => place(n));
  const places: Place[] = [
    ...many(INDICATORS, (n) => ({ type: 'Indicator', ...grid(n, 10, 9, 7, 0), settings: shown(n) })),
    ...many(GAUGES, (n) => ({ type: 'Gauge', ...grid(n, 10, 9, 14, 28), settings: shown(n) })),
    ...many(CHARTS, (n) => ({
      type: 'FastGraph',
      ...grid(n, 4, 24, 20, 56),
      settings: {
        series: Array.from({ length: SERIES_PER_CHART }, (_, at) => ({
          ...select(labels[n * SERIES_PER_CHART + at]),
          color: '',
          axis: { label: '' },
          line: 'solid',
          smooth: 1,
        })),
        fixedStart: HISTORY_HOURS,
      },
    })),
    ...many(TABLES, (n) => ({
      type: 'DataItemTable',
      ...grid(n, 5, 19, 20, 156),
      settings: {
        showAll: false,
        search: false,
        dataItems: labels.slice(n * 8, n * 8 + 8).map(select),
      },
    })),
    ...many(TEXTS, (n) => ({
      type: 'TextBox',
      ...grid(n, 10, 9, 8, 196),
      settings: { text: `<p>Now {{dataItems.item ${n}}}</p>` },
    })),
  ];
  await addDashboard(portal, 'HUNDRED', assetDefinitionId, places);
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: accessToken });
  return { assetId, device, labels, ids };
}
