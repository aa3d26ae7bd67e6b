import Papa from 'papaparse';

/** A row of a CSV, and where to find it in an editor. */
export interface CsvCells {
  /** Line of the text on which the row begins, from 1: a cell in quotes may have lines of its own. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvRows {
  readonly rows: readonly CsvCells[];
  /** Line of the first quote that is not closed, or stands within a cell. */
  readonly brokenQuoteLine: number | undefined;
}

/** A return without a line feed ends a line, too; the one at the end of a row is part of the row's own end. */
const LINE_END = /\r\n|\n|\r(?!$)/g;

const lineEnds = (text: string) => (text.match(LINE_END) ?? []).length;

/**
 * The rows of a CSV, empty ones too, by the lines on which they begin.
 * @param delimiter found by the text itself when there is none
 */
export function rowsOfCsv(text: string, delimiter?: string): CsvRows {
  const { data, errors } = Papa.parse<string[]>(text, delimiter === undefined ? {} : { delimiter });
  let line = 1;
  const rows = data.map((cells) => {
    const begin = line;
    line += 1 + lineEnds(cells.join(','));
    return { line: begin, cells };
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  return { rows, brokenQuoteLine: broken && 1 + lineEnds(text.slice(0, broken.index)) };
}
