import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a file; what is not there, or goes meanwhile, is left out. */
export async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    refuseAllButGone(error);
  }
}

/**
 * Copies a folder in which others work meanwhile, links as what they lead to. A file that goes while the others are copied (an upload
 * that ends, a file that is deleted) is left out, and nothing else.
 */
export async function copyFolder(source: string, target: string, leftOut: readonly string[] = []): Promise<void> {
  let names: string[];
  try {
    names = await readdir(source);
  } catch (error) {
    return refuseAllButGone(error);
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [from, to] = [join(source, name), join(target, name)];
    if (leftOut.includes(from)) continue;
    try {
      if ((await stat(from)).isDirectory()) await copyFolder(from, to, leftOut);
      else await copyIfThere(from, to);
    } catch (error) {
      refuseAllButGone(error);
    }
  }
}

function refuseAllButGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
