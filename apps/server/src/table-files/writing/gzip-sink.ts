import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Sink } from './sink.ts';

/** Of a member without a name or a time, by an unknown system (RFC 1952). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** What deflate refers back to, at most. */
const WINDOW_BYTES = 32 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * Compresses on its way to another, in one gzip stream. The thread that writes does it: what zlib does aside is done by threads of
 * the usual priority, which take a core from devices. Each piece is deflated by itself, knowing what came before it.
 */
export class GzipSink implements Sink {
  readonly #target: Sink;
  #head: Buffer = HEAD;
  #window: Buffer = Buffer.alloc(0);
  #crc = 0;
  #length = 0;

  constructor(target: Sink) {
    this.#target = target;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    const deflated = deflateRawSync(bytes, {
      level: constants.Z_BEST_SPEED,
      chunkSize: PIECE_BYTES,
      // To the end of a byte, and not of the stream.
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(this.#window.length > 0 ? { dictionary: this.#window } : {}),
    });
    this.#crc = crc32(bytes, this.#crc);
    this.#length += bytes.length;
    // A copy: the bytes may be used again.
    this.#window = Buffer.concat([this.#window, bytes.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES);
    await this.#writeOn(deflated);
  }

  async end(): Promise<void> {
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(this.#crc, 0);
    sums.writeUInt32LE(this.#length % 2 ** 32, 4);
    await this.#writeOn(Buffer.concat([deflateRawSync(Buffer.alloc(0)), sums]));
    await this.#target.end();
  }

  /** The head stands before the first bytes. */
  #writeOn(bytes: Buffer): Promise<void> {
    const whole = this.#head.length > 0 ? Buffer.concat([this.#head, bytes]) : bytes;
    this.#head = Buffer.alloc(0);
    return this.#target.write(whole);
  }
}
