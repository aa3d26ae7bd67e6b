import { assets } from '@telltale/contract';
import { CSV_BOM, csvLine } from '@telltale/domain';
import type { AssetRow } from '../list/asset-list.ts';
import { ATTRIBUTE_HEADER, DEFUSED, FIXED_HEADERS } from './csv-columns.ts';

/** Pictures, what the portal keeps itself, and what not everybody may read. */
const LEFT_OUT = new Set(['thumbnail', 'marker', 'patientinfo', ...assets.KEPT_BY_PORTAL]);

/** The list as a file: what can be changed and brought back, then how the assets are, then their attributes. */
export function listCsv(rows: readonly AssetRow[]): string {
  const names = attributeNames(rows);
  const { serialNumber, alias, definition, description, latitude, longitude } = FIXED_HEADERS;
  const headers = [serialNumber, alias, definition, description, latitude, longitude];
  const lines = [[...headers, 'State', 'Last contact', 'Open alarms', ...names.map((name) => ATTRIBUTE_HEADER + name)]];
  for (const row of rows) lines.push([...fixedCells(row), ...attributeCells(row, names)].map(keepApostrophe));
  return CSV_BOM + lines.map((cells) => `${csvLine(cells)}\r\n`).join('');
}

function fixedCells({ asset, coordinates, level, lastContactMs, alarms }: AssetRow): string[] {
  return [
    asset.serialNumber,
    asset.assetAlias,
    asset.assetDefinition.assetDefinitionName,
    asset.description,
    coordinates === null ? '' : String(coordinates.latitude),
    coordinates === null ? '' : String(coordinates.longitude),
    level,
    lastContactMs === null ? '' : new Date(lastContactMs).toISOString(),
    String(alarms.count),
  ];
}

function attributeNames(rows: readonly AssetRow[]): string[] {
  const names = new Map<string, string>();
  for (const { asset } of rows) {
    for (const { attributeName } of asset.attributes) {
      const key = attributeName.toLowerCase();
      if (!LEFT_OUT.has(key) && !names.has(key)) names.set(key, attributeName);
    }
  }
  return [...names.values()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
}

function attributeCells({ asset }: AssetRow, names: readonly string[]): string[] {
  const values = new Map(
    asset.attributes.map(({ attributeName, attributeValue }) => [attributeName.toLowerCase(), attributeValue]),
  );
  return names.map((name) => values.get(name.toLowerCase()) ?? '');
}

/** What begins as a cell of the portal that was defused gets one apostrophe more, and is read back as it was. */
const keepApostrophe = (text: string) => (DEFUSED.test(text) ? `'${text}` : text);
