import { ByteList } from './byte-list.ts';

/** Packed values come in groups of so many. */
const GROUP = 8;
const BYTE_BITS = 8;

/** Bits that hold whole numbers up to `most`. */
export function widthOf(most: number): number {
  return 32 - Math.clz32(most);
}

/** One value so many times, in Parquet's hybrid of runs and packed bits. */
export function oneRun(value: number, count: number, width: number): Uint8Array {
  const list = new ByteList(8);
  if (count > 0) writeRun(list, value, count, width);
  return list.toBytes();
}

/** Whole numbers of at most 8 bits in Parquet's hybrid: groups that are all alike as runs, the others packed. */
export function hybridRuns(values: Uint8Array, width: number): Uint8Array {
  const list = new ByteList(values.length / 4 + 16);
  const whole = values.length - (values.length % GROUP);
  for (let from = 0; from < whole; ) {
    let to = from;
    if (isAlike(values, from)) {
      const value = values[from] as number;
      while (to < whole && values[to] === value && isAlike(values, to)) to += GROUP;
      writeRun(list, value, to - from, width);
    } else {
      while (to < whole && !isAlike(values, to)) to += GROUP;
      writePacked(list, values.subarray(from, to), width);
    }
    from = to;
  }
  if (whole < values.length) writePacked(list, values.subarray(whole), width);
  return list.toBytes();
}

function isAlike(values: Uint8Array, from: number): boolean {
  const first = values[from];
  for (let i = from + 1; i < from + GROUP; i++) if (values[i] !== first) return false;
  return true;
}

function writeRun(list: ByteList, value: number, count: number, width: number): void {
  list.varint(2 * count);
  if (width > 0) list.byte(value);
}

/** The last group is filled up with zeros, which its reader leaves out. */
function writePacked(list: ByteList, values: Uint8Array, width: number): void {
  const groups = Math.ceil(values.length / GROUP);
  list.varint(2 * groups + 1);
  packInto(list.room(groups * width), values, width);
}

/** Numbers side by side, each in so many bits (32 at most), the lowest bit first; `out` is zero before. */
export function packInto(out: Uint8Array, values: ArrayLike<number>, width: number): void {
  let bits = 0;
  for (let i = 0; i < values.length; i++) {
    let value = (values[i] as number) >>> 0;
    let left = width;
    let at = bits >> 3;
    const shift = bits & 7;
    bits += width;
    // What is in the first byte already stands below.
    out[at] = (out[at] as number) | ((value << shift) & 0xff);
    left -= BYTE_BITS - shift;
    value >>>= BYTE_BITS - shift;
    while (left > 0) {
      out[++at] = value & 0xff;
      value >>>= BYTE_BITS;
      left -= BYTE_BITS;
    }
  }
}
