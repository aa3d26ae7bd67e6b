import { basename } from 'node:path';
import { CommandError, controlCommand, type Progress } from '#control/control-command.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../../context.ts';
import { CsvError } from '../../ingest/csv/csv-error.ts';
import { type CsvTable, openCsvTable } from '../../ingest/csv/csv-table.ts';
import { zoneOf } from '../../ingest/csv/csv-time.ts';
import { type FileImportOptions, importTable } from './file-import.ts';
import { type CsvOptions, type ImportInput, importInputSchema } from './import-input.ts';
import type { FileReport } from './import-report.ts';
import { ImportStates } from './import-states.ts';
import { findAsset, findOrCreateAsset, type ImportTarget, labelsFor, setUnits } from './import-target.ts';

/** What an import tells while it runs. */
export interface ImportProgress {
  file: string;
  /** From 0 to 1. */
  done: number;
  rows: number;
  points: number;
}

export interface ImportResult {
  reports: FileReport[];
  serialNumber: string;
  definitionName: string;
  isNewAsset: boolean;
  accessToken: string | undefined;
}

const SAVE_EVERY_MS = 1_000;
/** UTF-16 takes about two bytes for what is one in UTF-8. */
const BYTES_PER_UTF8_BYTE = { 'utf-8': 1, 'windows-1252': 1, 'utf-16le': 2, 'utf-16be': 2 } as const;

/** Opens a CSV file, with an error that names it. */
export async function openNamedTable(path: string, options: CsvOptions): Promise<CsvTable> {
  try {
    return await openCsvTable(path, { ...options, zone: zoneOf(options.zone) });
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(`${path}: ${error.message}`, { cause: error }) : error;
  }
}

/** `telltale import`: history from CSV files. Every file is looked at before the first is stored. */
export const importCommand = controlCommand({
  name: 'import',
  input: importInputSchema,
  async run(context, input: ImportInput, progress): Promise<ImportResult> {
    const tables: CsvTable[] = [];
    for (const path of input.files) tables.push(await openNamedTable(path, input));
    const units = unitsByColumn(input, tables);
    const known = await findAsset(context, input);
    for (const { layout } of tables) await labelsFor(context, known, layout.valueColumns);
    const target = input.dryRun ? known : await findOrCreateAsset(context, input);
    const plans = [];
    for (const table of tables) {
      plans.push({ table, labels: await labelsFor(context, target, table.layout.valueColumns) });
    }
    const reports: FileReport[] = [];
    for (const { table, labels } of plans) {
      const run = target && !input.dryRun ? storeFile : readFileOnly;
      reports.push(await run(context, { table, labels, input, progress, target: target as ImportTarget }));
      if (progress.signal.aborted) break;
    }
    if (target && !input.dryRun) {
      const byLabel = plans.flatMap(({ table, labels }) =>
        table.layout.valueColumns.map(({ name }, index) => [labels[index] ?? name, units.get(nameKey(name))] as const),
      );
      await setUnits(
        context,
        target,
        new Map(byLabel.filter((pair): pair is [string, string] => pair[1] !== undefined)),
      );
    }
    return {
      reports,
      serialNumber: target?.serialNumber ?? input.serialNumber,
      definitionName: target?.definitionName ?? input.definitionName ?? '',
      isNewAsset: target?.accessToken !== undefined,
      accessToken: target?.accessToken,
    };
  },
});

interface FileRun {
  table: CsvTable;
  labels: readonly string[];
  input: ImportInput;
  progress: Progress;
  target: ImportTarget;
}

async function storeFile(context: Context, { table, labels, input, progress, target }: FileRun): Promise<FileReport> {
  const states = new ImportStates(context.folder.path);
  const key = await states.keyOf(table.file, target.assetId, input);
  const from = await states.find(key, table.file);
  const origin = { way: 'file', sender: basename(table.file.path), text: undefined } as const;
  let savedMs = 0;
  let last: Parameters<FileImportOptions['onStored']>[0] | undefined;
  const report = await namingFile(table, () =>
    importTable({
      table,
      labels,
      from,
      nowMs: () => context.clock.now(),
      signal: progress.signal,
      store: (points) => context.pipeline.accept(target, points, { isContact: false, origin }),
      async onStored(position) {
        last = position;
        progress.report(progressOf(table, position));
        if (context.clock.now() - savedMs < SAVE_EVERY_MS) return;
        savedMs = context.clock.now();
        await states.save(key, table.file, position);
      },
    }),
  );
  if (report.isComplete) await states.remove(key);
  else if (last) await states.save(key, table.file, last);
  const { points, rows, fromMs, toMs } = report;
  const what = `${report.isComplete ? 'imported' : 'began to import'} ${table.file.path}`;
  const after = { points, rows, fromMs, toMs };
  await context.journal.append({
    kind: 'history',
    assetId: target.assetId,
    what,
    after,
    by: { name: 'telltale import' },
  });
  return report;
}

async function readFileOnly(context: Context, { table, labels, progress }: FileRun): Promise<FileReport> {
  return namingFile(table, () =>
    importTable({
      table,
      labels,
      nowMs: () => context.clock.now(),
      signal: progress.signal,
      store: async () => undefined,
      onStored: (position) => progress.report(progressOf(table, position)),
    }),
  );
}

async function namingFile<T>(table: CsvTable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CsvError
      ? new CommandError(`${table.file.path}: ${error.message}`, { cause: error })
      : error;
  }
}

function progressOf({ file }: CsvTable, position: { offset: number; report: FileReport }): ImportProgress {
  const { rows, points } = position.report;
  const done = (position.offset * BYTES_PER_UTF8_BYTE[file.encoding] + file.markBytes) / file.bytes;
  return { file: file.path, done: Math.min(1, done), rows, points };
}

/** @throws CommandError for a unit of a column that no file has */
function unitsByColumn({ units }: ImportInput, tables: readonly CsvTable[]): Map<string, string> {
  const columns = new Set(tables.flatMap((table) => table.layout.valueColumns.map(({ name }) => nameKey(name))));
  const missing = Object.keys(units).find((name) => !columns.has(nameKey(name)));
  if (missing !== undefined) throw new CommandError(`There is no column '${missing}' to give a unit to.`);
  return new Map(Object.entries(units).map(([name, unit]) => [nameKey(name), unit]));
}
