const SEVEN_BITS = 128;

/** Bytes of a page, one after the other. */
export class ByteList {
  #bytes: Uint8Array;
  #length = 0;

  constructor(expected = 1_024) {
    this.#bytes = new Uint8Array(expected);
  }

  byte(value: number): void {
    this.room(1)[0] = value;
  }

  /** Seven bits a byte, the lowest first, of a whole number from 0 to 2^53. */
  varint(value: number): void {
    let left = value;
    for (; left >= SEVEN_BITS; left = Math.floor(left / SEVEN_BITS)) this.byte((left % SEVEN_BITS) + SEVEN_BITS);
    this.byte(left);
  }

  bytes(values: Uint8Array): void {
    this.room(values.length).set(values);
  }

  /** So many bytes more, zero at first, which the caller fills before anything else is written. */
  room(length: number): Uint8Array {
    const end = this.#length + length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, end));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    const part = this.#bytes.subarray(this.#length, end);
    this.#length = end;
    return part;
  }

  toBytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
