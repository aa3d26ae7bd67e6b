import { assetLists } from '@telltale/contract';
import Papa from 'papaparse';
import { type CsvCells, rowsOfCsv } from '#ui/table/csv-rows.ts';
import { faultOfSize } from '#ui/table/csv-size.ts';
import { ATTRIBUTE_HEADER, DEFUSED, FIXED_HEADERS, type FixedColumn } from './csv-columns.ts';

type Line = assetLists.AssetLine;

/** A file of assets as lines to send, with what is wrong with those that cannot be; or why it is none at all. */
export type AssetsFile =
  | { problem: string; lines?: undefined; faults?: undefined; ignored?: undefined }
  | {
      problem?: undefined;
      lines: readonly Line[];
      faults: readonly assetLists.LineFault[];
      /** Columns that mean nothing here. */
      ignored: readonly string[];
    };

const MOST_CHARACTERS = 50_000_000;
/** For what stands around the lines of a body. */
const MOST_LINE_BYTES = assetLists.MOST_IMPORT_BYTES - 1_000;
/** Assets of many definitions have attributes of many names, each a column of the list that was saved. */
const MOST_COLUMNS = 5_000;
/** Of a header, in what is said about it. */
const TOLD = 40;

interface Columns {
  readonly fixed: ReadonlyMap<FixedColumn, number>;
  readonly attributes: readonly { name: string; at: number }[];
  readonly ignored: readonly string[];
  readonly count: number;
}

/** Reads comma, semicolon or tab, as spreadsheets write it. Empty cells say nothing: what is there stays. */
export function readAssetsCsv(text: string): AssetsFile {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return { problem: 'The file is empty.' };
  if (plain.length > MOST_CHARACTERS) return { problem: 'The file is larger than 50 MB.' };
  if (plain.includes('\uFFFD')) return { problem: 'The file is not UTF-8. Save it as "CSV UTF-8".' };
  const fault = faultOfSize(plain, MOST_COLUMNS);
  if (fault !== undefined) return { problem: fault };
  const [first = []] = Papa.parse<string[]>(plain, { preview: 1 }).data;
  const columns = readHeaders(first);
  if (typeof columns === 'string') return { problem: columns };
  const { rows, brokenQuoteLine } = rowsOfCsv(plain);
  if (brokenQuoteLine !== undefined) {
    return { problem: `Line ${brokenQuoteLine}: a quote is not closed, or stands within a cell.` };
  }
  return readLines(rows.slice(1), columns);
}

function readHeaders(headers: readonly string[]): Columns | string {
  const fixedByHeader = new Map(
    Object.entries(FIXED_HEADERS).map(([column, header]) => [header.toLowerCase(), column as FixedColumn]),
  );
  const fixed = new Map<FixedColumn, number>();
  const attributes: { name: string; at: number }[] = [];
  const ignored: string[] = [];
  const seen = new Set<string>();
  for (const [at, raw] of headers.entries()) {
    const header = raw.trim();
    const key = header.normalize('NFC').toLowerCase();
    if (key === '') continue;
    if (seen.has(key)) return `The first line names the column ${header.slice(0, TOLD)} twice.`;
    seen.add(key);
    const column = fixedByHeader.get(key);
    const name = header.slice(ATTRIBUTE_HEADER.length).trim();
    if (column !== undefined) fixed.set(column, at);
    else if (key.startsWith(ATTRIBUTE_HEADER.toLowerCase()) && name !== '') attributes.push({ name, at });
    else ignored.push(header.slice(0, TOLD));
  }
  if (!fixed.has('serialNumber')) return `The first line has to name the column ${FIXED_HEADERS.serialNumber}.`;
  return { fixed, attributes, ignored, count: headers.length };
}

function readLines(rows: readonly CsvCells[], columns: Columns): AssetsFile {
  const lines: Line[] = [];
  const faults: assetLists.LineFault[] = [];
  let filled = 0;
  let bytes = 0;
  for (const { line: at, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    filled += 1;
    const line = readLine(at, cells, columns);
    if (typeof line === 'string') faults.push({ line: at, message: line });
    else {
      // Each line names its attributes anew: what is sent can be larger than the file.
      bytes += bytesOf(line);
      if (bytes > MOST_LINE_BYTES) return { problem: tooLarge(at, lines.length === 0) };
      lines.push(line);
    }
  }
  const most = assetLists.MOST_ASSETS_AT_ONCE;
  if (filled > most) {
    return { problem: `The file has ${tell(filled)} assets; at most ${tell(most)} can be taken at once.` };
  }
  if (filled === 0) return { problem: 'The file has a first line and no assets.' };
  return { lines, faults, ignored: columns.ignored };
}

/** @returns the line, or what is wrong with it */
function readLine(line: number, cells: readonly string[], { fixed, attributes, count }: Columns): Line | string {
  if (cells.length > count)
    return `There are ${cells.length.toLocaleString('en')} cells, and the first line names ${count}.`;
  const cell = (column: FixedColumn) => textOf(cells[fixed.get(column) ?? -1]);
  const latitude = readDegrees(cell('latitude'));
  const longitude = readDegrees(cell('longitude'));
  if (Number.isNaN(latitude)) return `The latitude ${cell('latitude')?.slice(0, TOLD)} is no number.`;
  if (Number.isNaN(longitude)) return `The longitude ${cell('longitude')?.slice(0, TOLD)} is no number.`;
  const filled = attributes.flatMap(({ name, at }) => {
    const attributeValue = textOf(cells[at]);
    return attributeValue === undefined ? [] : [{ attributeName: name, attributeValue }];
  });
  const most = assetLists.MOST_ATTRIBUTES_OF_LINE;
  if (filled.length > most) return `There are ${tell(filled.length)} attributes; an asset has at most ${tell(most)}.`;
  const said = {
    assetDefinition: cell('definition'),
    assetAlias: cell('alias'),
    description: cell('description'),
    latitude,
    longitude,
  };
  const asked = {
    line,
    serialNumber: cell('serialNumber') ?? '',
    ...(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Partial<Line>),
    attributes: filled,
  };
  return faultOfLength(asked) ?? asked;
}

/** Longer texts than the call takes; what else is wrong with a text the portal says. */
function faultOfLength(line: Line): string | undefined {
  const issue = assetLists.assetLineSchema.safeParse(line).error?.issues[0];
  if (issue === undefined) return undefined;
  const [field, index] = issue.path;
  if (field === 'attributes') {
    return `The attribute ${line.attributes[Number(index)]?.attributeName.slice(0, TOLD)} is too long.`;
  }
  return `The ${field === 'serialNumber' ? 'serial number' : String(field).replace('asset', '').toLowerCase()} is too long.`;
}

const encoder = new TextEncoder();
const bytesOf = (line: Line): number => encoder.encode(JSON.stringify(line)).length + 1;

function tooLarge(line: number, isFirst: boolean): string {
  const most = `${assetLists.MOST_IMPORT_BYTES / 1_000_000} MB with all that their lines say`;
  return isFirst
    ? `Line ${tell(line)} alone is too large: assets of at most ${most} can be taken at once.`
    : `Assets of at most ${most} can be taken at once. Divide the file before line ${tell(line)}.`;
}

const tell = (count: number): string => count.toLocaleString('en');

/** Undefined for an empty cell. */
function textOf(cell: string | undefined): string | undefined {
  const text = cell?.replace(DEFUSED, '').trim();
  return text === '' ? undefined : text;
}

/** Decimal point or comma; NaN for what is no number. */
function readDegrees(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const plain = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
