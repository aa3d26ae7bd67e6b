import type { alarmDefinitions, assets } from '@telltale/contract';
import type { PortalClient } from './portal-client.ts';
import { type FindItem, pumpPictures, type TilePicture, tankPictures } from './tile-pictures.ts';

/** An asset of the demonstration with the tiles that it shows best. */
export interface PictureAlbum {
  readonly asset: assets.Asset;
  readonly pictures: readonly TilePicture[];
}

/** Every tile type, with data of the demonstration: a pump that runs for most, a tank battery for what shows levels. */
export async function tileAlbums(client: PortalClient, frameOrigin: string): Promise<readonly PictureAlbum[]> {
  const pump = await findEquipment(
    client,
    /^PS/,
    ({ label, stringValue }) => label === 'Motor State' && stringValue === 'Running',
  );
  const tank = await findEquipment(client, /^TB/, () => true);
  const definitions = `/api/assetDefinitions/${pump.asset.assetDefinitionId}/alarmdefinitions`;
  const alarm = (await client.call<alarmDefinitions.AlarmDefinition[]>(definitions))[0];
  return [
    { asset: pump.asset, pictures: pumpPictures(pump.item, alarm, frameOrigin) },
    { asset: tank.asset, pictures: tankPictures(tank.item) },
  ];
}

/** The first asset with such a serial number of which the values say so; the first with such a number where none does. */
async function findEquipment(
  client: PortalClient,
  serialNumber: RegExp,
  isFit: (value: assets.CurrentValue) => boolean,
): Promise<{ asset: assets.Asset; item: FindItem }> {
  const all = (await client.call<assets.Asset[]>('/api/ef/assets')).filter((asset) =>
    serialNumber.test(asset.serialNumber),
  );
  const values = await Promise.all(
    all.map(({ assetId }) => client.call<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)),
  );
  const index = Math.max(
    0,
    values.findIndex((current) => current.some(isFit)),
  );
  const asset = all[index];
  if (asset === undefined) throw new Error(`There is no asset with a serial number like ${serialNumber.source}.`);
  return {
    asset,
    item(label) {
      const found = values[index]?.find((value) => value.label === label);
      if (found === undefined) throw new Error(`${asset.serialNumber} has no data item ${label}.`);
      return { slotPath: [], dataItem: found.dataItemId };
    },
  };
}
