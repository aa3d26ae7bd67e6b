import { MOST_PROJECTION_PAIRS } from '@telltale/contract';
import type { ProjectionPair, ProjectionSeries } from '@telltale/domain/field/projection.ts';
import { type CsvCells, rowsOfCsv } from '#ui/table/csv-rows.ts';
import { faultOfSize } from '#ui/table/csv-size.ts';
import { readFloat } from './read-float.ts';
import { thinPairs } from './thin-pairs.ts';

/** A projection as a file says it, or what is wrong with the file. */
export type ProjectionFile =
  | {
      readonly series: readonly ProjectionSeries[];
      /** Rows with a depth. */
      readonly rows: number;
      /** What the reader did with it. */
      readonly notes: readonly string[];
      readonly problems?: undefined;
    }
  | {
      readonly series?: undefined;
      /** By line, the first ones. */
      readonly problems: readonly string[];
      /** How many there are in all. */
      readonly count: number;
    };

/** Longer files are refused before they are read. */
export const MOST_PROJECTION_BYTES = 20_000_000;
const MOST_COLUMNS = 20;
const MOST_LABEL = 200;
/** So many problems are written out. */
const MOST_PROBLEMS = 10;

const refused = (...problems: string[]): ProjectionFile => ({ problems, count: problems.length });

/**
 * Reads a projection: the first column is the depth, each other one a series (spec 2 §5). Comma, semicolon or tab between
 * the fields, decimal point or comma, with or without a byte order mark; empty lines are passed over. One line that cannot
 * be read refuses the file.
 */
export function readProjectionFile(text: string): ProjectionFile {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return refused('The file is empty.');
  const size = faultOfSize(plain);
  if (size !== undefined) return refused(size);
  const { rows, brokenQuoteLine } = rowsOfCsv(plain, delimiterOf(plain));
  if (brokenQuoteLine !== undefined) return refused(`Line ${brokenQuoteLine}: a quote is not closed.`);
  const [head, ...others] = rows.filter(({ cells }) => !isEmpty(cells));
  const labels = trimEnd((head?.cells ?? []).map((label) => label.trim()));
  const fault = faultOfLabels(labels, head?.line ?? 1);
  if (fault !== undefined) return refused(fault);
  return readRows(labels, others);
}

function readRows(labels: readonly string[], read: readonly CsvCells[]): ProjectionFile {
  const isDecimalComma = usesDecimalComma(read.map(({ cells }) => cells));
  const rows: { line: number; depth: number; values: (number | null)[] }[] = [];
  const problems: string[] = [];
  let count = 0;
  const refuse = (problem: string) => {
    count += 1;
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  for (const { line, cells: row } of read) {
    if (trimEnd(row).length > labels.length) {
      refuse(`Line ${line} has more fields than the first line.`);
      continue;
    }
    const depth = readFloat(row[0] ?? '', isDecimalComma);
    if (depth === null || depth < 0) {
      refuse(`Line ${line}: ${wordsOf(row[0])} is no depth.`);
      continue;
    }
    const values = labels.slice(1).map((label, index) => {
      const cell = row[index + 1]?.trim() ?? '';
      const value = cell === '' ? null : readFloat(cell, isDecimalComma);
      if (cell !== '' && value === null) refuse(`Line ${line}: ${wordsOf(cell)} is no number (${label}).`);
      return value;
    });
    rows.push({ line, depth, values });
  }
  if (count > 0) return { problems, count };
  if (rows.length === 0) return refused('There is no line with a depth below the first one.');
  const series = seriesOf(labels, rows);
  if (series.length === 0) return refused('No line has a value beside its depth.');
  return { series, rows: rows.length, notes: notesOf(rows) };
}

type Row = { line: number; depth: number; values: readonly (number | null)[] };

function seriesOf(labels: readonly string[], rows: readonly Row[]): ProjectionSeries[] {
  const ordered = [...rows].sort((a, b) => a.depth - b.depth);
  return labels.slice(1).flatMap((label, index) => {
    const pairs = ordered.flatMap(({ depth, values }): ProjectionPair[] => {
      const value = values[index] ?? null;
      return value === null ? [] : [[depth, value]];
    });
    return pairs.length === 0 ? [] : [{ label, pairs: thinPairs(pairs, MOST_PROJECTION_PAIRS) }];
  });
}

function notesOf(rows: readonly Row[]): string[] {
  const up = rows.find(({ depth }, index) => depth < (rows[index - 1]?.depth ?? 0));
  const count = rows.length.toLocaleString('en-US');
  return [
    ...(up ? [`From line ${up.line} on depths go up: the lines are put in the order of their depths.`] : []),
    ...(rows.length > MOST_PROJECTION_PAIRS
      ? [
          `Of ${count} lines ${MOST_PROJECTION_PAIRS.toLocaleString('en-US')} are kept, with the lowest and the highest value of each stretch.`,
        ]
      : []),
  ];
}

function faultOfLabels(labels: readonly string[], line: number): string | undefined {
  if (labels.length < 2) return `Line ${line} has to name a column of depths and one of values at least.`;
  if (labels.every((label) => readFloat(label, false) !== null)) {
    return `Line ${line} has to name the columns; it holds numbers.`;
  }
  if (labels.length - 1 > MOST_COLUMNS) return `There are more than ${MOST_COLUMNS} columns of values.`;
  const nameless = labels.indexOf('');
  if (nameless >= 0) return `Line ${line}: column ${nameless + 1} has no name.`;
  const long = labels.find((label) => label.length > MOST_LABEL);
  if (long !== undefined) return `Line ${line}: a name has at most ${MOST_LABEL} characters.`;
  const twice = labels.find((label, index) =>
    labels.slice(0, index).some((before) => before.toLowerCase() === label.toLowerCase()),
  );
  return twice === undefined ? undefined : `Line ${line} names the column ${twice} twice.`;
}

/** What stands between the fields of the first line that says something. */
function delimiterOf(text: string): string {
  const line = text.split(/\r\n|\r|\n/, 50).find((one) => one.trim() !== '') ?? '';
  const outside = line.replace(/"[^"]*"/g, '');
  return [';', '\t'].find((delimiter) => outside.includes(delimiter)) ?? ',';
}

/** Whether a comma in a number is the decimal one: it is where a comma stands before other than three digits. */
function usesDecimalComma(rows: readonly (readonly string[])[]): boolean {
  return rows.some((row) => row.some((cell) => /^\s*[-+]?\d*,(\d{1,2}|\d{4,})\s*$/.test(cell)));
}

const isEmpty = (row: readonly string[]) => row.every((cell) => cell.trim() === '');

function trimEnd(row: readonly string[]): string[] {
  const end = row.findLastIndex((cell) => cell.trim() !== '');
  return row.slice(0, end + 1);
}

function wordsOf(cell: string | undefined): string {
  const plain = cell?.trim() ?? '';
  if (plain === '') return 'an empty field';
  return plain.length > 30 ? `'${plain.slice(0, 30)}…'` : `'${plain}'`;
}
