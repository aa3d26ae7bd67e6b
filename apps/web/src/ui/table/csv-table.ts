import { rowsOfCsv } from './csv-rows.ts';
import { faultOfSize } from './csv-size.ts';

/** A CSV text as rows by header, or why it is none. */
export type CsvTable = { rows: readonly CsvRow[]; problem?: undefined } | { rows?: undefined; problem: string };

export interface CsvRow {
  /** Of the text, from 1: where the row begins. */
  readonly line: number;
  /** By header, trimmed; '' where a row ends early. */
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * Reads CSV with a header line; comma, semicolon or tab, as spreadsheets write it. Headers match without regard to
 * case; other columns are passed over, and so are empty lines.
 * @param headers names of the columns wanted, in lower case
 * @param required those of them that must be there
 */
export function readCsv(text: string, headers: readonly string[], required: readonly string[]): CsvTable {
  if (text.trim() === '') return { rows: [] };
  const fault = faultOfSize(text);
  if (fault !== undefined) return { problem: fault };
  const { rows: read, brokenQuoteLine } = rowsOfCsv(text.replace(/^\uFEFF/, ''));
  if (brokenQuoteLine !== undefined) return { problem: `Line ${brokenQuoteLine}: a quote is not closed.` };
  const [first, ...others] = read;
  const names = (first?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) return { problem: `The first line has to name the column ${missing}.` };
  const columns = headers.flatMap((name) => (names.includes(name) ? [{ name, at: names.indexOf(name) }] : []));
  const rows: CsvRow[] = [];
  for (const { line, cells: texts } of others) {
    if (texts.every((cell) => cell.trim() === '')) continue;
    if (texts.length > names.length) return { problem: `Line ${line} has more fields than the first line.` };
    const cells: Record<string, string> = {};
    for (const name of headers) cells[name] = '';
    for (const { name, at } of columns) cells[name] = (texts[at] ?? '').trim();
    rows.push({ line, cells });
  }
  return { rows };
}
