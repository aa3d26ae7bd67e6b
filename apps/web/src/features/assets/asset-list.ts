import type { assets } from '@telltale/contract';
import { assetAddress } from '#pages/asset-address.ts';
import type { ConnectionLevel } from '#ui/feedback/ConnectionState.tsx';

type Asset = assets.Asset;

/** An asset as the list shows it: what is searched, sorted and written, worked out once. */
export interface AssetRow {
  assetId: number;
  /** Where it is opened: its dashboard, or the page in place of it. */
  address: string;
  /** Alias, else serial number. */
  name: string;
  serialNumber: string;
  definitionId: number;
  definition: string;
  level: ConnectionLevel;
  /** Milliseconds since 1970; null: never heard of. */
  lastContactMs: number | null;
  coordinates: { latitude: number; longitude: number } | null;
  /** What the search looks through, in lower case. */
  searchText: string;
}

/** What is left out of the list. */
export interface AssetFilter {
  /** Words that must all occur in alias, serial number or definition. */
  search: string;
  /** Empty: every definition. */
  definitionIds: readonly number[];
  level: ConnectionLevel | undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Turns an asset into its row. */
export function assetRow(asset: Asset): AssetRow {
  const { connection } = asset;
  const lastContactMs = connection.lastcontact === null ? null : Date.parse(connection.lastcontact);
  const definition = asset.assetDefinition.alias || asset.assetDefinition.assetDefinitionName;
  return {
    assetId: asset.assetId,
    address: assetAddress(asset),
    name: asset.assetAlias || asset.serialNumber,
    serialNumber: asset.serialNumber,
    definitionId: asset.assetDefinitionId,
    definition,
    level: levelOf(connection.connected, lastContactMs),
    lastContactMs,
    coordinates: asset.currentCoordinates,
    searchText: [asset.assetAlias, asset.serialNumber, definition, asset.assetDefinition.assetDefinitionName]
      .join('\n')
      .toLowerCase(),
  };
}

/** The word for a connection: what was never heard of is not 'offline', it has not begun. */
export function levelOf(isConnected: boolean, lastContactMs: number | null): ConnectionLevel {
  if (isConnected) return 'connected';
  return lastContactMs === null ? 'never' : 'offline';
}

/** Connected before disconnected, then by alias (spec 1 §2). */
export function inListOrder(rows: readonly AssetRow[]): AssetRow[] {
  const rank = (row: AssetRow) => (row.level === 'connected' ? 0 : 1);
  return [...rows].sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name) || a.assetId - b.assetId);
}

/** The rows that the filter lets through. */
export function filterRows(rows: readonly AssetRow[], filter: AssetFilter): AssetRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const definitionIds = new Set(filter.definitionIds);
  return rows.filter(
    (row) =>
      (definitionIds.size === 0 || definitionIds.has(row.definitionId)) &&
      (filter.level === undefined || row.level === filter.level) &&
      words.every((word) => row.searchText.includes(word)),
  );
}

export interface DefinitionCount {
  definitionId: number;
  name: string;
  count: number;
}

/** The definitions in use, the most used first (spec 1 §2: the top three become buttons). */
export function countDefinitions(rows: readonly AssetRow[]): DefinitionCount[] {
  const counts = new Map<number, DefinitionCount>();
  for (const { definitionId, definition } of rows) {
    const entry = counts.get(definitionId) ?? { definitionId, name: definition, count: 0 };
    entry.count += 1;
    counts.set(definitionId, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || collator.compare(a.name, b.name));
}

/** How many rows stand at a level. */
export function countLevel(rows: readonly AssetRow[], level: ConnectionLevel): number {
  return rows.reduce((count, row) => (row.level === level ? count + 1 : count), 0);
}
