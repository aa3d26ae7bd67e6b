import { isDatabaseDamage } from './damage.ts';
import { HistoryFolderError } from './folder/folder.ts';
import type { LogRecord } from './log/log-records.ts';
import { replayLog } from './log/replay-log.ts';
import { finishRepair, isRepairRequested, repairChunks } from './repair/repair-store.ts';
import { StoreContents, type StoreContentsOptions } from './store-contents.ts';

export interface OpenedContents {
  contents: StoreContents;
  /** Log files whose end was cut off by a crash. */
  tornLogTails: number;
}

/**
 * Opens the chunks, after a repair when they are damaged, and tells them all that the log says.
 * @throws HistoryFolderError when they are damaged beyond repair
 */
export async function openContents(options: StoreContentsOptions): Promise<OpenedContents> {
  finishRepair(options.paths);
  if (isRepairRequested(options.paths)) repair(options);
  const opened = await openSound(options);
  if (opened) return opened;
  repair(options);
  const repaired = await openSound(options);
  if (!repaired) throw new HistoryFolderError(`The history in ${options.paths.folder} is damaged beyond repair.`);
  return repaired;
}

/** Answers null when the chunk database must be repaired first. */
async function openSound(options: StoreContentsOptions): Promise<OpenedContents | null> {
  const contents = new StoreContents(options);
  try {
    if (await contents.open()) return { contents, tornLogTails: await replay(contents, options) };
  } catch (error) {
    if (!isDatabaseDamage(error)) {
      await contents.abandon();
      throw error;
    }
  }
  await contents.abandon();
  return null;
}

/** Answers how many log files were cut off. No log file is deleted before all are replayed. */
async function replay(contents: StoreContents, { paths, faults }: StoreContentsOptions): Promise<number> {
  let hasOperations = false;
  const onRecord = (record: LogRecord, logFile: number): void => {
    if (record.kind === 'points') {
      contents.add(record.batch, logFile);
      return;
    }
    hasOperations = true;
    const done = contents.operate(record, logFile);
    if (record.kind !== 'drop') contents.memory.settleAfter(record.key, done);
  };
  const { tornFiles, damagedBytes } = await replayLog(
    paths.logFolder,
    [...contents.logFileNumbers],
    onRecord,
    async () => {
      // Without room on the disk, memory has to take what it held before.
      if (!contents.failure) await contents.room()?.catch(() => undefined);
    },
  );
  // Nobody may read before an edit or a deletion was carried out; while that cannot be, all other series are served.
  if (hasOperations) await contents.settled();
  if (damagedBytes > 0) faults.raise('replay', `${damagedBytes} bytes of the log were damaged and are lost`);
  contents.allowDeletingLogFiles();
  return tornFiles;
}

function repair({ paths, faults }: StoreContentsOptions): void {
  const { chunks, points, damagedFile } = repairChunks(paths);
  faults.raise(
    'repair',
    `the chunk database was damaged and has been built anew from its ${chunks} whole chunks (${points} points); ` +
      `the damaged one is kept as ${damagedFile}`,
  );
}
