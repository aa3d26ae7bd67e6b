import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';

/** Of copies of one kind the last ones stay: a start that fails again and again must not fill the disk. */
interface Kind {
  readonly names: RegExp;
  readonly kept: number;
}

export const OF_RECORDS: Kind = { names: /^\d+-.*\.(db|dump)$/, kept: 3 };
/** The history may be most of the disk. */
export const OF_HISTORY: Kind = { names: /^\d+-history-format-\d+$/, kept: 1 };

/**
 * Copies what is about to be brought up to date.
 * @param make copies it to a path, or nothing where it cannot be
 */
export async function copyAside(
  { safetyCopies }: DataFolder,
  { names, kept }: Kind,
  name: string,
  make: (part: string) => Promise<void>,
): Promise<void> {
  await mkdir(safetyCopies, { recursive: true, mode: 0o700 });
  const file = join(safetyCopies, name);
  const part = `${file}.part`;
  const remove = (copy: string) => rm(join(safetyCopies, copy), { recursive: true });
  // Of starts that failed or were killed meanwhile.
  for (const half of (await readdir(safetyCopies)).filter((copy) => copy.endsWith('.part'))) await remove(half);
  await make(part);
  if (!existsSync(part)) return;
  // Under its name only once it is whole: half a copy must not pass for one.
  await rename(part, file);
  const copies = (await readdir(safetyCopies)).filter((copy) => names.test(copy)).toSorted();
  for (const old of copies.slice(0, -kept)) await remove(old);
}
