import Papa from 'papaparse';
import { faultOfSize } from './csv-size.ts';

/** A CSV text as rows by header, or why it is none. Line numbers count from 1, the header being the first. */
export type CsvTable = { rows: readonly CsvRow[]; problem?: undefined } | { rows?: undefined; problem: string };

export interface CsvRow {
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
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { problem: `Line ${(broken.row ?? 0) + 1}: a quote is not closed.` };
  const [first = [], ...lines] = data;
  const names = first.map((name) => name.trim().toLowerCase());
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) return { problem: `The first line has to name the column ${missing}.` };
  const columns = headers.flatMap((name) => (names.includes(name) ? [{ name, at: names.indexOf(name) }] : []));
  const rows: CsvRow[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell.trim() === '')) continue;
    if (line.length > names.length) return { problem: `Line ${index + 2} has more fields than the first line.` };
    const cells: Record<string, string> = {};
    for (const name of headers) cells[name] = '';
    for (const { name, at } of columns) cells[name] = (line[at] ?? '').trim();
    rows.push({ line: index + 2, cells });
  }
  return { rows };
}
