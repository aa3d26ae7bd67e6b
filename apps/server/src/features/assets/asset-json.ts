import { type AssetId, type alarms, type assets, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { AssetEntry } from './asset-directory.ts';
import { isLastContact, isPatientInfo, LAST_CONTACT } from './attribute-rules.ts';

const PATIENT_VIEW = permissionId('CustomPermission1', 'View');

export const seesPatientInfo = (caller: Caller): boolean => holds(caller, PATIENT_VIEW);

/** The attributes that the caller may read. */
export function readableAttributes(caller: Caller, attributes: readonly assets.Attribute[]): assets.Attribute[] {
  return readable(attributes, seesPatientInfo(caller));
}

/** Attributes with when the asset was last heard of as one more; undefined: it never was. */
export function withLastContact(
  attributes: readonly assets.Attribute[],
  assetId: AssetId,
  lastcontact: string | null | undefined,
): assets.Attribute[] {
  return lastcontact ? [...attributes, lastContactOf(assetId, lastcontact)] : [...attributes];
}

function readable(attributes: readonly assets.Attribute[], withPatientInfo: boolean): assets.Attribute[] {
  return attributes.filter(
    ({ attributeName }) => !isLastContact(attributeName) && (withPatientInfo || !isPatientInfo(attributeName)),
  );
}

function lastContactOf(assetId: AssetId, lastcontact: string): assets.Attribute {
  return { assetId, attributeName: LAST_CONTACT, attributeValue: lastcontact };
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
    // Last: `toAssetJson` adds to it.
    attributes: readable(entry.attributes, withPatientInfo),
  };
}

export function toAsset(
  caller: Caller,
  entry: AssetEntry,
  connection: assets.Connection,
  open: readonly alarms.Alarm[],
): assets.Asset {
  const stored = storedPart(entry, seesPatientInfo(caller));
  const attributes = withLastContact(stored.attributes, entry.asset.assetId, connection.lastcontact);
  const unit = caller.visibility.everything ? { adminId: entry.asset.adminId } : {};
  return { ...stored, attributes, ...unit, alarms2: [...open], connection };
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
    stored = JSON.stringify(storedPart(entry, withPatientInfo)).slice(0, -2);
    entry.json.set(key, stored);
  }
  const { connected, lastcontact, pingrate } = connection;
  const heard = lastcontact === null ? 'null' : `"${lastcontact}"`;
  const alarms2 = open.length === 0 ? '[]' : JSON.stringify(open);
  const comma = stored.endsWith('[') ? '' : ',';
  const contact = lastcontact === null ? '' : comma + JSON.stringify(lastContactOf(entry.asset.assetId, lastcontact));
  return `${stored}${contact}],"alarms2":${alarms2},"connection":{"connected":${connected},"lastcontact":${heard},"pingrate":${pingrate}}}`;
}
