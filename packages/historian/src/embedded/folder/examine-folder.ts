import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { FORMAT_VERSION } from '../chunks/chunk-database.ts';
import { logFileNumber } from '../log/log-file.ts';
import { refuseNewerLogs } from '../log/newer-log.ts';
import { copyClosedStore } from './copy-closed.ts';
import { formatIn, historyPaths } from './folder.ts';
import { FolderLock } from './folder-lock.ts';

/**
 * Looks whether a history folder that nobody has open can be opened, and changes nothing of it.
 * @returns its format, where opening it brings it up to date; undefined: it is of the newest, or there is none yet
 * @throws HistoryFolderError when a newer version has written it, or it is no history
 */
export async function examineHistoryFolder(folder: string): Promise<number | undefined> {
  if (!existsSync(folder)) return undefined;
  const version = await formatIn(folder);
  await examineHistoryLogs(historyPaths(folder).logFolder);
  return version === undefined || version === FORMAT_VERSION ? undefined : version;
}

/**
 * The same for a folder of log files.
 * @throws HistoryFolderError when a newer version has written one of them
 */
export async function examineHistoryLogs(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const numbers = (await readdir(folder)).map(logFileNumber).filter((number) => number !== null);
  await refuseNewerLogs(folder, numbers);
}

/**
 * Copies a history folder that nobody has open, as it is, into a new folder.
 * @throws HistoryFolderError when it is open; Error when there is no room for the copy
 */
export async function copyHistoryFolder(folder: string, to: string): Promise<void> {
  const lock = FolderLock.take(historyPaths(folder).lockFile, folder);
  try {
    await copyClosedStore(folder, to);
  } finally {
    lock.release();
  }
}
