import { TdmsError } from '../tdms-error.ts';
import { extendedNumber } from './extended.ts';

const utf8 = new TextDecoder();

/** The bytes of a segment's metadata ended before what they announce. */
export class EndOfBytes extends TdmsError {}

/** Reads numbers and texts one after another. */
export class ByteCursor {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  #at = 0;

  constructor(bytes: Uint8Array, isBigEndian = false) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = !isBigEndian;
  }

  get at(): number {
    return this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#step(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#step(2), this.#isLittle);
  }

  i16(): number {
    return this.#view.getInt16(this.#step(2), this.#isLittle);
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4), this.#isLittle);
  }

  i32(): number {
    return this.#view.getInt32(this.#step(4), this.#isLittle);
  }

  /** 64 bits; what is beyond 2^53 loses its last digits. */
  u64(): number {
    return Number(this.bigU64());
  }

  i64(): number {
    return Number(this.bigI64());
  }

  bigU64(): bigint {
    return this.#view.getBigUint64(this.#step(8), this.#isLittle);
  }

  bigI64(): bigint {
    return this.#view.getBigInt64(this.#step(8), this.#isLittle);
  }

  f32(): number {
    return this.#view.getFloat32(this.#step(4), this.#isLittle);
  }

  f64(): number {
    return this.#view.getFloat64(this.#step(8), this.#isLittle);
  }

  extended(): number {
    return extendedNumber(this.#view, this.#step(16), this.#isLittle);
  }

  /** A time, in milliseconds since 1970: seconds since 1904 and a fraction of 2^64, in the order of the byte order. */
  time(): number {
    if (this.#isLittle) {
      const fraction = this.bigU64();
      return epochMs(this.bigI64(), fraction);
    }
    const seconds = this.bigI64();
    return epochMs(seconds, this.bigU64());
  }

  /** A text with its length before it. */
  text(): string {
    const length = this.u32();
    const from = this.#step(length);
    return utf8.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, length));
  }

  skip(length: number): void {
    this.#step(length);
  }

  #step(length: number): number {
    const from = this.#at;
    if (from + length > this.#view.byteLength) throw new EndOfBytes('The description of a segment ends early.');
    this.#at = from + length;
    return from;
  }
}

const SECONDS_1904_TO_1970 = 2_082_844_800;

/** @param fraction of a second, in 2^-64 */
export function epochMs(seconds: bigint, fraction: bigint): number {
  // Whole microseconds: a fraction is finer than what a number of milliseconds since 1970 keeps.
  const micros = Math.floor((Number(fraction) / 2 ** 64) * 1e6);
  return (Number(seconds) - SECONDS_1904_TO_1970) * 1_000 + micros / 1_000;
}
