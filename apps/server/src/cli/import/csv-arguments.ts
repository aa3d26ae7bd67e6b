import type { Command } from 'commander';
import { CommandError } from '#control/control-command.ts';

/** The options that say how a CSV file is to be read. */
export interface CsvArguments {
  timeColumn?: string;
  zone: string;
  delimiter: string;
  decimal: string;
  columns?: string;
}

export function withCsvOptions(command: Command): Command {
  return command
    .option('--time-column <name>', 'the column of the times (found by itself)')
    .option('--zone <zone>', 'of times that carry none: UTC, or a name like America/Chicago', 'UTC')
    .option('--delimiter <auto|,|;|tab>', 'what separates the fields', 'auto')
    .option('--decimal <auto|point|comma>', 'the decimal sign', 'auto')
    .option('--columns <a,b>', 'only these columns, by name or as #3');
}

const DECIMALS: Readonly<Record<string, 'auto' | '.' | ','>> = {
  auto: 'auto',
  point: '.',
  '.': '.',
  comma: ',',
  ',': ',',
};

/** @throws CommandError for a value that is none */
export function readCsvArguments({ timeColumn, zone, delimiter, decimal, columns }: CsvArguments) {
  const sign = DECIMALS[decimal];
  if (sign === undefined) throw new CommandError(`--decimal is auto, point or comma, not '${decimal}'.`);
  const separator = delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter;
  if (separator !== 'auto' && (separator.length !== 1 || separator === '"')) {
    throw new CommandError(`--delimiter is auto, tab or one character, not '${delimiter}'.`);
  }
  return {
    zone,
    decimal: sign,
    delimiter: separator,
    ...(timeColumn === undefined ? {} : { timeColumn }),
    ...(columns === undefined ? {} : { columns: columns.split(',').map((name) => name.trim()) }),
  };
}
