import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import type { Sink } from './sink.ts';

const deflateAside = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** Of a member without a name or a time, by an unknown system (RFC 1952). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** What is deflated at once: half a millisecond. Of smaller ones it takes more time. */
const PIECE_BYTES = 64 * 1024;
/** What deflate refers back to, at most. */
const WINDOW_BYTES = 32 * 1024;
/** A piece becomes this at most, unless it cannot be made smaller: it is then handed over once. */
const DEFLATED_BYTES = 2 ** 15;

/**
 * Compresses on its way to another, in one gzip stream. Each piece is deflated by itself, knowing what came before it. The thread that
 * writes does it: what zlib does aside is done by threads of the usual priority, which take a core from devices. Where none of them send,
 * a thread of zlib compresses one piece while the next is made.
 */
export class GzipSink implements Sink {
  readonly #target: Sink;
  readonly #breath: Breath;
  #head: Buffer = HEAD;
  #window: Buffer = Buffer.alloc(0);
  #crc = 0;
  #length = 0;

  /** @param breath where it is not needed, a thread of zlib compresses */
  constructor(target: Sink, breath: Breath) {
    this.#target = target;
    this.#breath = breath;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    const deflated: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      this.#breath.take();
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      const options = this.#options();
      deflated.push(this.#breath.isNeeded ? deflateRawSync(piece, options) : await deflateAside(piece, options));
      // A copy: the bytes may be used again.
      this.#window = Buffer.concat([this.#window, piece.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES);
    }
    this.#crc = crc32(bytes, this.#crc);
    this.#length += bytes.length;
    await this.#writeOn(Buffer.concat(deflated));
  }

  #options(): ZlibOptions {
    return {
      level: constants.Z_BEST_SPEED,
      chunkSize: DEFLATED_BYTES,
      // To the end of a byte, and not of the stream.
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(this.#window.length > 0 ? { dictionary: this.#window } : {}),
    };
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
