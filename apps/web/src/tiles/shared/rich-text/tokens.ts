/** A run of plain text, or the path of a substitution: `{{dataItems.Motor current}}`. */
export type TextPart = { kind: 'plain'; text: string } | { kind: 'token'; path: string };

const TOKEN = /\{\{([^{}]{1,200})\}\}/g;

/** Splits a text at its substitutions. Braces that hold none stay as they are. */
export function splitTokens(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const path = (match[1] ?? '').trim();
    if (path === '') continue;
    if (match.index > from) parts.push({ kind: 'plain', text: text.slice(from, match.index) });
    parts.push({ kind: 'token', path });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

/** The path as it stands in a text. */
export function tokenText(path: string): string {
  return `{{${path}}}`;
}

/** What a path of a substitution names by itself, when the tile has no entry for it. */
export type PathMeaning =
  | { kind: 'asset'; field: AssetField }
  | { kind: 'attribute'; attributeName: string }
  | { kind: 'dataItem'; label: string; property: SubstitutionProperty };

export const SUBSTITUTION_PROPERTIES = ['value', 'unit', 'name', 'timestamp'] as const;
export type SubstitutionProperty = (typeof SUBSTITUTION_PROPERTIES)[number];

/** What may be written of the dashboard's asset: `{{asset.alias}}`. */
export const ASSET_FIELDS = ['assetId', 'serialNumber', 'alias'] as const;
export type AssetField = (typeof ASSET_FIELDS)[number];

const ASSET = /^asset\.(\w+)$/i;
const ATTRIBUTE = /^attributes\.(.+)$/i;
const DATA_ITEM = /^dataItems\.(.+)$/i;
const PROPERTY = /\.(value|unit|name|timestamp)$/i;

/** Reads `asset.alias`, `attributes.Station`, `dataItems.Motor current` and `dataItems.Motor current.unit`. */
export function readPath(path: string): PathMeaning | undefined {
  const named = ASSET.exec(path)?.[1]?.toLowerCase();
  const field = ASSET_FIELDS.find((candidate) => candidate.toLowerCase() === named);
  if (field !== undefined) return { kind: 'asset', field };
  const attributeName = ATTRIBUTE.exec(path)?.[1];
  if (attributeName !== undefined) return { kind: 'attribute', attributeName };
  const rest = DATA_ITEM.exec(path)?.[1];
  if (rest === undefined) return undefined;
  const property = PROPERTY.exec(rest)?.[1]?.toLowerCase() as SubstitutionProperty | undefined;
  const label = property === undefined ? rest : rest.slice(0, -property.length - 1);
  return { kind: 'dataItem', label, property: property ?? 'value' };
}

/** The path that names an attribute of the asset. */
export function attributePath(attributeName: string): string {
  return `attributes.${braceless(attributeName)}`;
}

/** The path that names a property of a data item; the value is meant where none is written. */
export function dataItemPath(label: string, property: SubstitutionProperty): string {
  const path = `dataItems.${braceless(label)}`;
  // A label that itself ends in '.unit' would be misread without the property.
  return property === 'value' && !PROPERTY.test(path) ? path : `${path}.${property}`;
}

/** Braces would end a token early. */
function braceless(name: string): string {
  return name.replace(/[{}]/g, ' ').trim().slice(0, 150);
}
