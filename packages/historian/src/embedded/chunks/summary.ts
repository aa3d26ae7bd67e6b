import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, DamagedDataError } from '../codec/bytes.ts';
import { readNumber, writeValue } from '../codec/tagged-value.ts';
import type { Points } from '../points/points.ts';

/** What a chunk says without being decoded. Minimum, maximum and sum are over its numbers that are not NaN. */
export interface Summary {
  count: number;
  /** Numbers that are not NaN. */
  numbers: number;
  hasTexts: boolean;
  hasNaN: boolean;
  /** Some point has another quality than 192 (good). */
  hasDoubt: boolean;
  lastQuality: number;
  min: number;
  minAtMs: number;
  max: number;
  maxAtMs: number;
  first: number;
  last: number;
  sum: number;
}

const GOOD = 192;
const TEXTS = 1;
const NAN = 2;
const DOUBT = 4;

export function summarise(points: Points): Summary {
  const { timesMs, values, qualities, texts } = points;
  const count = timesMs.length;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let minAt = -1;
  let maxAt = -1;
  let sum = 0;
  let numbers = 0;
  let hasDoubt = false;
  for (let i = 0; i < count; i++) {
    if (qualities[i] !== GOOD) hasDoubt = true;
    const value = values[i] as number;
    if (Number.isNaN(value) || (texts !== null && texts[i] !== null)) continue;
    numbers++;
    sum += value;
    if (value < min || minAt < 0) {
      min = value;
      minAt = i;
    }
    if (value > max || maxAt < 0) {
      max = value;
      maxAt = i;
    }
  }
  const textCount = texts === null ? 0 : texts.reduce((total, text) => total + (text === null ? 0 : 1), 0);
  return {
    count,
    numbers,
    hasTexts: textCount > 0,
    hasNaN: numbers + textCount < count,
    hasDoubt,
    lastQuality: qualities[count - 1] as number,
    min: numbers > 0 ? min : 0,
    minAtMs: numbers > 0 ? (timesMs[minAt] as number) : (timesMs[0] as number),
    max: numbers > 0 ? max : 0,
    maxAtMs: numbers > 0 ? (timesMs[maxAt] as number) : (timesMs[0] as number),
    first: values[0] as number,
    last: values[count - 1] as number,
    sum,
  };
}

/** The summary of neighbours, in order of time; null when one of them has none. */
export function combineSummaries(parts: readonly (Summary | null)[]): Summary | null {
  let total: Summary | null = null;
  for (const part of parts) {
    if (!part) return null;
    total = total ? combineTwo(total, part) : part;
  }
  return total;
}

function combineTwo(a: Summary, b: Summary): Summary {
  // Among equal extremes the earlier one stays; a part without numbers has none to offer.
  const isMinOfB = b.numbers > 0 && (a.numbers === 0 || b.min < a.min);
  const isMaxOfB = b.numbers > 0 && (a.numbers === 0 || b.max > a.max);
  return {
    count: a.count + b.count,
    numbers: a.numbers + b.numbers,
    hasTexts: a.hasTexts || b.hasTexts,
    hasNaN: a.hasNaN || b.hasNaN,
    hasDoubt: a.hasDoubt || b.hasDoubt,
    lastQuality: b.lastQuality,
    min: isMinOfB ? b.min : a.min,
    minAtMs: isMinOfB ? b.minAtMs : a.minAtMs,
    max: isMaxOfB ? b.max : a.max,
    maxAtMs: isMaxOfB ? b.maxAtMs : a.maxAtMs,
    first: a.first,
    last: b.last,
    sum: a.sum + b.sum,
  };
}

const out = new ByteWriter(128);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
const name = new Float64Array(3);
const nameBytes = new Uint8Array(name.buffer);

/**
 * CRC-32 of series, start and end (three float64, 24 bytes) followed by the bytes: a chunk's bytes cannot be taken for
 * another's.
 */
export function chunkChecksum(bytes: Uint8Array, series: number, startMs: number, endMs: number): number {
  name[0] = series;
  name[1] = startMs;
  name[2] = endMs;
  // 24 bytes are done here before a call into native code has begun.
  let crc = 0xffffffff;
  for (let i = 0; i < 24; i++) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (nameBytes[i] as number)) & 255] as number);
  return crc32(bytes, (crc ^ 0xffffffff) >>> 0);
}

/** u32 checksum, u8 flags, u8 last quality, varint count, varint numbers, two offsets, five tagged numbers. */
export function encodeSummary(summary: Summary, series: number, startMs: number, endMs: number): Uint8Array {
  out.reset();
  out.u32(0);
  out.u8((summary.hasTexts ? TEXTS : 0) | (summary.hasNaN ? NAN : 0) | (summary.hasDoubt ? DOUBT : 0));
  out.u8(summary.lastQuality);
  out.varint(summary.count);
  out.varint(summary.numbers);
  out.varint(summary.minAtMs - startMs);
  out.varint(summary.maxAtMs - startMs);
  for (const value of [summary.min, summary.max, summary.first, summary.last, summary.sum]) writeValue(out, value);
  const bytes = out.copy();
  const checksum = chunkChecksum(bytes.subarray(4), series, startMs, endMs);
  new DataView(bytes.buffer).setUint32(0, checksum, true);
  return bytes;
}

/** Throws DamagedDataError when the bytes are not the summary of this very chunk. */
export function decodeSummary(bytes: Uint8Array, series: number, startMs: number, endMs: number): Summary {
  if (!(bytes instanceof Uint8Array)) throw new DamagedDataError('the summary of a chunk is no blob');
  const input = new ByteReader(bytes);
  if (input.u32() !== chunkChecksum(bytes.subarray(4), series, startMs, endMs)) {
    throw new DamagedDataError('the summary of a chunk fails its checksum');
  }
  const flags = input.u8();
  return {
    hasTexts: (flags & TEXTS) !== 0,
    hasNaN: (flags & NAN) !== 0,
    hasDoubt: (flags & DOUBT) !== 0,
    lastQuality: input.u8(),
    count: input.varint(),
    numbers: input.varint(),
    minAtMs: startMs + input.varint(),
    maxAtMs: startMs + input.varint(),
    min: readNumber(input),
    max: readNumber(input),
    first: readNumber(input),
    last: readNumber(input),
    sum: readNumber(input),
  };
}
