import type { CsvTable, TableRow } from '../../ingest/csv/csv-table.ts';
import { Pace } from './pace.ts';

/** What a device sends for one row. */
export interface Sample {
  ts: number;
  values: Record<string, number | string>;
}

export interface ReplayOptions {
  table: CsvTable;
  /** The label of each value column. */
  labels: readonly string[];
  /** 1: as it was recorded. */
  speed: number;
  loop: boolean;
  /** Send the recorded times instead of the present ones. */
  keepTimes: boolean;
  /** Resolves when the portal has taken them. */
  send: (samples: readonly Sample[]) => Promise<void>;
  nowMs: () => number;
  /** Resolves at the time, or when the signal says so. */
  waitUntil: (timeMs: number, signal: AbortSignal) => Promise<void>;
  onSent?: (sent: { rows: number; fileTimeMs: number }) => void;
  signal: AbortSignal;
}

/** Rows that are due within this time go in one message: at high speeds a message for each would be the limit. */
const TOGETHER_MS = 50;
const MAX_ROWS_TOGETHER = 500;

/**
 * Sends a recording as a device would have: each row when it is due.
 * @returns how many rows were sent
 */
export async function replay(options: ReplayOptions): Promise<number> {
  const { nowMs, signal, loop } = options;
  const pace = new Pace(nowMs(), options.speed);
  let rows = 0;
  do {
    const before = rows;
    for await (const batch of dueBatches(options, pace)) {
      await options.send(batch.samples);
      rows += batch.samples.length;
      options.onSent?.({ rows, fileTimeMs: batch.fileTimeMs });
      if (signal.aborted) return rows;
    }
    if (rows === before) return rows;
    pace.again();
  } while (loop && !signal.aborted);
  return rows;
}

async function* dueBatches(options: ReplayOptions, pace: Pace) {
  const { table, nowMs, waitUntil, keepTimes, signal } = options;
  let samples: Sample[] = [];
  let fileTimeMs = 0;
  for await (const block of table.read()) {
    for (const row of block.rows) {
      const values = valuesOf(row, options.labels);
      if (!values) continue;
      const dueMs = pace.due(row.timeMs);
      const isLater = dueMs > nowMs() + TOGETHER_MS;
      if (samples.length > 0 && (isLater || samples.length >= MAX_ROWS_TOGETHER)) {
        yield { samples, fileTimeMs };
        samples = [];
      }
      if (isLater) await waitUntil(dueMs, signal);
      if (signal.aborted) return;
      samples.push({ ts: keepTimes ? row.timeMs : Math.round(dueMs), values });
      fileTimeMs = row.timeMs;
    }
  }
  if (samples.length > 0) yield { samples, fileTimeMs };
}

/** Undefined: the row holds no measurement. */
function valuesOf(row: TableRow, labels: readonly string[]): Record<string, number | string> | undefined {
  const entries = labels.flatMap((label, index) => {
    const value = row.values[index];
    return value === undefined ? [] : [[label, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
