import { lowerBound, type Points } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { WordReader, WordWriter } from './bit-pack.ts';
import { ByteReader, ByteWriter, DamagedDataError } from './bytes.ts';
import { type RunExtremes, readExtremesOfNumbers, runsBetween } from './number-extremes.ts';
import { readNumbers, writeNumbers } from './numbers-codec.ts';
import { readQualities, skipQualities, writeQualities } from './qualities-codec.ts';
import { readTexts, writeTexts } from './texts-codec.ts';
import { type BlobTimes, openTimes, readTimes, writeTimes } from './times-codec.ts';

/** Most points in one blob. */
export const MAX_BLOB_POINTS = 65_535;

const FORM_NUMBERS = 1;
const FORM_TEXTS = 2;
const HEADER_BYTES = 8;

const out = new ByteWriter(16_384);
const words = new WordWriter(8192);

/**
 * Points as one blob: u8 form, u8 zero, u16 count, u32 number of words, then times, qualities, strings and numbers,
 * zeros up to a multiple of four, and the bit-packed words. Needs 1 to 65,535 points. Thorough encoding is for what
 * stays; the other is for blocks in memory.
 */
export function encodePoints(points: Points, isThorough = false): Uint8Array<ArrayBuffer> {
  return encodeOnce(points, isThorough).slice();
}

/** As `encodePoints`, into memory that the next call uses again. */
export function encodeOnce(points: Points, isThorough: boolean): Uint8Array<ArrayBuffer> {
  const count = points.timesMs.length;
  if (count < 1 || count > MAX_BLOB_POINTS)
    throw new RangeError(`a blob holds 1 to ${MAX_BLOB_POINTS} points, not ${count}`);
  out.reset();
  words.reset();
  const texts = points.texts?.some((text) => text !== null) ? points.texts : null;
  out.u8(texts ? FORM_TEXTS : FORM_NUMBERS);
  out.u8(0);
  out.u8(count & 255);
  out.u8(count >>> 8);
  out.u32(0);
  writeTimes(out, words, points.timesMs, count);
  writeQualities(out, points.qualities, count);
  if (texts) writeTexts(out, words, texts, count);
  writeNumbers(out, words, points.values, count, isThorough);
  out.padTo4();
  const packed = words.view();
  out.patchU32(4, packed.length);
  out.raw(new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength));
  return out.view();
}

/** Points in a blob, without reading them. */
export function countOf(blob: Uint8Array): number {
  return (blob[2] ?? 0) + (blob[3] ?? 0) * 256;
}

/** Time of the first point of a blob, without reading the others. */
export function startOf(blob: Uint8Array): number {
  return new DataView(blob.buffer, blob.byteOffset).getFloat64(HEADER_BYTES, true);
}

/** Reads a blob of `encodePoints`; throws DamagedDataError when it cannot be one. */
export function decodePoints(blob: Uint8Array): Points {
  const buffer = new PointsBuffer(countOf(blob));
  decodeInto(blob, buffer);
  return buffer.points();
}

/**
 * Reads a blob and adds its points within a range of times (inclusive) at the end of a buffer, which stays as it was when
 * the blob is damaged. Blocks of numbers outside of the range are passed over.
 */
export function decodeInto(
  blob: Uint8Array,
  buffer: PointsBuffer,
  fromMs = Number.NEGATIVE_INFINITY,
  toMs = Number.POSITIVE_INFINITY,
): void {
  const opened = openBlob(blob);
  const { input, reader, count } = opened;
  buffer.reserve(count);
  const at = buffer.length;
  readTimes(input, reader, buffer.timesMs, at, count);
  readQualities(input, buffer.qualities, at, count);
  const texts = opened.hasTexts ? readTexts(input, reader, count) : null;
  const { timesMs } = buffer;
  const end = at + count;
  const first = (timesMs[at] as number) >= fromMs ? at : lowerBound(timesMs, fromMs, at, end);
  const last = (timesMs[end - 1] as number) <= toMs ? end : lowerBound(timesMs, toMs + 1, at, end);
  readNumbers(input, reader, buffer.values, at, count, { from: first - at, to: last - at });
  checkEnd(opened);
  buffer.added(count, texts);
  buffer.remove(Math.max(first, last), end);
  buffer.remove(at, first);
}

/** A blob whose head was read: what follows are its times. */
interface OpenedBlob {
  input: ByteReader;
  reader: WordReader;
  count: number;
  hasTexts: boolean;
  wordsAt: number;
}

function openBlob(blob: Uint8Array): OpenedBlob {
  const input = new ByteReader(blob);
  const form = input.u8();
  const zero = input.u8();
  const count = input.u8() + input.u8() * 256;
  const wordCount = input.u32();
  if ((form !== FORM_NUMBERS && form !== FORM_TEXTS) || zero !== 0 || count === 0) {
    throw new DamagedDataError('not a blob of points');
  }
  const wordsAt = blob.length - wordCount * 4;
  if (wordsAt < HEADER_BYTES || wordsAt % 4 !== 0) throw new DamagedDataError('the stored bytes end too early');
  const reader = new WordReader(wordsOf(blob, wordsAt, wordCount));
  return { input, reader, count, hasTexts: form === FORM_TEXTS, wordsAt };
}

function checkEnd({ input, reader, wordsAt }: OpenedBlob): void {
  if (!reader.isAtEnd || wordsAt - input.at > 3 || wordsAt < input.at) {
    throw new DamagedDataError('the stored bytes do not end where they should');
  }
}

/** Runs of a blob's points with the least and the greatest number of each; all good until the next blob is read. */
export interface BlobExtremes {
  times: BlobTimes;
  runs: RunExtremes[];
}

/**
 * Reads what runs of a blob's points come to, for a third less than the points themselves: times that come evenly and
 * qualities are not written out, and integers are scaled when they have turned out to be extremes.
 * @param cutsOf where runs begin: ascending indexes, and at last the one behind the last run
 * @returns null when the blob has strings
 */
export function readExtremes(blob: Uint8Array, cutsOf: (times: BlobTimes) => readonly number[]): BlobExtremes | null {
  const opened = openBlob(blob);
  if (opened.hasTexts) return null;
  const { input, reader, count } = opened;
  const times = openTimes(input, reader, count);
  skipQualities(input, count);
  const runs = runsBetween(cutsOf(times));
  readExtremesOfNumbers(input, reader, count, runs);
  checkEnd(opened);
  return { times, runs };
}

function wordsOf(blob: Uint8Array, at: number, count: number): Uint32Array {
  const offset = blob.byteOffset + at;
  if (offset % 4 === 0) return new Uint32Array(blob.buffer, offset, count);
  // Not slice(): a Buffer, which is a Uint8Array too, would share its memory.
  const aligned = new Uint32Array(count);
  new Uint8Array(aligned.buffer).set(blob.subarray(at));
  return aligned;
}
