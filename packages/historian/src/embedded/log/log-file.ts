import { writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyFrame, LOG_HEADER, MOST_PADDING_BYTES, paddingAfter } from './log-frames.ts';

const PADDING = new Uint8Array(MOST_PADDING_BYTES);

/** More than this is copied to the kernel by another thread. */
const MOST_BYTES_AT_ONCE = 128 * 1024;

export function logFileName(number: number): string {
  return `${String(number).padStart(10, '0')}.log`;
}

/** Number of a log file's name, or null for other files. */
export function logFileNumber(name: string): number | null {
  return /^\d{10}\.log$/.test(name) ? Number(name.slice(0, 10)) : null;
}

/** One log file being written: frames are appended and forced to disk; a failed append leaves no trace. */
export class LogFile {
  readonly number: number;
  readonly #handle: FileHandle;
  #length: number;

  private constructor(number: number, handle: FileHandle) {
    this.number = number;
    this.#handle = handle;
    this.#length = LOG_HEADER.length;
  }

  /** Creates the file with its header; it must not exist. */
  static async create(folder: string, number: number): Promise<LogFile> {
    const path = join(folder, logFileName(number));
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.write(LOG_HEADER, 0, LOG_HEADER.length, 0);
      await handle.datasync();
      await syncFolder(folder);
    } catch (error) {
      await handle.close();
      await rm(path, { force: true });
      throw error;
    }
    return new LogFile(number, handle);
  }

  get length(): number {
    return this.#length;
  }

  /** Resolves when the frame is on disk. When it cannot be, cuts the file back to what it was and throws. */
  async append(frame: Uint8Array): Promise<void> {
    const end = this.#length + frame.length;
    const padding = PADDING.subarray(0, paddingAfter(end));
    try {
      await this.#write(frame, this.#length);
      await this.#write(padding, end);
      await this.#handle.datasync();
    } catch (error) {
      // A frame that was refused must not come back when the log is replayed.
      await this.#handle.truncate(this.#length);
      throw error;
    }
    this.#length = end + padding.length;
  }

  async #write(bytes: Uint8Array, at: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const position = at + written;
      const left = bytes.length - written;
      // Handing a short frame to the kernel takes less time than handing it to another thread; forcing it to disk does not.
      written +=
        left <= MOST_BYTES_AT_ONCE
          ? writeSync(this.#handle.fd, bytes, written, left, position)
          : (await this.#handle.write(bytes, written, left, position)).bytesWritten;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Where a frame stands in the log. */
export interface FramePlace {
  fileNumber: number;
  at: number;
  bytes: number;
}

/** Takes back a frame that is on disk, by writing one that says nothing over it: that needs no room. */
export async function voidFrame(folder: string, { fileNumber, at, bytes }: FramePlace): Promise<void> {
  const handle = await open(join(folder, logFileName(fileNumber)), 'r+');
  try {
    await handle.write(emptyFrame(bytes), 0, bytes, at);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A new name is only safe once its folder is on disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
