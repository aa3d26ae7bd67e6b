import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DiskSpace, readSpace, reserveOf } from './disk-space.ts';

/** Much more than a start writes before it can answer: the shared memory of three databases, locks, a session. */
const START_ROOM_BYTES = 2 * 2 ** 20;

/**
 * A file of the data folder that holds nothing and takes the room that a start needs. On a disk without a free byte
 * SQLite cannot open a database even to read it; then the file goes, the portal starts, and says that the disk is full.
 */
export class StartRoom {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Gives the room away where the disk has none for a start.
   * @returns whether it did
   */
  async give(): Promise<boolean> {
    const space = await this.#space();
    if (space === undefined || space.freeBytes >= START_ROOM_BYTES || !existsSync(this.#file)) return false;
    await rm(this.#file);
    return true;
  }

  /** Takes the room again once the disk has more than what is kept for the portal anyway. */
  async keep(): Promise<void> {
    if (existsSync(this.#file)) return;
    const space = await this.#space();
    if (space === undefined || space.freeBytes < reserveOf(space) + START_ROOM_BYTES) return;
    const part = `${this.#file}.part`;
    try {
      // Random, since a file system that compresses would keep no room for zeros.
      await writeFile(part, randomBytes(START_ROOM_BYTES), { mode: 0o600, flush: true });
      await rename(part, this.#file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Undefined of a file system that does not tell: it tells by its errors. */
  async #space(): Promise<DiskSpace | undefined> {
    try {
      return await readSpace(dirname(this.#file));
    } catch {
      return undefined;
    }
  }
}
