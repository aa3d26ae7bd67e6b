import { type CsvRow, readBlocks } from './csv-blocks.ts';
import { cellReader } from './csv-cell.ts';
import { CsvError } from './csv-error.ts';
import { type CsvLayout, detectDelimiter, detectLayout, type LayoutOptions } from './csv-layout.ts';
import { TimeReader, type Zone } from './csv-time.ts';
import { probeTextFile, readUtf8, type TextFile } from './text-file.ts';

/** A row as measurements: the values of the layout's value columns, undefined where there is none. */
export interface TableRow {
  line: number;
  timeMs: number;
  values: (number | string | undefined)[];
}

/** Something of the file that could not be used. */
export interface Flaw {
  line: number;
  reason: string;
  /** True: the whole row; false: one cell of it. */
  isRow: boolean;
}

export interface TableBlock {
  rows: TableRow[];
  flaws: Flaw[];
  endOffset: number;
  endLine: number;
}

const SAMPLE_ROWS = 200;
const MAX_CELL_SHOWN = 40;
/** Longer text is no measurement; the ingest would set it aside. */
const MAX_TEXT_LENGTH = 65_536;

export interface TableOptions extends LayoutOptions {
  zone: Zone;
}

/** A CSV file read as a table of measurements over time. */
export class CsvTable {
  readonly file: TextFile;
  readonly layout: CsvLayout;
  readonly #zone: Zone;
  /** For each value column whether it holds text; undefined until a cell tells. */
  readonly #isText: (boolean | undefined)[];

  constructor(file: TextFile, layout: CsvLayout, zone: Zone, sample: readonly CsvRow[]) {
    this.file = file;
    this.layout = layout;
    this.#zone = zone;
    const read = cellReader(layout.decimal);
    this.#isText = layout.valueColumns.map(({ index }) => {
      const cells = sample.map((row) => read(row.fields[index] ?? '')).filter((cell) => cell !== undefined);
      return cells.length === 0
        ? undefined
        : cells.filter((cell) => typeof cell === 'string').length * 2 > cells.length;
    });
  }

  /** Every row, a block at a time; from where an earlier block ended, if wanted. */
  async *read(from?: { offset: number; line: number }): AsyncGenerator<TableBlock> {
    const times = new TimeReader(this.#zone);
    const position = from ? { fromOffset: from.offset, fromLine: from.line } : {};
    let isHeader = from === undefined;
    for await (const block of readBlocks(this.file, { delimiter: this.layout.delimiter, ...position })) {
      const rows = isHeader ? block.rows.slice(1) : block.rows;
      isHeader &&= block.rows.length === 0;
      const { endOffset, endLine } = block;
      yield { ...this.#measure(rows, times), endOffset, endLine };
    }
  }

  #measure(rows: readonly CsvRow[], times: TimeReader): { rows: TableRow[]; flaws: Flaw[] } {
    const { columnCount, timeColumn, valueColumns, decimal } = this.layout;
    const read = cellReader(decimal);
    const measured: TableRow[] = [];
    const flaws: Flaw[] = [];
    for (const { line, fields } of rows) {
      if (fields.length !== columnCount && !hasOnlyEmptyRest(fields, columnCount)) {
        flaws.push({ line, reason: `${fields.length} fields instead of ${columnCount}`, isRow: true });
        continue;
      }
      const timeText = fields[timeColumn.index] ?? '';
      const timeMs = times.read(timeText);
      if (timeMs === undefined) {
        const reason = timeText.trim() === '' ? 'no time' : `'${shown(timeText)}' is no time`;
        flaws.push({ line, reason, isRow: true });
        continue;
      }
      const values = valueColumns.map(({ index, name }, at) => {
        const cell = fields[index] ?? '';
        const value = read(cell);
        if (value === undefined) return undefined;
        this.#isText[at] ??= typeof value === 'string';
        if (this.#isText[at] && cell.length <= MAX_TEXT_LENGTH) return cell.trim();
        if (typeof value === 'number') return value;
        flaws.push({ line, reason: `'${shown(cell)}' in column '${name}' is no number`, isRow: false });
        return undefined;
      });
      measured.push({ line, timeMs, values });
    }
    return { rows: measured, flaws };
  }
}

/** Spreadsheets leave separators at the end of a row. */
function hasOnlyEmptyRest(fields: readonly string[], columnCount: number): boolean {
  return fields.length > columnCount && fields.slice(columnCount).every((field) => field.trim() === '');
}

const shown = (cell: string) => (cell.length > MAX_CELL_SHOWN ? `${cell.slice(0, MAX_CELL_SHOWN)}…` : cell);

/**
 * Opens a CSV file: works out its encoding, delimiter and columns from its beginning.
 * @throws CsvError with a text for whoever named the file
 */
export async function openCsvTable(path: string, options: TableOptions): Promise<CsvTable> {
  const file = await probeTextFile(path);
  const delimiter = options.delimiter === 'auto' ? detectDelimiter(await firstLines(file)) : options.delimiter;
  const sample: CsvRow[] = [];
  for await (const { rows } of readBlocks(file, { delimiter })) {
    sample.push(...rows.slice(0, SAMPLE_ROWS + 1 - sample.length));
    if (sample.length > SAMPLE_ROWS) break;
  }
  const [header, ...rows] = sample;
  if (!header) throw new CsvError('the file has no lines');
  return new CsvTable(file, detectLayout(header.fields, rows, delimiter, options), options.zone, rows);
}

async function firstLines(file: TextFile): Promise<string[]> {
  for await (const bytes of readUtf8(file, 0)) {
    const lines = bytes.toString('utf8', 0, 65_536).split(/\r\n|\n|\r/);
    if (lines.length > 1) lines.pop();
    return lines.filter((line) => line !== '').slice(0, 20);
  }
  return [];
}
