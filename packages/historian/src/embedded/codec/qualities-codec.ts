import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';

/** Writes quality bytes as runs: almost always one run of 192 (good). */
export function writeQualities(out: ByteWriter, qualities: Uint8Array, count: number): void {
  let from = 0;
  while (from < count) {
    const quality = qualities[from] as number;
    let to = from + 1;
    while (to < count && qualities[to] === quality) to++;
    out.u8(quality);
    // Zero stands for "all that is left", which makes the usual single run two bytes.
    out.varint(to === count ? 0 : to - from);
    from = to;
  }
}

/** Reads `count` qualities into `target` from `offset`. */
export function readQualities(input: ByteReader, target: Uint8Array, offset: number, count: number): void {
  let from = 0;
  while (from < count) {
    const quality = input.u8();
    const length = input.varint() || count - from;
    if (from + length > count) throw new DamagedDataError('a run of qualities is too long');
    target.fill(quality, offset + from, offset + from + length);
    from += length;
  }
}

/** Passes over `count` qualities. */
export function skipQualities(input: ByteReader, count: number): void {
  let from = 0;
  while (from < count) {
    input.u8();
    from += input.varint() || count - from;
  }
  if (from > count) throw new DamagedDataError('a run of qualities is too long');
}
