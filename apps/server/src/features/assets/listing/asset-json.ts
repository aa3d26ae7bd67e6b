import { type AssetId, type alarms, assets } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { AssetEntry, StoredRow } from '../asset-directory.ts';
import { isKeptByPortal } from '../attribute-rules.ts';

/** The attributes as they are listed; PatientInfo is kept apart from them and is never among these. */
export function listedAttributes(attributes: readonly assets.Attribute[]): assets.Attribute[] {
  return attributes.filter(({ attributeName }) => !isKeptByPortal(attributeName));
}

/** What the portal keeps among the attributes: when the asset was last heard of, and the worst of its open alarms. */
export function keptAttributes(
  assetId: AssetId,
  lastcontact: string | null,
  open: readonly Pick<alarms.Alarm, 'severity' | 'shelved'>[],
): assets.Attribute[] {
  const kept = (attributeName: string, attributeValue: string) => ({ assetId, attributeName, attributeValue });
  const severities = open.flatMap(({ severity, shelved }) => (shelved ? [] : severity));
  return [
    ...(lastcontact === null ? [] : [kept(assets.LAST_CONTACT, lastcontact)]),
    ...(severities.length === 0 ? [] : [kept(assets.SEVERITY, String(Math.max(...severities)))]),
  ];
}

/** All of an asset but its connection and its alarms, which change from one second to the next. */
function storedPart(entry: AssetEntry): Omit<assets.Asset, 'connection' | 'alarms2'> {
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
    attributes: listedAttributes(entry.attributes),
  };
}

export function toAsset(
  caller: Caller,
  entry: AssetEntry,
  connection: assets.Connection,
  open: readonly alarms.Alarm[],
): assets.Asset {
  const stored = storedPart(entry);
  const attributes = [...stored.attributes, ...keptAttributes(entry.asset.assetId, connection.lastcontact, open)];
  const unit = caller.visibility.everything ? { adminId: entry.asset.adminId } : {};
  return { ...stored, attributes, ...unit, alarms2: [...open], connection };
}

/** The same as JSON text; the part that is stored is written once and kept with the entry. */
export function toAssetJson(entry: AssetEntry, connection: assets.Connection, open: readonly alarms.Alarm[]): string {
  entry.json ??= JSON.stringify(storedPart(entry)).slice(0, -2);
  const stored = entry.json;
  const { connected, lastcontact, pingrate } = connection;
  const heard = lastcontact === null ? 'null' : `"${lastcontact}"`;
  const alarms2 = open.length === 0 ? '[]' : JSON.stringify(open);
  const kept = keptAttributes(entry.asset.assetId, lastcontact, open);
  const comma = stored.endsWith('[') || kept.length === 0 ? '' : ',';
  return `${stored}${comma}${kept.map((one) => JSON.stringify(one)).join()}],"alarms2":${alarms2},"connection":{"connected":${connected},"lastcontact":${heard},"pingrate":${pingrate}}}`;
}

/** Writes the rows of one compact list, and after them what they share. */
export class CompactAssetsJson {
  readonly #attributeNames = new Map<string, number>();
  readonly #definitions = new Map<AssetEntry['definition']['assetDefinitionId'], AssetEntry['definition']>();

  row(entry: AssetEntry, connection: assets.Connection, open: readonly alarms.Alarm[]): string {
    entry.row ??= storedRow(entry);
    const { head, names, values } = entry.row;
    const { connected, lastcontact, pingrate } = connection;
    const kept = keptAttributes(entry.asset.assetId, lastcontact, open);
    const allNames = [names, ...kept.map(({ attributeName }) => JSON.stringify(attributeName))].filter(Boolean).join();
    const allValues = [values, ...kept.map(({ attributeValue }) => JSON.stringify(attributeValue))];
    const at = this.#attributeNames.get(allNames) ?? this.#attributeNames.size;
    this.#attributeNames.set(allNames, at);
    this.#definitions.set(entry.definition.assetDefinitionId, entry.definition);
    const heard = lastcontact === null ? 'null' : `"${lastcontact}"`;
    const alarms2 = open.length === 0 ? '[]' : JSON.stringify(open);
    const facts = [head, connected, heard, pingrate, alarms2, at, ...allValues.filter(Boolean)];
    return `${facts.join()}]`;
  }

  /** The fields beside the rows. */
  shared(): string {
    const names = [...this.#attributeNames.keys()].map((list) => `[${list}]`);
    return `"attributeNames":[${names.join()}],"definitions":${JSON.stringify([...this.#definitions.values()])}`;
  }
}

function storedRow(entry: AssetEntry): StoredRow {
  const { assetId, assetAlias, serialNumber, description, assetDefinitionId, currentCoordinates, attributes } =
    storedPart(entry);
  const { latitude = null, longitude = null, set = null } = currentCoordinates ?? {};
  const facts = [assetId, assetAlias, serialNumber, description, assetDefinitionId, latitude, longitude, set];
  const jsonOf = (texts: readonly string[]) => JSON.stringify(texts).slice(1, -1);
  return {
    head: JSON.stringify(facts).slice(0, -1),
    names: jsonOf(attributes.map(({ attributeName }) => attributeName)),
    values: jsonOf(attributes.map(({ attributeValue }) => attributeValue)),
  };
}
