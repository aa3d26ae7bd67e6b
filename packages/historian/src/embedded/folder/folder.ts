import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMAT_VERSION } from '../chunks/chunk-database.ts';
import { syncFolder } from '../log/log-file.ts';
import { copyClosedStore } from './copy-closed.ts';

/** A folder that must not be opened as a history store; the message says why, for the operator. */
export class HistoryFolderError extends Error {
  override readonly name = 'HistoryFolderError';
}

const FORMAT_FILE = 'FORMAT';
const FORMAT_LINE = /^telltale history format (\d+)\n$/;

export interface HistoryPaths {
  folder: string;
  /** Says that the folder is a complete store, and of which version. */
  formatFile: string;
  lockFile: string;
  chunkFile: string;
  logFolder: string;
  /** There when the next start must repair the chunks. */
  repairFile: string;
}

export function historyPaths(folder: string): HistoryPaths {
  return {
    folder,
    formatFile: join(folder, FORMAT_FILE),
    lockFile: join(folder, 'lock.db'),
    chunkFile: join(folder, 'chunks.db'),
    logFolder: join(folder, 'log'),
    repairFile: join(folder, 'REPAIR'),
  };
}

/** Hears, before anything is changed, that a store of an older version will be; `copyTo` copies it as it is into a new folder. */
export type BeforeUpgrade = (version: number, copyTo: (folder: string) => Promise<void>) => Promise<void>;

/** Makes the folder a store of this format, when new or older; throws HistoryFolderError when something else or newer. */
export async function prepareFolder(folder: string, beforeUpgrade?: BeforeUpgrade): Promise<HistoryPaths> {
  const paths = historyPaths(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const version = await formatIn(folder);
  // Said before anything is written in the new format, so that an older version never misreads it.
  if (version !== undefined && version < FORMAT_VERSION) {
    await beforeUpgrade?.(version, (to) => copyClosedStore(folder, to));
    await writeFormat(folder);
  }
  await mkdir(paths.logFolder, { recursive: true, mode: 0o700 });
  if (!existsSync(paths.formatFile)) await writeFormat(folder);
  return paths;
}

/** The format of a store; undefined: the folder holds nothing yet. Throws HistoryFolderError when it is something else or newer. */
export async function formatIn(folder: string): Promise<number | undefined> {
  if (existsSync(historyPaths(folder).formatFile)) return checkFormat(folder);
  const entries = (await readdir(folder)).filter((name) => name !== 'lock.db' && !name.startsWith('lock.db-'));
  if (entries.length === 0) return undefined;
  throw new HistoryFolderError(
    `${folder} is not a history store (or an incomplete copy of one): it holds files but no ${FORMAT_FILE}.`,
  );
}

/** The folder's format; throws HistoryFolderError unless it is one that this version can read. */
export async function checkFormat(folder: string): Promise<number> {
  const { formatFile } = historyPaths(folder);
  const text = await readFile(formatFile, 'utf8').catch(() => '');
  const version = Number(FORMAT_LINE.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) throw new HistoryFolderError(`${formatFile} is damaged: it does not name a format.`);
  if (version > FORMAT_VERSION) {
    throw new HistoryFolderError(
      `${folder} was written by a newer version of Telltale (history format ${version}); ` +
        `this version reads formats up to ${FORMAT_VERSION}. Start the newer version, or restore a backup.`,
    );
  }
  return version;
}

/** Marks the folder as complete; written last, so that half a copy is never taken for a store. */
export async function writeFormat(folder: string): Promise<void> {
  const { formatFile } = historyPaths(folder);
  await writeFile(`${formatFile}.part`, `telltale history format ${FORMAT_VERSION}\n`, { mode: 0o600, flush: true });
  await rename(`${formatFile}.part`, formatFile);
  await syncFolder(folder);
}
