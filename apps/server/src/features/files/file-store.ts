import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomToken } from '#random-token.ts';
import { giveBack } from './give-back.ts';

/** Content that is on disk and has no name in the store yet. */
export interface StagedFile {
  readonly storageName: string;
  readonly length: number;
  readonly sha256: string;
}

/** Content goes to the disk in pieces of this size. */
const PIECE_BYTES = 2 ** 20;

/** The content of files, each under a random name: what a client calls a file never becomes a path. */
export class FileStore {
  readonly #folder: string;
  readonly #incomingFolder: string;

  /** @param incomingFolder on the same disk, of this process alone */
  constructor(folder: string, incomingFolder: string) {
    this.#folder = folder;
    this.#incomingFolder = incomingFolder;
  }

  /** Makes the folders, and clears away what uploads left behind that a crash cut off. */
  async open(): Promise<void> {
    await rm(this.#incomingFolder, { recursive: true, force: true });
    await mkdir(this.#incomingFolder, { recursive: true, mode: 0o700 });
  }

  /**
   * Writes content down; it is on disk when this resolves. On failure nothing of it is left. Its chunks are the store's
   * from then on.
   * @param onBytes called with the length so far; may throw to end it
   */
  async receive(content: Readable, onBytes: (length: number) => void): Promise<StagedFile> {
    const storageName = randomToken();
    const path = this.#incoming(storageName);
    const hash = createHash('sha256');
    let length = 0;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let writing: Promise<void> = Promise.resolve();
    const file = await open(path, 'wx', 0o600);
    // While one piece is written the next is read.
    const write = async () => {
      await writing;
      const piece = Buffer.concat(waiting);
      for (const chunk of waiting) giveBack(chunk);
      writing = file.appendFile(piece).then(() => giveBack(piece));
      writing.catch(() => undefined);
      waiting = [];
      waitingBytes = 0;
    };
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        length += chunk.length;
        onBytes(length);
        hash.update(chunk);
        waiting.push(chunk);
        waitingBytes += chunk.length;
        if (waitingBytes >= PIECE_BYTES) await write();
      }
      await write();
      await writing;
      await file.sync();
    } catch (error) {
      await writing.catch(() => undefined);
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    return { storageName, length, sha256: hash.digest('hex') };
  }

  /** Puts staged content where it stays. */
  async keep({ storageName }: StagedFile): Promise<void> {
    await rename(this.#incoming(storageName), this.#path(storageName));
    await this.#force();
  }

  /** Removes content, staged or kept. */
  async remove(storageName: string): Promise<void> {
    await rm(this.#incoming(storageName), { force: true });
    await rm(this.#path(storageName), { force: true });
  }

  /** @param range of bytes, both ends inclusive; absent: all of it */
  read(storageName: string, range: { start: number; end: number } | undefined = undefined): Readable {
    return createReadStream(this.#path(storageName), { highWaterMark: 256 * 1024, ...range });
  }

  /** Where kept content lies, for who looks whether it is there. */
  pathOf(storageName: string): string {
    return this.#path(storageName);
  }

  /** Puts content that lies elsewhere on the same disk where it stays, under its name. */
  async adopt(path: string, storageName: string): Promise<void> {
    await rename(path, this.#path(storageName));
    await this.#force();
  }

  /** Some bytes of kept content. */
  async readPart(storageName: string, start: number, length: number): Promise<Buffer> {
    const file = await open(this.#path(storageName), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** The names in the folder are on disk. */
  async #force(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  #incoming(storageName: string): string {
    return join(this.#incomingFolder, storageName);
  }

  #path(storageName: string): string {
    return join(this.#folder, storageName);
  }
}
