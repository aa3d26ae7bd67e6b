import type { Command } from 'commander';
import type { Config } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { runCommand } from '#control/run-command.ts';
import { userPath } from '../user-path.ts';
import { type CsvArguments, readCsvArguments, withCsvOptions } from './csv-arguments.ts';
import { type ImportProgress, importCommand } from './import-command.ts';
import { describeReport } from './import-report.ts';
import { bar, ProgressLine } from './progress-line.ts';

interface ImportArguments extends CsvArguments {
  asset: string;
  definition?: string;
  create: boolean;
  unit: string[];
  dryRun: boolean;
}

/** Adds `telltale import`. */
export function addImport(telltale: Command, config: () => Config, say: (line: string) => void): void {
  const command = telltale
    .command('import <files...>')
    .description('store the history of CSV files: a time column, and one column for each data item')
    .requiredOption('--asset <serial>', 'the serial number of the asset')
    .option('--create', 'create the asset, and its definition, when there is none', false)
    .option('--definition <name>', 'the definition of an asset that is created')
    .option('--unit <column=unit>', 'the unit of a column; may be given several times', collect, [])
    .option('--dry-run', 'read and report, store nothing', false);
  withCsvOptions(command).action(async (files: string[], options: ImportArguments) => {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const line = new ProgressLine(process.stderr);
    const startedMs = performance.now();
    const input = {
      ...readCsvArguments(options),
      files: files.map((file) => userPath(file)),
      serialNumber: options.asset,
      create: options.create,
      units: readUnits(options.unit),
      dryRun: options.dryRun,
      ...(options.definition === undefined ? {} : { definitionName: options.definition }),
    };
    try {
      const show = (value: unknown) => line.show(describeProgress(value as ImportProgress, startedMs));
      const result = await runCommand(config(), importCommand, input, show, stop.signal);
      line.clear();
      for (const report of result.reports) for (const text of describeReport(report, options.dryRun)) say(text);
      if (result.accessToken !== undefined) {
        say(`The asset ${result.serialNumber} was created. Its access token, shown this once: ${result.accessToken}`);
      }
      if (result.reports.some((report) => !report.isComplete)) throw interrupted();
    } catch (error) {
      line.clear();
      throw stop.signal.aborted ? interrupted() : error;
    }
  });
}

const interrupted = () => new CommandError('Interrupted. The same command goes on where it stopped.');

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

function readUnits(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new CommandError(`--unit is given as column=unit, not '${pair}'.`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

function describeProgress({ done, rows, points }: ImportProgress, startedMs: number): string {
  const seconds = (performance.now() - startedMs) / 1000;
  const rate = Math.round(points / Math.max(seconds, 0.001)).toLocaleString('en-US');
  const left = done > 0.01 ? `, ${Math.ceil((seconds / done) * (1 - done))} s left` : '';
  return `${bar(done)}  ${rows.toLocaleString('en-US')} rows, ${rate} points/s${left}`;
}
