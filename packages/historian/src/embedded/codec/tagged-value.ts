import type { PointValue } from '../../port.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from '../bytes.ts';
import { POWERS_OF_10 } from './decimal.ts';

// Four bits say what follows: 0-8 a decimal with that exponent, else one of these.
const RAW32 = 13;
const RAW = 14;
const TEXT = 15;
const MOST_DECIMALS = 8;

const ROUNDER = 6755399441055744;
/** A magnitude below this is at most five bytes long, which beats the eight of a raw float. */
const DECIMAL_WORTH_IT = 2 ** 33;

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
