import { ByteList } from './byte-list.ts';
import { packInto, widthOf } from './byte-runs.ts';

const BLOCK = 128;
const MINIBLOCKS = 4;
const MINIBLOCK = BLOCK / MINIBLOCKS;
/** Steps of a block differ by less, or the times are not written as steps. */
const MOST_RANGE = 2 ** 31;
/** Twice as much is still exact. */
const MOST_EXACT = 2 ** 51;

/**
 * Times in milliseconds as Parquet's DELTA_BINARY_PACKED: the steps between them, less the smallest of their block. Where
 * they are regular nothing remains of a time.
 * @returns undefined where a step is too long for that
 */
export function timeDeltas(timesMs: Float64Array): Uint8Array | undefined {
  const list = new ByteList(timesMs.length / 8 + 64);
  const first = timesMs[0] ?? 0;
  if (Math.abs(first) > MOST_EXACT) return undefined;
  list.varint(BLOCK);
  list.varint(MINIBLOCKS);
  list.varint(timesMs.length);
  list.varint(zigzag(first));
  const steps = new Float64Array(BLOCK);
  const packed = new Int32Array(BLOCK);
  for (let from = 1; from < timesMs.length; from += BLOCK) {
    const count = Math.min(BLOCK, timesMs.length - from);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const step = (timesMs[from + i] as number) - (timesMs[from + i - 1] as number);
      steps[i] = step;
      if (step < least) least = step;
      if (step > most) most = step;
    }
    if (most - least >= MOST_RANGE || Math.abs(least) > MOST_EXACT) return undefined;
    list.varint(zigzag(least));
    for (let i = 0; i < BLOCK; i++) packed[i] = i < count ? (steps[i] as number) - least : 0;
    writeMiniblocks(list, packed, Math.ceil(count / MINIBLOCK));
  }
  return list.toBytes();
}

/** The widths of all of a block, then those that hold something. */
function writeMiniblocks(list: ByteList, packed: Int32Array, used: number): void {
  const parts = Array.from({ length: MINIBLOCKS }, (_, at) => packed.subarray(at * MINIBLOCK, (at + 1) * MINIBLOCK));
  const widths = parts.map((part) => widthOf(part.reduce((most, value) => (value > most ? value : most), 0)));
  for (const width of widths) list.byte(width);
  for (const [at, part] of parts.slice(0, used).entries()) {
    const width = widths[at] as number;
    if (width > 0) packInto(list.room(width * (MINIBLOCK / 8)), part, width);
  }
}

const zigzag = (value: number) => (value >= 0 ? 2 * value : -2 * value - 1);
