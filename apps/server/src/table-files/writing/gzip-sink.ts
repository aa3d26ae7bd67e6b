import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import type { Sink } from './sink.ts';

const deflateAside = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** Of a member without a name or a time, by an unknown system (RFC 1952). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** What deflate refers back to, at most. */
const WINDOW_BYTES = 32 * 1024;
/** A piece of an export becomes this at most, unless it cannot be made smaller: it is then handed over once. */
const DEFLATED_BYTES = 2 ** 19;

/**
 * Compresses on its way to another, in one gzip stream. Each piece is deflated by itself, knowing what came before it. The thread that
 * writes does it: what zlib does aside is done by threads of the usual priority, which take a core from devices. Where none of them send,
 * a thread of zlib compresses one piece while the next is made.
 */
export class GzipSink implements Sink {
  /** Whether a thread of zlib is to compress. */
  isAside = false;
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
    const options: ZlibOptions = {
      level: constants.Z_BEST_SPEED,
      chunkSize: DEFLATED_BYTES,
      // To the end of a byte, and not of the stream.
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(this.#window.length > 0 ? { dictionary: this.#window } : {}),
    };
    const deflated = this.isAside ? await deflateAside(bytes, options) : deflateRawSync(bytes, options);
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
