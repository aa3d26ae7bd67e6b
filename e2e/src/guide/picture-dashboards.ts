import type { assets, dashboards } from '@telltale/contract';
import { GRID } from '@telltale/contract';
import { PATIENT } from './patient.ts';
import type { PortalClient } from './portal-client.ts';
import type { PictureAlbum } from './tile-albums.ts';
import type { TilePicture } from './tile-pictures.ts';

const TAB = 'pictures';

export const pictureId = (type: string) => `picture-${type}`;

/** A stored dashboard of pictures, and whose it is. */
export interface PictureDashboard {
  readonly album: PictureAlbum;
  readonly path: string;
}

/** Stores a dashboard for each album while `use` runs, and takes everything away again that it put down. */
export async function withPictureDashboards(
  client: PortalClient,
  albums: readonly PictureAlbum[],
  use: (shown: readonly PictureDashboard[]) => Promise<void>,
): Promise<void> {
  const stored: dashboards.Dashboard[] = [];
  const patient = albums.find(({ pictures }) => pictures.some(({ type }) => type === 'PatientChart'))?.asset;
  try {
    const shown: PictureDashboard[] = [];
    for (const album of albums) {
      const dashboard = await store(client, album);
      stored.push(dashboard);
      shown.push({ album, path: addressOf(album.asset, dashboard) });
    }
    if (patient !== undefined) {
      const attribute = { attributeName: 'PatientInfo', attributeValue: JSON.stringify(PATIENT) };
      await client.call(`/api/assets/${patient.assetId}/attributes`, 'POST', attribute);
    }
    await use(shown);
  } finally {
    if (patient !== undefined) await client.call(`/api/assets/${patient.assetId}/attributes/PatientInfo`, 'DELETE');
    for (const { dashboardId } of stored) await client.call(`/api/dashboards/${dashboardId}`, 'DELETE');
  }
}

const addressOf = ({ assetId }: assets.Asset, { dashboardId }: dashboards.Dashboard) =>
  `/assets/${assetId}/dashboard/${dashboardId}?dashboardId=${dashboardId}`;

function store(client: PortalClient, { asset, pictures }: PictureAlbum): Promise<dashboards.Dashboard> {
  const layout = place(pictures);
  const config = {
    tabs: [{ id: TAB, name: 'Pictures', order: 0 }],
    tiles: {
      [TAB]: pictures.map(({ type, label, settings }, index) => ({
        id: pictureId(type),
        properties: {
          ...settings,
          type: { name: label, value: type, default: type === 'TileType' },
          settingsGuid: pictureId(type),
        },
        dataGrid: layout[index],
      })),
    },
    layouts: {
      [TAB]: {
        lg: pictures.map(({ type }, index) => ({ i: pictureId(type), ...layout[index], moved: false, static: false })),
      },
    },
  };
  return client.call<dashboards.Dashboard>('/api/dashboards', 'POST', {
    dashboardId: 0,
    dashboardName: 'Pictures for the guide',
    assetDefinitionId: asset.assetDefinitionId,
    systemDefinitionId: null,
    config: JSON.stringify(config),
  });
}

/** In rows, as full as they get. */
function place(pictures: readonly TilePicture[]) {
  let row = { x: 0, y: 0, height: 0 };
  return pictures.map(({ w, h }) => {
    if (row.x + w > GRID.columns.lg) row = { x: 0, y: row.y + row.height, height: 0 };
    const placed = { x: row.x, y: row.y, w, h };
    row = { ...row, x: row.x + w, height: Math.max(row.height, h) };
    return placed;
  });
}
