import { closeSync, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** Where the bytes of an export go. What `write` is given may be used again once it has resolved. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** A new file. */
export class FileSink implements Sink {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  async end(): Promise<void> {
    closeSync(this.#file);
  }
}

const GZIP_PIECE_BYTES = 256 * 1024;

/** Compresses on its way to another; zlib does so on a thread of its own. */
export class GzipSink implements Sink {
  readonly #gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: GZIP_PIECE_BYTES });
  readonly #done: Promise<void>;

  constructor(target: Sink) {
    this.#done = pipeline(this.#gzip, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await target.write(piece);
      await target.end();
    });
    // Whoever writes or ends hears of it.
    this.#done.catch(() => undefined);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      this.#gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    taken.catch(() => undefined);
    // A target that fails destroys the stream, whose callback may never come.
    await Promise.race([taken, this.#done]);
  }

  async end(): Promise<void> {
    this.#gzip.end();
    await this.#done;
  }
}
