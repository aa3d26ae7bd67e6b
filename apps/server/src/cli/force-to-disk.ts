import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Forces a folder to disk with all that is in it: the files first, then the folders that name them. */
export async function forceToDisk(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await forceToDisk(path);
    else if (entry.isFile()) await sync(path);
  }
  await sync(folder);
}

/** Forces one file, or the names in one folder, to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
