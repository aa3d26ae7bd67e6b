import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type CopyProgress, checkStore, type Repair, repairStore, seriesKeyParts } from '@telltale/historian';
import { type Command, Option } from 'commander';
import type { Config } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { runCommand } from '#control/run-command.ts';
import { dataFolderAt, lockDataFolder } from '../data-folder.ts';
import { bar, ProgressLine } from './import/progress-line.ts';
import { EMBEDDED, moveHistoryCommand } from './move-history-command.ts';

type Say = (line: string) => void;

export function addHistoryCommands(telltale: Command, config: () => Config, say: Say): void {
  telltale
    .command('check')
    .description('read all history and hold it against its checksums; may run beside the portal')
    .action(() => checkHistory(config(), say));
  telltale
    .command('repair')
    .description('build damaged history anew from all of it that is whole; the portal must be stopped')
    .action(() => repairHistory(config(), say));
  telltale
    .command('history')
    .description('where the history is kept')
    .command('move')
    .description('copy all history to where it is to be kept, while the portal runs; again, it copies what came since')
    .addOption(
      // A password on the command line is there for everybody on the machine to read.
      new Option('--to <address>', `clickhouse(s)://user:password@host:8123/database, or ${EMBEDDED}: the data folder`)
        .env('TELLTALE_MOVE_TO')
        .makeOptionMandatory(),
    )
    .action(({ to }: { to: string }) => moveHistory(config(), to, say));
}

/** `telltale history move`: may be stopped at any time and goes on where it stopped. */
async function moveHistory(config: Config, to: string, say: Say): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const line = new ProgressLine(process.stderr);
  const show = (value: unknown) => {
    const { points, total } = value as CopyProgress;
    line.show(`${bar(total === 0 ? 1 : points / total)}  ${count(points)} of ${count(total)} points`);
  };
  try {
    const { points, copied } = await runCommand(config, moveHistoryCommand, { to }, show, stop.signal);
    line.clear();
    say(`${count(points)} points are there, each stretch with the same checksum; ${count(copied)} were copied now.`);
    say(
      to === EMBEDDED
        ? 'Stop the portal, call this once more, and start it without TELLTALE_HISTORY_URL.'
        : 'Stop the portal, call this once more, and start it with TELLTALE_HISTORY_URL set to this address.',
    );
  } catch (error) {
    line.clear();
    throw stop.signal.aborted ? new CommandError('Interrupted. The same command goes on where it stopped.') : error;
  }
}

/**
 * `telltale check`: says what is damaged.
 * @throws CommandError when something is
 */
export async function checkHistory(config: Config, say: Say): Promise<void> {
  const check = await checkStore(historyFolderOf(config));
  say(
    `${count(check.points)} points in ${count(check.chunks)} blocks and ${count(check.logFiles)} log file(s) were read.`,
  );
  for (const note of check.notes) say(`${note}: the next start takes care of it.`);
  for (const problem of check.problems) say(problem);
  if (check.problems.length > 0) {
    throw new CommandError('The history is damaged. Stop the portal and run: npm run telltale -- repair');
  }
  say('The history is whole.');
}

/**
 * `telltale repair`: saves what is whole and says what is lost.
 * @throws DataFolderError while a portal uses the folder
 */
export async function repairHistory(config: Config, say: Say): Promise<void> {
  const folder = historyFolderOf(config);
  const lock = await lockDataFolder(dataFolderAt(config.dataFolder));
  try {
    const { problems } = await checkStore(folder);
    if (problems.length === 0) {
      say('The history is whole: there is nothing to repair.');
      return;
    }
    for (const problem of problems) say(problem);
    tellRepair(await repairStore(folder), say);
  } finally {
    lock.release();
  }
}

function tellRepair({ chunks, points, lost, pointsBefore, damagedFile }: Repair, say: Say): void {
  say(`${count(points)} points in ${count(chunks)} blocks were saved.`);
  for (const { key, startMs, endMs, points: inIt } of lost) {
    const { assetId, dataItemId } = seriesKeyParts(key);
    const some = inIt === null ? 'an unknown number of points' : `${count(inIt)} points`;
    // The damage may be in the very numbers that name it.
    say(
      `Lost, by what the block says of itself: asset ${assetId}, data item ${dataItemId}, ${some} from ${moment(startMs)} to ${moment(endMs)}.`,
    );
  }
  if (pointsBefore !== null) {
    say(
      `The damaged history said that it held ${count(pointsBefore)} points: ${count(Math.max(0, pointsBefore - points))} are lost.`,
    );
  }
  say(`It is kept as ${basename(damagedFile)} beside the new one; delete it when nobody needs it any more.`);
}

function historyFolderOf(config: Config): string {
  if (config.historyTarget !== undefined) {
    throw new CommandError(
      'The history is at TELLTALE_HISTORY_URL: look at it there, with CHECK TABLE history_points.',
    );
  }
  const { historyFolder } = dataFolderAt(config.dataFolder);
  if (!existsSync(historyFolder)) throw new CommandError(`There is no history in ${config.dataFolder}.`);
  return historyFolder;
}

const count = (value: number) => value.toLocaleString('en-US');

/** A damaged row may hold a time that is none. */
const moment = (timeMs: number) => (Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : String(timeMs));
