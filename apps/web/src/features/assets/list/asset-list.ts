import type { assets } from '@telltale/contract';
import type { ConnectionLevel } from '#ui/feedback/ConnectionState.tsx';
import type { Bounds, Place } from '#ui/map/map-bounds.ts';
import { isInside, isWithin } from '../place/area.ts';

type Asset = assets.Asset;

/** An asset as the list shows it: what is searched, sorted and written, worked out once. */
export interface AssetRow {
  assetId: number;
  /** Alias, else serial number. */
  name: string;
  serialNumber: string;
  definitionId: number;
  definition: string;
  level: ConnectionLevel;
  /** Milliseconds since 1970; null: never heard of. */
  lastContactMs: number | null;
  coordinates: { latitude: number; longitude: number } | null;
  /** Open alarms that nobody has put aside, and the severity of the worst of them. */
  alarms: { count: number; worst: number };
  /** What it was made of. */
  asset: Asset;
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
  /** The least severity that an open alarm has; 0: of any; undefined: with alarms and without. */
  alarmsFrom: number | undefined;
  /** Attributes, by their names in lower case, with the value that they must have. */
  attributes: ReadonlyMap<string, string>;
  assetGroupId: number | undefined;
  /** What the map shows; undefined: wherever it looks. */
  bounds: Bounds | undefined;
  /** What was drawn around on the map; none: the whole world. */
  corners: readonly Place[];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Turns an asset into its row. */
export function assetRow(asset: Asset): AssetRow {
  const { connection } = asset;
  const lastContactMs = connection.lastcontact === null ? null : Date.parse(connection.lastcontact);
  const definition = asset.assetDefinition.alias || asset.assetDefinition.assetDefinitionName;
  return {
    assetId: asset.assetId,
    name: asset.assetAlias || asset.serialNumber,
    serialNumber: asset.serialNumber,
    definitionId: asset.assetDefinitionId,
    definition,
    level: levelOf(connection.connected, lastContactMs),
    lastContactMs,
    coordinates: asset.currentCoordinates,
    alarms: asset.alarms2.length === 0 ? NO_ALARMS : openAlarms(asset.alarms2),
    asset,
    searchText:
      `${asset.assetAlias}\n${asset.serialNumber}\n${definition}\n${asset.assetDefinition.assetDefinitionName}`.toLowerCase(),
  };
}

const NO_ALARMS = { count: 0, worst: 0 };

function openAlarms(alarms: Asset['alarms2']): AssetRow['alarms'] {
  const open = alarms.filter(({ shelved }) => !shelved);
  return { count: open.length, worst: Math.max(0, ...open.map(({ severity }) => severity)) };
}

/** The value of an attribute, whatever the case of its name; '' where there is none. */
export function attributeOf({ asset }: Pick<AssetRow, 'asset'>, name: string): string {
  const key = name.toLowerCase();
  return asset.attributes.find(({ attributeName }) => attributeName.toLowerCase() === key)?.attributeValue ?? '';
}

/** The word for a connection: what was never heard of is not 'offline', it has not begun. */
export function levelOf(isConnected: boolean, lastContactMs: number | null): ConnectionLevel {
  if (isConnected) return 'connected';
  return lastContactMs === null ? 'never' : 'offline';
}

/** Pinned assets in pin order, then connected before disconnected, then by alias (spec 1 §2). */
export function inListOrder(rows: readonly AssetRow[], pins: readonly number[] = []): AssetRow[] {
  const place = new Map(pins.map((assetId, index) => [assetId, index]));
  const rank = (row: AssetRow) => place.get(row.assetId) ?? pins.length + (row.level === 'connected' ? 0 : 1);
  return [...rows].sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name) || a.assetId - b.assetId);
}

/** The open alarms of assets, and the worst of each; what is not in it has none. */
export type KnownAlarms = ReadonlyMap<number, { readonly count: number; readonly worstSeverity: number }>;

/** The rows with the alarms that are open now. A row in which nothing is another stays the same. */
export function withAlarms(rows: readonly AssetRow[], known: KnownAlarms | undefined): readonly AssetRow[] {
  if (known === undefined) return rows;
  return rows.map((row) => {
    const { count, worstSeverity: worst } = known.get(row.assetId) ?? NONE_OPEN;
    return row.alarms.count === count && row.alarms.worst === worst ? row : { ...row, alarms: { count, worst } };
  });
}

const NONE_OPEN = { count: 0, worstSeverity: 0 };

/**
 * The rows that the filter lets through, but for its search and for what the map shows.
 * @param members assets of the group that is asked for; undefined while nobody knows them
 */
export function filterRows(
  rows: readonly AssetRow[],
  filter: Omit<AssetFilter, 'search' | 'bounds'>,
  members?: ReadonlySet<number>,
): readonly AssetRow[] {
  const { level, alarmsFrom, attributes, assetGroupId, corners } = filter;
  const definitionIds = new Set(filter.definitionIds);
  return rows.filter(
    (row) =>
      (definitionIds.size === 0 || definitionIds.has(row.definitionId)) &&
      (level === undefined || row.level === level) &&
      (alarmsFrom === undefined || (row.alarms.count > 0 && row.alarms.worst >= alarmsFrom)) &&
      (assetGroupId === undefined || members === undefined || members.has(row.assetId)) &&
      (corners.length === 0 || (row.coordinates !== null && isInside(corners, row.coordinates))) &&
      [...attributes].every(([name, value]) => attributeOf(row, name) === value),
  );
}

/** The rows whose assets stand where the map looks. */
export function rowsWithin(rows: readonly AssetRow[], bounds: Bounds | undefined): readonly AssetRow[] {
  if (bounds === undefined) return rows;
  return rows.filter(({ coordinates }) => coordinates !== null && isWithin(bounds, coordinates));
}

/** The rows in which all words of the search occur. */
export function searchRows(rows: readonly AssetRow[], search: string): readonly AssetRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => row.searchText.includes(word)));
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
