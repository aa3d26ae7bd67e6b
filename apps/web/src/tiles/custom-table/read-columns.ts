/** A column of fetched rows: which field it shows, under which heading. */
export interface FieldColumn {
  field: string;
  heading: string;
}

/** Why a definition cannot be read; shown behind 'Invalid Input, please try again' (spec 2 §8). */
export class ColumnsError extends Error {}

const MAX_COLUMNS = 100;
const MAX_LENGTH = 10_000;

/**
 * Reads a column definition: names separated by blanks or commas, in which ^ marks a blank (spec 1 §2). `field:Heading`
 * gives a field another heading, and dots lead into objects: `name last.time:Last^seen`. A JSON list of such names or
 * of `{"field", "heading"}` is read as well.
 * @throws ColumnsError in words for the screen
 */
export function readColumns(definition: string): FieldColumn[] {
  if (definition.length > MAX_LENGTH) throw new ColumnsError(`more than ${MAX_LENGTH} characters`);
  const text = definition.trim();
  const columns = text.startsWith('[')
    ? readJson(text)
    : text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(readName);
  if (columns.length > MAX_COLUMNS) throw new ColumnsError(`more than ${MAX_COLUMNS} columns`);
  const seen = new Set<string>();
  for (const { field } of columns) {
    if (seen.has(field)) throw new ColumnsError(`the column ${field} stands there twice`);
    seen.add(field);
  }
  return columns;
}

function readName(name: string): FieldColumn {
  const colon = name.indexOf(':');
  const field = unmark(colon < 0 ? name : name.slice(0, colon)).trim();
  const heading = unmark(colon < 0 ? name : name.slice(colon + 1)).trim();
  if (field === '') throw new ColumnsError(`${name} names no field`);
  if (heading === '') throw new ColumnsError(`${name} has no heading`);
  return { field, heading };
}

function unmark(name: string): string {
  return name.replaceAll('^', ' ');
}

function readJson(text: string): FieldColumn[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new ColumnsError(error instanceof Error ? error.message : String(error));
  }
  if (!Array.isArray(list)) throw new ColumnsError('a list is wanted');
  return list.map((entry: unknown) => {
    if (typeof entry === 'string') return readName(entry);
    const { field, heading } = (entry ?? {}) as Record<string, unknown>;
    if (typeof field !== 'string' || field === '') throw new ColumnsError('a column without a field');
    return { field, heading: typeof heading === 'string' && heading !== '' ? heading : field };
  });
}

/** What stands in a row's field, as text or a number; null for nothing. */
export function readField(row: Readonly<Record<string, unknown>>, field: string): string | number | null {
  const value = Object.hasOwn(row, field) ? row[field] : walk(row, field.split('.'));
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function walk(row: unknown, steps: readonly string[]): unknown {
  let place = row;
  for (const step of steps) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as Record<string, unknown>)[step];
  }
  return place;
}

/** Rows of a table, or undefined where the data is no list of objects ('No data...', spec 2 §2.13). */
export function readRows(data: unknown): Record<string, unknown>[] | undefined {
  if (!Array.isArray(data) || data.length === 0) return undefined;
  const isRows = data.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  return isRows ? (data as Record<string, unknown>[]) : undefined;
}
