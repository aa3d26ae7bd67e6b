import { readSpace, reserveOf, type SpaceReader } from '../disk-space.ts';

const CHECK_EVERY_MS = 1_000;
const MEBIBYTE = 2 ** 20;

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
      const space = await this.#readSpace(this.#folder);
      const free = Math.floor(space.freeBytes / MEBIBYTE);
      this.#fault =
        space.freeBytes < reserveOf(space)
          ? `only ${free} MiB of disk are free, which are kept for the portal itself`
          : undefined;
    } catch {
      // A file system that does not tell its space tells by its errors.
      this.#fault = undefined;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
