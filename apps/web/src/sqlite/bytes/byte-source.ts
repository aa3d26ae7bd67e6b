/** Bytes that are read by their place, at once. */
export interface ByteSource {
  readonly size: number;
  /** As many of `length` bytes as are there. */
  read(offset: number, length: number): Uint8Array;
}

/** Reads bytes, both ends inclusive, and says how many there are in all. `end` may lie behind the last one. */
export type RangeReader = (start: number, end: number) => { bytes: Uint8Array; size: number };
