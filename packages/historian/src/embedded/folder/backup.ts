import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { logFileName, syncFolder } from '../log/log-file.ts';
import { HistoryFolderError, type HistoryPaths, historyPaths, writeFormat } from './folder.ts';

/**
 * Copies a running store into an empty folder. Needs: nothing is moved from SQLite's own log into the database and
 * no log file is deleted meanwhile. Chunks first, then the log: replay makes good whatever the chunks lack. Everything is on disk before
 * the copy is called complete.
 */
export async function copyStore(from: HistoryPaths, logFiles: readonly number[], folder: string): Promise<void> {
  const to = historyPaths(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new HistoryFolderError(`${folder} is not empty: a backup needs an empty folder.`);
  await mkdir(to.logFolder, { mode: 0o700 });
  await copy(from.chunkFile, to.chunkFile);
  await copy(`${from.chunkFile}-wal`, `${to.chunkFile}-wal`);
  for (const number of logFiles)
    await copy(join(from.logFolder, logFileName(number)), join(to.logFolder, logFileName(number)));
  await syncFolder(to.logFolder);
  await writeFormat(folder);
}

/** Shares blocks where the file system can, so that a large store is copied in no time; forces the copy to disk. */
async function copy(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    const handle = await open(to, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) throw new Error(`${basename(from)} could not be copied`, { cause: error });
  }
}
