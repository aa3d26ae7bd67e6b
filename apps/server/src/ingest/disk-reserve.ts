import { statfs } from 'node:fs/promises';

const CHECK_EVERY_MS = 1_000;
const RESERVE_BYTES = 500 * 2 ** 20;
const RESERVE_SHARE = 0.05;
const MEBIBYTE = 2 ** 20;

/** Free and total bytes of the file system that holds a folder. */
export type SpaceReader = (folder: string) => Promise<{ freeBytes: number; totalBytes: number }>;

async function readSpace(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/**
 * Keeps the last of the disk for the portal itself: below 500 MB (5 % of a small disk) no history is written any more,
 * so that people can still log in, look at what there is, and make room (guarantee R9).
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #readSpace: SpaceReader;
  readonly #timer: NodeJS.Timeout;
  #fault: string | undefined;

  constructor(folder: string, space: SpaceReader = readSpace) {
    this.#folder = folder;
    this.#readSpace = space;
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** Why nothing more is written, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  async check(): Promise<void> {
    try {
      const { freeBytes, totalBytes } = await this.#readSpace(this.#folder);
      const reserve = Math.min(RESERVE_BYTES, totalBytes * RESERVE_SHARE);
      const free = Math.floor(freeBytes / MEBIBYTE);
      this.#fault =
        freeBytes < reserve ? `only ${free} MiB of disk are free, which are kept for the portal itself` : undefined;
    } catch {
      // A file system that does not tell its space tells by its errors.
      this.#fault = undefined;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
