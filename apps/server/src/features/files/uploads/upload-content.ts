import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { giveBack } from '../give-back.ts';

/** Content goes to the disk in pieces of this size. */
const PIECE_BYTES = 2 ** 20;

interface Digest {
  readonly hash: Hash;
  /** How much of the content has gone into it. */
  length: number;
}

/** What has come of uploads under way: a file for each, which grows and outlives the process. */
export class UploadContent {
  readonly #folder: string;
  /** Of uploads that have been written in this process from their beginning; of others it is reckoned at the end. */
  readonly #digests = new Map<string, Digest>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  pathOf(uploadId: string): string {
    return join(this.#folder, uploadId);
  }

  async create(uploadId: string): Promise<void> {
    const file = await open(this.pathOf(uploadId), 'wx', 0o600);
    await file.close();
    this.#digests.set(uploadId, { hash: createHash('sha256'), length: 0 });
  }

  /**
   * Writes content down after what has come so far. Of content that breaks off, what came is kept. Its chunks are the
   * writer's from then on.
   * @param onPiece called before each piece; may throw to end it
   * @returns how much has come by then, all of it on disk
   */
  async append(uploadId: string, offset: number, content: Readable, onPiece: () => void): Promise<number> {
    const file = await open(this.pathOf(uploadId), 'r+');
    const digest = this.#digestAt(uploadId, offset);
    let length = offset;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const write = async () => {
      if (waitingBytes === 0) return;
      onPiece();
      const [piece, bytes] = [waiting, waitingBytes];
      [waiting, waitingBytes] = [[], 0];
      const { bytesWritten } = await file.writev(piece, length);
      if (bytesWritten < bytes) throw Object.assign(new Error('The disk took a part only.'), { code: 'ENOSPC' });
      length += bytes;
      if (digest) {
        for (const chunk of piece) digest.hash.update(chunk);
        digest.length = length;
      }
      for (const chunk of piece) giveBack(chunk);
    };
    try {
      try {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          waiting.push(chunk);
          waitingBytes += chunk.length;
          if (waitingBytes >= PIECE_BYTES) await write();
        }
      } finally {
        await write();
      }
    } finally {
      await file.sync();
      await file.close();
    }
    return length;
  }

  /** The hash of all that has come. */
  async digest(uploadId: string, path: string, length: number): Promise<string> {
    const known = this.#digestAt(uploadId, length);
    if (known) return known.hash.copy().digest('hex');
    const hash = createHash('sha256');
    const content = createReadStream(path, { highWaterMark: PIECE_BYTES });
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      giveBack(chunk);
    }
    return hash.digest('hex');
  }

  /** Forgets an upload that has become a file. */
  forget(uploadId: string): void {
    this.#digests.delete(uploadId);
  }

  async remove(uploadId: string): Promise<void> {
    this.forget(uploadId);
    await rm(this.pathOf(uploadId), { force: true });
  }

  list(): Promise<string[]> {
    return readdir(this.#folder);
  }

  #digestAt(uploadId: string, length: number): Digest | undefined {
    const digest = this.#digests.get(uploadId);
    if (digest?.length === length) return digest;
    this.#digests.delete(uploadId);
    return undefined;
  }
}
