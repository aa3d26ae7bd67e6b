import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { copyFolder, copyIfThere } from './copy-folder.ts';

/** What the store of files calls them (`randomToken`). */
const STORAGE_NAME = /^[\w-]{43}$/;
/** Each time somebody has deleted a file within the moment between two copies. */
const MOST_TRIES = 5;

/**
 * Copies the records behind the files, and then what of the files is otherwise by then, so that a backup has every file that its records
 * name and none that they do not.
 * @param backup the folder of the backup, in which the files are copied but for uploads that go on
 * @param copyRecords copies them, and answers the names by which they know files
 */
export async function copyRecordsOfFiles(
  { filesFolder, uploadsFolder }: Pick<DataFolder, 'filesFolder' | 'uploadsFolder'>,
  backup: string,
  copyRecords: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const files = join(backup, 'files');
  let missing: readonly string[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const gone = await match(files, filesFolder, await copyRecords());
    // What is deleted is in no later copy of the records; what is missing in the portal itself stays so.
    if (gone.every((name) => missing.includes(name))) break;
    missing = gone;
  }
  // Of these no record says more than has come by now.
  await copyFolder(uploadsFolder, join(files, 'uploads'));
}

/** @returns the names whose content is not there any more */
async function match(copy: string, source: string, recorded: ReadonlySet<string>): Promise<string[]> {
  await mkdir(copy, { recursive: true, mode: 0o700 });
  for (const name of await readdir(copy)) {
    if (STORAGE_NAME.test(name) && !recorded.has(name)) await rm(join(copy, name));
  }
  const gone: string[] = [];
  for (const name of recorded) {
    const file = join(copy, name);
    if (existsSync(file)) continue;
    await copyIfThere(join(source, name), file);
    if (!existsSync(file)) gone.push(name);
  }
  return gone;
}
