import { type alarms, type assets, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { AssetEntry } from './asset-directory.ts';
import { isPatientInfo } from './attribute-rules.ts';

const PATIENT_VIEW = permissionId('CustomPermission1', 'View');

export const seesPatientInfo = (caller: Caller): boolean => holds(caller, PATIENT_VIEW);

/** The attributes that the caller may read. */
export function readableAttributes(caller: Caller, attributes: readonly assets.Attribute[]): assets.Attribute[] {
  if (seesPatientInfo(caller)) return [...attributes];
  return attributes.filter((attribute) => !isPatientInfo(attribute.attributeName));
}

/** All of an asset but its connection and its alarms, which change from one second to the next. */
function storedPart(entry: AssetEntry, withPatientInfo: boolean): Omit<assets.Asset, 'connection' | 'alarms2'> {
  const { asset, definition, coordinates } = entry;
  return {
    assetId: asset.assetId,
    assetAlias: asset.assetAlias,
    serialNumber: asset.serialNumber,
    description: asset.description,
    assetDefinitionId: asset.assetDefinitionId,
    assetDefinition: definition,
    currentCoordinates: coordinates
      ? {
          latitude: coordinates.latitude,
          longitude: coordinates.longitude,
          set: new Date(coordinates.setMs).toISOString(),
        }
      : null,
    attributes: withPatientInfo
      ? [...entry.attributes]
      : entry.attributes.filter((attribute) => !isPatientInfo(attribute.attributeName)),
  };
}

export function toAsset(
  caller: Caller,
  entry: AssetEntry,
  connection: assets.Connection,
  open: readonly alarms.Alarm[],
): assets.Asset {
  return { ...storedPart(entry, seesPatientInfo(caller)), alarms2: [...open], connection };
}

/** The same as JSON text; the part that is stored is written once and kept with the entry. */
export function toAssetJson(
  entry: AssetEntry,
  withPatientInfo: boolean,
  connection: assets.Connection,
  open: readonly alarms.Alarm[],
): string {
  const key = withPatientInfo ? 'with PatientInfo' : 'without';
  let stored = entry.json.get(key);
  if (stored === undefined) {
    stored = JSON.stringify(storedPart(entry, withPatientInfo)).slice(0, -1);
    entry.json.set(key, stored);
  }
  const { connected, lastcontact, pingrate } = connection;
  const heard = lastcontact === null ? 'null' : `"${lastcontact}"`;
  const alarms2 = open.length === 0 ? '[]' : JSON.stringify(open);
  return `${stored},"alarms2":${alarms2},"connection":{"connected":${connected},"lastcontact":${heard},"pingrate":${pingrate}}}`;
}
