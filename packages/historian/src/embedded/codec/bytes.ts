/** Stored bytes that cannot be what was written: the reader refuses them instead of answering wrong values. */
export class DamagedDataError extends Error {
  override readonly name = 'DamagedDataError';
}

const textEncoder = new TextEncoder();

/** A growing buffer with the few number forms that the formats of this store are made of (little endian). */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** The buffer itself, with room for `count` bytes from `length` on: for loops that write there and set `length`. */
  room(count: number): Uint8Array<ArrayBuffer> {
    this.reserve(count);
    return this.#bytes;
  }

  u8(value: number): void {
    this.reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** Sets bits of a byte that was written before. */
  orU8(at: number, bits: number): void {
    this.#bytes[at] = (this.#bytes[at] ?? 0) | bits;
  }

  u32(value: number): void {
    this.reserve(4);
    this.#view.setUint32(this.length, value, true);
    this.length += 4;
  }

  f32(value: number): void {
    this.reserve(4);
    this.#view.setFloat32(this.length, value, true);
    this.length += 4;
  }

  f64(value: number): void {
    this.reserve(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Unsigned LEB128 of an integer from 0 to 2^53. */
  varint(value: number): void {
    this.reserve(8);
    const bytes = this.#bytes;
    let at = this.length;
    let rest = value;
    while (rest >= 0x80000000) {
      bytes[at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    let small = rest | 0;
    while (small >= 128) {
      bytes[at++] = (small & 127) | 128;
      small >>>= 7;
    }
    bytes[at++] = small;
    this.length = at;
  }

  /** Sign and magnitude: 6 bits, the sign and a continuation bit in the first byte, LEB128 after it. */
  signedVarint(value: number): void {
    const sign = value < 0 ? 64 : 0;
    const magnitude = value < 0 ? -value : value;
    if (magnitude >= 0x80000000) {
      this.u8((magnitude % 64) | sign | 128);
      this.varint(Math.floor(magnitude / 64));
      return;
    }
    this.reserve(5);
    const bytes = this.#bytes;
    let at = this.length;
    let rest = magnitude >>> 6;
    const first = (magnitude & 63) | sign;
    bytes[at++] = rest === 0 ? first : first | 128;
    while (rest > 0) {
      const low = rest & 127;
      rest >>>= 7;
      bytes[at++] = rest === 0 ? low : low | 128;
    }
    this.length = at;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Length and form in one varint, then UTF-8, or UTF-16 for what UTF-8 cannot carry (lone surrogates). */
  text(value: string): void {
    if (value.isWellFormed()) {
      const bytes = textEncoder.encode(value);
      this.varint(bytes.length * 2);
      this.raw(bytes);
      return;
    }
    this.varint(value.length * 4 + 1);
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      this.u8(unit & 255);
      this.u8(unit >>> 8);
    }
  }

  patchU32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  padTo4(): void {
    while (this.length % 4 !== 0) this.u8(0);
  }

  reset(): void {
    this.length = 0;
  }

  /** What was written, valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  copy(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }
}

const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what ByteWriter wrote; throws DamagedDataError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get remaining(): number {
    return this.#bytes.length - this.at;
  }

  #need(count: number): void {
    if (!(count >= 0 && this.at + count <= this.#bytes.length)) {
      throw new DamagedDataError('the stored bytes end too early');
    }
  }

  u8(): number {
    const value = this.#bytes[this.at++];
    if (value === undefined) throw new DamagedDataError('the stored bytes end too early');
    return value;
  }

  u32(): number {
    this.#need(4);
    const value = this.#view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }

  f32(): number {
    this.#need(4);
    const value = this.#view.getFloat32(this.at, true);
    this.at += 4;
    return value;
  }

  f64(): number {
    this.#need(8);
    const value = this.#view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  varint(): number {
    let byte = this.u8();
    if (byte < 128) return byte;
    let value = byte & 127;
    let factor = 128;
    do {
      byte = this.u8();
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128 && factor < 2 ** 63);
    if (value > Number.MAX_SAFE_INTEGER) throw new DamagedDataError('a stored number is out of range');
    return value;
  }

  signedVarint(): number {
    const first = this.u8();
    let magnitude = first & 63;
    if (first >= 128) magnitude += this.varint() * 64;
    return first & 64 ? -magnitude : magnitude;
  }

  raw(count: number): Uint8Array {
    this.#need(count);
    const bytes = this.#bytes.subarray(this.at, this.at + count);
    this.at += count;
    return bytes;
  }

  text(): string {
    const head = this.varint();
    const bytes = this.raw(Math.floor(head / 2));
    if (head % 2 === 0) {
      try {
        return textDecoder.decode(bytes);
      } catch {
        throw new DamagedDataError('a stored text is not UTF-8');
      }
    }
    let value = '';
    for (let i = 0; i + 1 < bytes.length; i += 2) {
      value += String.fromCharCode((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8));
    }
    return value;
  }
}
