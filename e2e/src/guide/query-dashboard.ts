import type { Page } from '@playwright/test';
import type { assets, dashboards, definitions, files } from '@telltale/contract';
import type { PortalClient } from './portal-client.ts';

const ASSET = 'WELL-7-QUERIES';
const FILE = 'well-7.sqlite';

interface ShownQuery {
  readonly title: string;
  readonly query: string;
  readonly dataTab: string;
}

const TILES: readonly (ShownQuery & { place: { x: number; y: number; w: number; h: number } })[] = [
  {
    title: 'Pressure at the wellhead',
    query: 'select ts, p_tubing as "tubing bar", p_casing as "casing bar" from reading',
    dataTab: 'line',
    place: { x: 0, y: 0, w: 60, h: 28 },
  },
  {
    title: 'Hours by state',
    query: 'select state, count(*) / 60.0 as hours from reading group by state',
    dataTab: 'pie',
    place: { x: 60, y: 0, w: 36, h: 28 },
  },
  {
    title: 'Worst hours',
    query: `select strftime('%Y-%m-%d %H:00', ts, 'unixepoch') as hour, max(p_tubing) as highest, round(avg(p_tubing), 2) as mean
      from reading group by hour order by highest desc`,
    dataTab: 'table',
    place: { x: 0, y: 28, w: 60, h: 26 },
  },
  {
    title: 'Highest by state',
    query: 'select state, max(p_tubing) as tubing, max(p_casing) as casing from reading group by state',
    dataTab: 'bar',
    place: { x: 60, y: 28, w: 36, h: 26 },
  },
];

/** Stores a dashboard of queries over a database while `use` runs, and takes everything away again. */
export async function withQueryDashboard(
  client: PortalClient,
  page: Page,
  bytes: Buffer,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const definition = await client.call<definitions.AssetDefinition>('/api/ef/assetdefinitions', 'POST', {
    assetDefinitionName: ASSET,
  });
  const { assetDefinitionId } = definition;
  const { assetId } = await client.call<assets.Asset>('/api/assets', 'POST', {
    serialNumber: ASSET,
    assetDefinitionId,
    assetAlias: 'Well 7',
  });
  const fileId = await upload(client, page, assetId, bytes);
  const { dashboardId } = await client.call<dashboards.Dashboard>('/api/dashboards', 'POST', {
    dashboardId: 0,
    dashboardName: 'Queries',
    assetDefinitionId,
    config: JSON.stringify(configOf(fileId)),
  });
  try {
    await use(`/assets/${assetId}/dashboard/${dashboardId}?dashboardId=${dashboardId}`);
  } finally {
    await client.call(`/api/dashboards/${dashboardId}`, 'DELETE');
    await client.call(`/api/files/${fileId}`, 'DELETE');
    await client.call(`/api/assets/${assetId}`, 'DELETE');
    await client.call(`/api/assetDefinitions/${assetDefinitionId}`, 'DELETE');
  }
}

async function upload(client: PortalClient, page: Page, assetId: number, bytes: Buffer): Promise<number> {
  await page.evaluate(
    async ([to, name, text]) => {
      const body = new FormData();
      body.append('file', new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]), name);
      await fetch(to, { method: 'POST', body, headers: { 'X-Requested-With': 'Telltale' } });
    },
    [`/api/ef/assets/${assetId}/files`, FILE, bytes.toString('base64')] as const,
  );
  const [file] = await client.call<files.StoredFile[]>(`/api/ef/assets/${assetId}/files`);
  if (file === undefined) throw new Error('The database was not taken.');
  return file.fileId;
}

function configOf(fileId: number) {
  const tiles = TILES.map(({ place, ...shown }, index) => ({
    id: `query-${index}`,
    properties: { type: { name: 'SQLite Query', value: 'SqliteQuery' }, fileId, ...shown },
    dataGrid: place,
  }));
  const layout = TILES.map(({ place }, index) => ({ i: `query-${index}`, ...place, moved: false, static: false }));
  return {
    tabs: [{ id: 'tab', name: 'Queries', order: 0 }],
    tiles: { tab: tiles },
    layouts: { tab: { lg: layout, sm: layout } },
  };
}
