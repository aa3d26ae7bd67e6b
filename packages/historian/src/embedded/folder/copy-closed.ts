import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncFolder } from '../log/log-file.ts';
import { type DiskSpace, readDiskSpace, reservedBytes } from './disk-space.ts';

/** Of the process that has the folder open, not of the store. */
const NO_CONTENT = /^(lock\.db.*|chunks\.db-shm)$/;

/**
 * Copies a store that only this process has open, and not in use yet, as it is into a new folder: the version that wrote it can open the copy.
 * Where the file system can, blocks are shared, so that a large store is copied in no time and takes no room.
 * @throws Error when there is no room for the copy, before anything of it takes any
 */
export async function copyClosedStore(
  folder: string,
  to: string,
  diskSpace: (folder: string) => Promise<DiskSpace> = readDiskSpace,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const paths = await filesOf(folder);
  const folders = new Set([to]);
  let hasRoom = false;
  for (const path of paths) {
    const [source, target] = [join(folder, path), join(to, path)];
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folders.add(dirname(target));
    if (!(await sharesBlocks(source, target))) {
      if (!hasRoom) await refuseWithoutRoom(folder, paths, await diskSpace(to));
      hasRoom = true;
      await copyFile(source, target);
    }
    const handle = await open(target, 'r+');
    await handle.sync().finally(() => handle.close());
  }
  for (const written of folders) await syncFolder(written);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !NO_CONTENT.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function sharesBlocks(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // Most file systems cannot, and none across two disks: what else is wrong with the file its copy will tell.
    return false;
  }
}

async function refuseWithoutRoom(folder: string, paths: readonly string[], space: DiskSpace): Promise<void> {
  let bytes = 0;
  for (const path of paths) bytes += (await stat(join(folder, path))).size;
  const room = Math.max(0, space.free - reservedBytes(space));
  if (bytes <= room) return;
  const gigabytes = (value: number): string => (value / 1e9).toFixed(2);
  throw new Error(`It takes ${gigabytes(bytes)} GB, and there is room for ${gigabytes(room)} GB.`);
}
