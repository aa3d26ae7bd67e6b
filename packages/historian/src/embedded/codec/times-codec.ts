import { lowerBound } from '../points/points.ts';
import { bitWidth, type WordReader, type WordWriter } from './bit-pack.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';

/** Values per bit-packed block: each block has its own width, so one outlier widens only its block. */
export const BLOCK = 128;

const LINEAR = 0;
const PACKED = 1;
const VARINTS = 2;

const deltas = new Float64Array(BLOCK);

function greatestCommonDivisor(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Unit shared by all deltas (a 1 Hz series in ms has 1000) with the smallest and the greatest delta. */
function measureDeltas(timesMs: Float64Array, count: number): { unit: number; min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  let unit = (timesMs[1] as number) - (timesMs[0] as number);
  let previous = timesMs[0] as number;
  let before = -1;
  for (let i = 1; i < count; i++) {
    const time = timesMs[i] as number;
    const delta = time - previous;
    previous = time;
    if (delta === before) continue;
    before = delta;
    if (delta < min) min = delta;
    if (delta > max) max = delta;
    if (unit !== 1 && delta % unit !== 0) unit = greatestCommonDivisor(unit, delta);
  }
  return { unit, min, max };
}

/** Writes strictly ascending integer times: a step when it is constant, otherwise bit-packed deltas in a common unit. */
export function writeTimes(out: ByteWriter, words: WordWriter, timesMs: Float64Array, count: number): void {
  out.f64(timesMs[0] as number);
  if (count === 1) {
    out.u8(LINEAR);
    out.varint(0);
    return;
  }
  const { unit, min, max } = measureDeltas(timesMs, count);
  if (min === max) {
    out.u8(LINEAR);
    out.varint(min);
    return;
  }
  if ((max - min) / unit >= 4294967296) {
    out.u8(VARINTS);
    for (let i = 1; i < count; i++) out.varint((timesMs[i] as number) - (timesMs[i - 1] as number));
    return;
  }
  out.u8(PACKED);
  out.varint(unit);
  const floor = min / unit;
  out.varint(floor);
  for (let from = 1; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    let widest = 0;
    for (let i = 0; i < size; i++) {
      const delta = ((timesMs[from + i] as number) - (timesMs[from + i - 1] as number)) / unit;
      deltas[i] = delta;
      if (delta > widest) widest = delta;
    }
    const width = bitWidth(widest - floor);
    out.u8(width);
    words.pack(deltas, 0, floor, size, width);
  }
}

/** Reads `count` times into `target` from `offset`; throws DamagedDataError when they are out of range. */
export function readTimes(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  count: number,
): void {
  const start = input.f64();
  const mode = input.u8();
  const end = offset + count;
  target[offset] = start;
  if (mode === LINEAR) {
    const step = input.varint();
    if (count > 1 && step === 0) throw new DamagedDataError('stored times do not ascend');
    for (let i = offset, time = start; i < end; i++, time += step) target[i] = time;
  } else if (mode === VARINTS) {
    for (let i = offset + 1; i < end; i++) target[i] = (target[i - 1] as number) + input.varint();
  } else if (mode === PACKED) {
    readPackedTimes(input, words, target, offset, count, start);
  } else {
    throw new DamagedDataError(`unknown form of times ${mode}`);
  }
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(target[end - 1])) {
    throw new DamagedDataError('stored times are out of range');
  }
}

function readPackedTimes(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  count: number,
  start: number,
): void {
  const unit = input.varint();
  const floor = input.varint();
  let time = start;
  for (let from = 1; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    const width = input.u8();
    if (width > 32) throw new DamagedDataError('stored times are too wide');
    words.unpack(target, offset + from, size, width, floor);
    const end = offset + from + size;
    for (let i = offset + from; i < end; i++) {
      time += (target[i] as number) * unit;
      target[i] = time;
    }
  }
}

/** The times of a blob. */
export interface BlobTimes {
  timeOf(index: number): number;
  /** Of the first at or after the time; where there is none, how many there are. */
  indexOf(timeMs: number): number;
}

let listed = new Float64Array(0);

/** Reads `count` times without writing them out where they come evenly; good until the next call. */
export function openTimes(input: ByteReader, words: WordReader, count: number): BlobTimes {
  const head = input.at;
  const start = input.f64();
  if (input.u8() === LINEAR) {
    const step = input.varint();
    checkEven(start, step, count);
    return {
      timeOf: (index) => start + index * step,
      indexOf: (timeMs) => {
        if (timeMs <= start) return 0;
        return step === 0 ? count : Math.min(count, Math.ceil((timeMs - start) / step));
      },
    };
  }
  input.at = head;
  if (listed.length < count) listed = new Float64Array(count);
  readTimes(input, words, listed, 0, count);
  const times = listed;
  return { timeOf: (index) => times[index] as number, indexOf: (timeMs) => lowerBound(times, timeMs, 0, count) };
}

function checkEven(start: number, step: number, count: number): void {
  if (count > 1 && step === 0) throw new DamagedDataError('stored times do not ascend');
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(start + (count - 1) * step)) {
    throw new DamagedDataError('stored times are out of range');
  }
}
