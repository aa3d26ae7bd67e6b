import { statfs } from 'node:fs/promises';

/** Room on the disk that holds a folder, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Nothing more is written: the rest of the disk is left to what must still work (chunks, database, log-ins). */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

const LOOK_EVERY_MS = 1000;
const LOOK_EVERY_BYTES = 8 * 2 ** 20;
/** The reserve: this share of the disk, and no more than this. */
const RESERVED_SHARE = 0.05;
const MOST_RESERVED_BYTES = 500 * 2 ** 20;

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Refuses writes while the disk is nearly full; looks again at most once a second, or after some megabytes. */
export class DiskGuard {
  readonly #look: () => Promise<DiskSpace>;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #bytesSince = 0;
  #refusal: string | null = null;

  constructor(look: () => Promise<DiskSpace>) {
    this.#look = look;
  }

  /** Throws DiskFullError when `bytes` more must not be written now. */
  async admit(bytes: number): Promise<void> {
    this.#bytesSince += bytes;
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs >= LOOK_EVERY_MS || this.#bytesSince >= LOOK_EVERY_BYTES) {
      this.#lookedAtMs = nowMs;
      this.#bytesSince = bytes;
      const { free, total } = await this.#look();
      const reserve = Math.min(total * RESERVED_SHARE, MOST_RESERVED_BYTES);
      const megabytes = (value: number): string => `${Math.floor(value / 2 ** 20)} MB`;
      this.#refusal =
        free - bytes < reserve
          ? `the disk is full: ${megabytes(free)} are free, ${megabytes(reserve)} stay reserved`
          : null;
    }
    if (this.#refusal !== null) throw new DiskFullError(this.#refusal);
  }
}
