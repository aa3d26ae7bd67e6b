import type { Flaw } from '../../ingest/csv/csv-table.ts';

/** What was read from a file so far. A resumed import goes on with the report of the earlier one. */
export interface FileReport {
  file: string;
  encoding: string;
  isEncodingGuessed: boolean;
  delimiter: string;
  timeColumn: string;
  rows: number;
  points: number;
  fromMs: number | null;
  toMs: number | null;
  /** Points by label; 0: the column is wholly empty and makes no series. */
  pointsByLabel: Record<string, number>;
  namelessColumns: number[];
  skippedRows: number;
  skippedCells: number;
  /** The first of what was skipped. */
  flaws: Flaw[];
  /** The line it went on from, when an earlier import of the file was interrupted. */
  resumedAtLine: number | null;
  isComplete: boolean;
}

/** So many skipped rows and cells are told with line and reason; of the others the number. */
const FLAWS_TOLD = 20;

export function noteFlaw(report: FileReport, flaw: Flaw): void {
  if (flaw.isRow) report.skippedRows++;
  else report.skippedCells++;
  if (report.flaws.length < FLAWS_TOLD) report.flaws.push(flaw);
}

const iso = (timeMs: number | null) => (timeMs === null ? 'never' : new Date(timeMs).toISOString());
const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** The report as lines of text. */
export function describeReport(report: FileReport, isDryRun: boolean): string[] {
  const { pointsByLabel: byLabel, flaws, skippedRows, skippedCells } = report;
  const empty = Object.keys(byLabel).filter((label) => byLabel[label] === 0);
  const series = Object.keys(byLabel).length - empty.length;
  const verb = isDryRun ? 'would store' : report.isComplete ? 'stored' : 'stored so far';
  const lines = [
    `${report.file}: ${verb} ${count(report.points, 'point')} of ${count(series, 'data item')} from ${count(report.rows, 'row')}`,
  ];
  if (report.rows > 0)
    lines.push(`  from ${iso(report.fromMs)} to ${iso(report.toMs)} (column '${report.timeColumn}')`);
  if (report.isEncodingGuessed) lines.push(`  the encoding is a guess: read as ${report.encoding}`);
  if (report.resumedAtLine !== null)
    lines.push(`  went on from line ${report.resumedAtLine}, where it was interrupted`);
  if (empty.length > 0) lines.push(`  wholly empty, no series: ${empty.join(', ')}`);
  if (report.namelessColumns.length > 0)
    lines.push(`  left out, without a name: ${columnsText(report.namelessColumns)}`);
  if (skippedRows + skippedCells > 0) {
    lines.push(`  skipped ${count(skippedRows, 'row')} and ${count(skippedCells, 'cell')}:`);
    for (const { line, reason } of flaws) lines.push(`    line ${line}: ${reason}`);
    const untold = skippedRows + skippedCells - flaws.length;
    if (untold > 0) lines.push(`    and ${untold.toLocaleString('en-US')} more`);
  }
  return lines;
}

const columnsText = (numbers: readonly number[]) => `column ${numbers.join(', ')}`;
