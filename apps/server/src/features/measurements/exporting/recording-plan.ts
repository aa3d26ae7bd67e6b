import type { measurements } from '@telltale/contract';
import { type ExportPage, type ExportPlan, endingOf, plainColumn } from '#table-files/export-plan.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import type { RowTiming } from '../reading/messages.ts';

/** Values on a page. */
const PAGE_VALUES = 262_144;
const LEAST_ROWS = 64;
/** The year 9999 ends: what is later has no text of a time. */
const LAST_MS = 253_402_300_800_000;

/** How the rows of some channels are timed: by a clock and seconds, by seconds alone, or not at all. */
export function rowTiming(channels: readonly measurements.Channel[]): RowTiming {
  const [first, ...others] = channels.map(({ waveform }) => waveform);
  const increment = first?.increment ?? null;
  if (!first || increment === null || others.some((one) => one?.increment !== increment)) {
    return { startMs: null, increment: null };
  }
  const startMs = first.start === null ? Number.NaN : Date.parse(first.start);
  const lastMs = startMs + increment * 1_000 * Math.max(...channels.map(({ count }) => count));
  const hasClock = others.every((one) => one?.start === first.start) && startMs >= 0 && lastMs < LAST_MS;
  return { startMs: hasClock ? startMs : null, increment };
}

/** A file of some channels side by side, by their place. */
export function recordingPlan(
  type: measurements.RecordingExport,
  channels: readonly measurements.Channel[],
  { startMs, increment }: RowTiming,
): ExportPlan {
  const isTime = startMs !== null;
  const axis = { name: isTime ? 'Time' : increment === null ? 'Index' : 'Seconds', isTime };
  const seconds = isTime ? [plainColumn({ name: 'Seconds', unit: 's', isText: false })] : [];
  const taken = new Set([axis, ...seconds].map(({ name }) => name.toLowerCase()));
  const columns = channels.map(({ name, unit, type: stored }) => {
    const base = unit === '' ? name : `${name} (${unit})`;
    let free = base;
    // Names in SQLite know no case.
    for (let n = 2; taken.has(free.toLowerCase()) || free === ''; n++) free = `${base} ${n}`.trim();
    taken.add(free.toLowerCase());
    return plainColumn({ name: free, unit, isText: stored === 'string' || stored === 'timestamp' });
  });
  return {
    type,
    layout: 'wide',
    isCompressed: false,
    zone: 'UTC',
    fromMs: 0,
    toMs: 0,
    bucketMs: null,
    functions: [],
    columns: [...seconds, ...columns],
    table: { name: 'measurements', axis },
  };
}

/** The values of the channels, a page after another; the thread that reads answers others in between. */
export async function* recordingPages(
  reader: MeasurementReader,
  { path, group, channels }: { path: string; group: string; channels: readonly measurements.Channel[] },
  timing: RowTiming,
  signal: AbortSignal,
): AsyncGenerator<ExportPage> {
  const count = Math.max(0, ...channels.map((channel) => channel.count));
  const rows = Math.max(LEAST_ROWS, Math.floor(PAGE_VALUES / channels.length));
  const names = channels.map(({ name }) => name);
  for (let from = 0; from < count; from += rows) {
    const until = Math.min(count, from + rows);
    yield await reader.ask(path, { kind: 'rows', group, channels: names, timing, from, until }, signal);
  }
}

/** `run.tdms` and its group `Layer Data` as `run Layer Data.csv`. */
export function exportName(filename: string, group: string, plan: ExportPlan): string {
  return `${filename.replace(/\.tdms$/i, '')} ${group.replaceAll(/[/\\]/g, '_')}`.trim() + endingOf(plan);
}
