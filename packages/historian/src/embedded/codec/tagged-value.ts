import type { PointBatch, PointValue } from '../../port.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';
import { POWERS_OF_10 } from './decimal.ts';

// Four bits say what follows: 0-8 a decimal with that exponent, else one of these.
const RAW32 = 13;
const RAW = 14;
const TEXT = 15;
const MOST_DECIMALS = 8;

const ROUNDER = 6755399441055744;
/** A magnitude below this is at most five bytes long, which beats the eight of a raw float. */
const DECIMAL_WORTH_IT = 2 ** 33;

/** Integers below this are worked on as such. */
const SMALL = 2 ** 30;

/** Writes a value in its shortest exact form and answers the tag that `readTagged` needs. */
export function writeTagged(out: ByteWriter, value: PointValue): number {
  if (typeof value === 'string') {
    out.text(value);
    return TEXT;
  }
  for (let exponent = 0; exponent <= MOST_DECIMALS; exponent++) {
    const power = POWERS_OF_10[exponent] as number;
    const near: number = value * power + ROUNDER - ROUNDER;
    if (near / power !== value) continue;
    if (near > DECIMAL_WORTH_IT || near < -DECIMAL_WORTH_IT || (near === 0 && 1 / value < 0)) break;
    out.signedVarint(near);
    return exponent;
  }
  if (Math.fround(value) === value) {
    out.f32(value);
    return RAW32;
  }
  out.f64(value);
  return RAW;
}

/** Exponents that values of the same series had before in this record, by a few bits of the series' key. */
const hints = new Uint8Array(1024);

/**
 * Writes the values of a batch, one byte of tags (the first value's in the low half) before each two of them. A value
 * is first tried with the exponent that its series had last, so its form may be a byte longer than the shortest.
 */
export function writeTaggedAll(out: ByteWriter, batch: PointBatch): void {
  const { texts, length: count } = batch;
  hints.fill(0);
  if (texts === null) {
    for (let from = 0; from < count; from += NUMBERS_AT_ONCE) {
      writeNumbers(out, batch, from, Math.min(count, from + NUMBERS_AT_ONCE));
    }
    return;
  }
  let tagsAt = 0;
  for (let i = 0; i < count; i++) {
    if ((i & 1) === 0) {
      tagsAt = out.length;
      out.u8(0);
    }
    out.orU8(tagsAt, writeTagged(out, batch.valueAt(i)) << ((i & 1) * 4));
  }
}

/** An even number, so that no two values that share a byte of tags are separated. */
const NUMBERS_AT_ONCE = 256;
/** Nine for the longest, half a one for its tags. */
const MOST_BYTES_EACH = 10;

/** The same for a run of numbers, with everything at hand: this is done for every point that comes in. */
function writeNumbers(out: ByteWriter, { keys, numbers }: PointBatch, from: number, to: number): void {
  const bytes = out.room((to - from) * MOST_BYTES_EACH + 16);
  let at = out.length;
  let tagsAt = at;
  for (let i = from; i < to; i++) {
    const isFirstOfTwo = (i & 1) === 0;
    if (isFirstOfTwo) {
      tagsAt = at++;
      bytes[tagsAt] = 0;
    }
    const value = numbers[i] as number;
    const key = (keys[i] as number) | 0;
    const hint = (key ^ (key >>> 20)) & 1023;
    let tag = hints[hint] as number;
    const power = POWERS_OF_10[tag] as number;
    const near = value * power + ROUNDER - ROUNDER;
    if (near / power === value && near !== 0 && near < SMALL && near > -SMALL) {
      const sign = near < 0 ? 64 : 0;
      const magnitude = near < 0 ? -near | 0 : near | 0;
      let rest = magnitude >>> 6;
      bytes[at++] = (magnitude & 63) | sign | (rest === 0 ? 0 : 128);
      while (rest > 0) {
        bytes[at++] = rest < 128 ? rest : (rest & 127) | 128;
        rest >>>= 7;
      }
    } else {
      out.length = at;
      tag = writeTagged(out, value);
      at = out.length;
      if (tag <= MOST_DECIMALS && value !== 0) hints[hint] = tag;
    }
    bytes[tagsAt] = (bytes[tagsAt] as number) | (isFirstOfTwo ? tag : tag << 4);
  }
  out.length = at;
}

export function readTagged(input: ByteReader, tag: number): PointValue {
  if (tag <= MOST_DECIMALS) return input.signedVarint() / (POWERS_OF_10[tag] as number);
  if (tag === RAW32) return input.f32();
  if (tag === RAW) return input.f64();
  if (tag === TEXT) return input.text();
  throw new DamagedDataError(`unknown tag of a value ${tag}`);
}

/** A value with its tag in a byte of its own before it. */
export function writeValue(out: ByteWriter, value: PointValue): void {
  const tagAt = out.length;
  out.u8(0);
  out.orU8(tagAt, writeTagged(out, value));
}

export function readValue(input: ByteReader): PointValue {
  return readTagged(input, input.u8());
}

export function readNumber(input: ByteReader): number {
  const value = readValue(input);
  if (typeof value === 'string') throw new DamagedDataError('a string where a number must be');
  return value;
}
