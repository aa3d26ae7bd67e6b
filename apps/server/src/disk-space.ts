import { statfs } from 'node:fs/promises';

const RESERVE_BYTES = 500 * 2 ** 20;
const RESERVE_SHARE = 0.05;

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** Free and total bytes of the file system that holds a folder. */
export type SpaceReader = (folder: string) => Promise<DiskSpace>;

export async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Bytes of a disk that are kept for the portal itself: 500 MB, or 5 % of a small disk (guarantee R9). */
export function reserveOf({ totalBytes }: DiskSpace): number {
  return Math.min(RESERVE_BYTES, totalBytes * RESERVE_SHARE);
}
