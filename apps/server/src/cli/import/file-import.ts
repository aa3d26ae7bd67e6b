import { QUALITY_GOOD } from '@telltale/contract';
import { reasonAgainstTime } from '#ingest/time/time-rules.ts';
import type { CsvTable, TableBlock } from '../../ingest/csv/csv-table.ts';
import type { IncomingPoint } from '../../ingest/incoming.ts';
import { type FileReport, noteFlaw } from './import-report.ts';

/** Resolves when the points are on disk. */
export type StorePoints = (points: readonly IncomingPoint[]) => Promise<void>;

export interface FileImportOptions {
  table: CsvTable;
  /** The label of each value column. */
  labels: readonly string[];
  store: StorePoints;
  nowMs: () => number;
  signal: AbortSignal;
  from?: { offset: number; line: number; report: FileReport } | undefined;
  /** Everything up to here is stored. */
  onStored: (position: { offset: number; line: number; report: FileReport }) => Promise<void> | void;
}

/** So many points go to the history in one piece; the devices' messages go in between. */
const POINTS_PER_COMMIT = 20_000;

/**
 * Stores a table in the history, a block at a time: the next one is read while the disk is busy with the last.
 * @returns the report; `isComplete` is false when the signal stopped it
 */
export async function importTable(options: FileImportOptions): Promise<FileReport> {
  const { table, labels, from, signal, onStored } = options;
  const report = from ? { ...from.report, resumedAtLine: from.line } : newReport(table, labels);
  let stored = { ...report };
  let storing: Promise<void> = Promise.resolve();
  for await (const block of table.read(from)) {
    const points = toPoints(block, labels, report, options.nowMs());
    await storing;
    if (signal.aborted) return stored;
    const position = { offset: block.endOffset, line: block.endLine, report: { ...report, flaws: [...report.flaws] } };
    storing = storeAll(points, options.store).then(() => {
      stored = position.report;
      return onStored(position);
    });
    // A failure is thrown where it is waited for, not while the next block is being read.
    storing.catch(() => undefined);
  }
  await storing;
  report.isComplete = true;
  return report;
}

async function storeAll(points: readonly IncomingPoint[], store: StorePoints): Promise<void> {
  const commits: Promise<void>[] = [];
  for (let first = 0; first < points.length; first += POINTS_PER_COMMIT) {
    commits.push(store(points.slice(first, first + POINTS_PER_COMMIT)));
  }
  await Promise.all(commits);
}

function newReport(table: CsvTable, labels: readonly string[]): FileReport {
  const { file, layout } = table;
  return {
    file: file.path,
    encoding: file.encoding,
    isEncodingGuessed: file.isGuessed,
    delimiter: layout.delimiter,
    timeColumn: layout.timeColumn.name,
    rows: 0,
    points: 0,
    fromMs: null,
    toMs: null,
    pointsByLabel: Object.fromEntries(labels.map((label) => [label, 0])),
    namelessColumns: [...layout.namelessColumns],
    skippedRows: 0,
    skippedCells: 0,
    flaws: [],
    resumedAtLine: null,
    isComplete: false,
  };
}

function toPoints(block: TableBlock, labels: readonly string[], report: FileReport, nowMs: number): IncomingPoint[] {
  const points: IncomingPoint[] = [];
  const counts = labels.map(() => 0);
  for (const flaw of block.flaws) noteFlaw(report, flaw);
  for (const { line, timeMs, values } of block.rows) {
    const reason = reasonAgainstTime(timeMs, nowMs);
    if (reason !== undefined) {
      noteFlaw(report, { line, reason, isRow: true });
      continue;
    }
    report.rows++;
    report.fromMs = Math.min(report.fromMs ?? timeMs, timeMs);
    report.toMs = Math.max(report.toMs ?? timeMs, timeMs);
    for (const [index, label] of labels.entries()) {
      const value = values[index];
      if (value === undefined) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      points.push({ label, timeMs, value, quality: QUALITY_GOOD });
    }
  }
  report.points += points.length;
  const byLabel = { ...report.pointsByLabel };
  for (const [index, label] of labels.entries()) byLabel[label] = (byLabel[label] ?? 0) + (counts[index] ?? 0);
  report.pointsByLabel = byLabel;
  return points;
}
