import { statfs } from 'node:fs/promises';
import { HistoryUnavailableError } from '../../port.ts';

/** Room on the disk that holds a folder, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Nothing more is written: the rest of the disk is left to what must still work (chunks, database, log-ins). */
export class DiskFullError extends HistoryUnavailableError {
  override readonly name = 'DiskFullError';

  constructor(message: string) {
    super(message, { isFull: true });
  }
}

const SQLITE_FULL = 13;
/** No room for the index of SQLite's own log. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** Whether an error says that there is no room on the disk. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  return (errcode & 255) === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;
}

const LOOK_EVERY_MS = 1000;
const LOOK_EVERY_BYTES = 8 * 2 ** 20;
/** The reserve: this share of the disk, and no more than this. */
const RESERVED_SHARE = 0.05;
const MOST_RESERVED_BYTES = 500 * 2 ** 20;
/** What deletes may go this far into the reserve: it makes room, but writes some pages before. */
const SHARE_BEHIND_DELETIONS = 0.25;

/** What stays free for what must still work. */
export function reservedBytes({ total }: DiskSpace): number {
  return Math.min(total * RESERVED_SHARE, MOST_RESERVED_BYTES);
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Refuses writes while the disk is nearly full; looks again at most once a second, or after some megabytes. */
export class DiskGuard {
  readonly #look: () => Promise<DiskSpace>;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #bytesSince = 0;
  #space: DiskSpace = { free: 0, total: 0 };
  #roomTimer: NodeJS.Timeout | null = null;

  constructor(look: () => Promise<DiskSpace>) {
    this.#look = look;
  }

  /**
   * @param isDeletion what is written will make room
   * @throws DiskFullError when `bytes` more must not be written now
   */
  async admit(bytes: number, isDeletion = false): Promise<void> {
    this.#bytesSince += bytes;
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs >= LOOK_EVERY_MS || this.#bytesSince >= LOOK_EVERY_BYTES) {
      this.#lookedAtMs = nowMs;
      this.#bytesSince = bytes;
      this.#space = await this.#look();
    }
    const { free } = this.#space;
    const reserve = reservedBytes(this.#space);
    if (free - this.#bytesSince >= reserve * (isDeletion ? SHARE_BEHIND_DELETIONS : 1)) return;
    const megabytes = (value: number): string => `${Math.floor(value / 2 ** 20)} MB`;
    throw new DiskFullError(`the disk is full: ${megabytes(free)} are free, ${megabytes(reserve)} stay reserved`);
  }

  /** Looks for room by itself until there is some: nobody may write for a long time. One that looks already goes on. */
  onceThereIsRoom(onRoom: () => void): void {
    this.#roomTimer ??= setTimeout(async () => {
      this.#roomTimer = null;
      try {
        await this.admit(0);
        onRoom();
      } catch {
        // Still none, or it cannot be told.
        this.onceThereIsRoom(onRoom);
      }
    }, LOOK_EVERY_MS).unref();
  }

  close(): void {
    if (this.#roomTimer) clearTimeout(this.#roomTimer);
  }
}
