import { nameKey } from '#names.ts';
import type { CsvRow } from './csv-blocks.ts';
import { cellReader, type DecimalSign } from './csv-cell.ts';
import { CsvError } from './csv-error.ts';
import { TimeReader, zoneOf } from './csv-time.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_COLUMNS = 10_000;
/** In a column called one of these the times are looked for first. */
const TIME_NAMES = /^(time|timestamp|datetime|date[ _]?time|date|ts|utc|zeit|zeitstempel|datum)\b/i;

export interface LayoutOptions {
  /** 'auto', or one character. */
  delimiter: string;
  decimal: 'auto' | DecimalSign;
  timeColumn?: string | undefined;
  /** Only these columns. */
  columns?: readonly string[] | undefined;
}

export interface CsvColumn {
  index: number;
  name: string;
}

/** What stands where in a file. */
export interface CsvLayout {
  delimiter: string;
  decimal: DecimalSign;
  columnCount: number;
  timeColumn: CsvColumn;
  valueColumns: readonly CsvColumn[];
  /** Columns without a name, by number from 1: they are left out. */
  namelessColumns: readonly number[];
}

/** Which character separates the fields: the one that divides the first lines into the most, equal, parts. */
export function detectDelimiter(firstLines: readonly string[]): string {
  let best: { delimiter: string; count: number } = { delimiter: ',', count: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = firstLines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
    const [inHeader = 0] = counts;
    const isRegular = counts.filter((count) => count === inHeader).length >= counts.length * 0.8;
    if (inHeader > 0 && (isRegular ? inHeader + MAX_COLUMNS : inHeader) > best.count) {
      best = { delimiter, count: isRegular ? inHeader + MAX_COLUMNS : inHeader };
    }
  }
  return best.delimiter;
}

/**
 * Works out from the header and the first rows what stands where.
 * @throws CsvError that names the columns there are, when the wanted ones are not among them
 */
export function detectLayout(
  header: readonly string[],
  sample: readonly CsvRow[],
  delimiter: string,
  options: LayoutOptions,
): CsvLayout {
  if (header.length > MAX_COLUMNS)
    throw new CsvError(`the file has ${header.length} columns; at most ${MAX_COLUMNS} can be read`);
  const named = header.map((name, index) => ({ index, name: name.trim() }));
  refuseNoHeader(named);
  const timeColumn = findTimeColumn(named, sample, options.timeColumn);
  const others = named.filter((column) => column.index !== timeColumn.index);
  const wanted = options.columns ? options.columns.map((name) => findColumn(others, name)) : others;
  const valueColumns = wanted.filter((column) => column.name !== '');
  if (valueColumns.length === 0) throw new CsvError('there is no column but the time');
  refuseTwins(valueColumns);
  return {
    delimiter,
    decimal: options.decimal === 'auto' ? detectDecimal(delimiter, sample, valueColumns) : options.decimal,
    columnCount: header.length,
    timeColumn,
    valueColumns,
    namelessColumns: wanted.filter((column) => column.name === '').map((column) => column.index + 1),
  };
}

function refuseNoHeader(columns: readonly CsvColumn[]): void {
  const read = cellReader('.');
  const times = new TimeReader(zoneOf('UTC'));
  const isData = columns.every(
    ({ name }) => name === '' || typeof read(name) === 'number' || times.read(name) !== undefined,
  );
  if (isData) throw new CsvError('the first line must name the columns; this one holds only numbers and times');
}

const namesOf = (columns: readonly CsvColumn[]) =>
  columns
    .filter((column) => column.name !== '')
    .map((column) => column.name)
    .join(', ');

/** By name whatever its case, or by its number from 1 as `#3`. */
function findColumn(columns: readonly CsvColumn[], name: string): CsvColumn {
  const number = /^#(\d+)$/.exec(name)?.[1];
  const found = columns.filter((column) =>
    number === undefined ? nameKey(column.name) === nameKey(name) : column.index === Number(number) - 1,
  );
  const [first] = found;
  if (!first) throw new CsvError(`there is no column '${name}'; the file has: ${namesOf(columns)}`);
  if (found.length > 1) {
    throw new CsvError(
      `'${name}' names columns ${found.map((column) => column.index + 1).join(' and ')}; choose one by its number, as #${first.index + 1}`,
    );
  }
  return first;
}

function findTimeColumn(
  columns: readonly CsvColumn[],
  sample: readonly CsvRow[],
  wanted: string | undefined,
): CsvColumn {
  const holdsTimes = ({ index, name }: CsvColumn) => {
    const times = new TimeReader(zoneOf('UTC'));
    const cells = sample.map((row) => row.fields[index]?.trim() ?? '').filter((cell) => cell !== '');
    const readable = cells.filter((cell) => times.read(cell) !== undefined).length;
    return readable > 0 && (TIME_NAMES.test(name) || name === wanted || readable * 2 >= cells.length);
  };
  if (wanted !== undefined) {
    const column = findColumn(columns, wanted);
    if (sample.length === 0 || holdsTimes(column)) return column;
    const example = sample[0]?.fields[column.index] ?? '';
    throw new CsvError(`the column '${column.name}' holds no times that can be read, but for example '${example}'`);
  }
  const byName = columns.filter((column) => TIME_NAMES.test(column.name));
  const found = [...byName, ...columns].find(holdsTimes) ?? (sample.length === 0 ? byName[0] : undefined);
  if (!found)
    throw new CsvError(`no column holds times; the file has: ${namesOf(columns)}. Name it with --time-column`);
  return found;
}

/** Two columns with one name would be one data item. */
function refuseTwins(columns: readonly CsvColumn[]): void {
  const seen = new Map<string, CsvColumn>();
  for (const column of columns) {
    const twin = seen.get(nameKey(column.name));
    if (twin) {
      throw new CsvError(
        `columns ${twin.index + 1} and ${column.index + 1} are both named '${column.name}'; choose columns with --columns, by number as #${twin.index + 1}`,
      );
    }
    seen.set(nameKey(column.name), column);
  }
}

/** A comma is a decimal sign where it does not separate fields and some cells are numbers only with it. */
function detectDecimal(delimiter: string, sample: readonly CsvRow[], columns: readonly CsvColumn[]): DecimalSign {
  if (delimiter === ',') return '.';
  let commas = 0;
  let points = 0;
  for (const { fields } of sample) {
    for (const { index } of columns) {
      const cell = fields[index]?.trim() ?? '';
      if (/^[+-]?\d+,\d+(e[+-]?\d+)?$/i.test(cell)) commas++;
      else if (/^[+-]?\d+\.\d+(e[+-]?\d+)?$/i.test(cell)) points++;
    }
  }
  return commas > points ? ',' : '.';
}
