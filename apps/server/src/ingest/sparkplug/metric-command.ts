import type { org } from 'sparkplug-payload/lib/sparkplugPayloadProto.js';

type ProtoMetric = org.eclipse.tahu.protobuf.Payload.IMetric;

/** Sparkplug's data types by number (specification 3.0, §6.4.16). */
const FLOAT = 9;
const DOUBLE = 10;
export const BOOLEAN = 11;
export const DATE_TIME = 13;
const TEXTS: ReadonlySet<number> = new Set([12, 14, 15]);

/** Bits and sign of the whole numbers. */
const wholeNumbers: ReadonlyMap<number, { bits: number; isSigned: boolean }> = new Map([
  [1, { bits: 8, isSigned: true }],
  [2, { bits: 16, isSigned: true }],
  [3, { bits: 32, isSigned: true }],
  [4, { bits: 64, isSigned: true }],
  [5, { bits: 8, isSigned: false }],
  [6, { bits: 16, isSigned: false }],
  [7, { bits: 32, isSigned: false }],
  [8, { bits: 64, isSigned: false }],
]);

const MAX_TEXT_LENGTH = 65_536;

/** Why a value cannot be written into a metric; the text is for whoever sent the command. */
export class UnfitValueError extends Error {
  override readonly name = 'UnfitValueError';
}

/**
 * The value of a command in the metric's own data type.
 * @throws {UnfitValueError} when it does not fit
 */
export function commandValue(dataType: number, value: unknown): ProtoMetric {
  const whole = wholeNumbers.get(dataType);
  if (whole) return wholeValue(whole, value);
  if (dataType === FLOAT) return { floatValue: numberIn(value, 3.402_823_5e38) };
  if (dataType === DOUBLE) return { doubleValue: numberIn(value, Number.MAX_VALUE) };
  if (dataType === BOOLEAN) return { booleanValue: booleanOf(value) };
  if (dataType === DATE_TIME) return { longValue: longOf(BigInt(timeOf(value))) as never };
  if (TEXTS.has(dataType)) return { stringValue: textOf(value) };
  throw new UnfitValueError('is of a kind that is not written by commands');
}

function wholeValue({ bits, isSigned }: { bits: number; isSigned: boolean }, value: unknown): ProtoMetric {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnfitValueError('takes whole numbers');
  const big = BigInt(value);
  const fits = isSigned ? BigInt.asIntN(bits, big) === big : BigInt.asUintN(bits, big) === big;
  if (!fits) throw new UnfitValueError(`takes whole numbers of ${bits} bits${isSigned ? '' : ' from 0'}`);
  // Negative ones travel as two's complement; 32 bits without a sign travel as 64 in Tahu, whose libraries edges are made of.
  if (bits === 64 || (bits === 32 && !isSigned)) return { longValue: longOf(BigInt.asUintN(64, big)) as never };
  return { intValue: value >>> 0 };
}

/** As protobufjs takes 64 bits. */
function longOf(value: bigint): { low: number; high: number; unsigned: true } {
  return { low: Number(value & 0xffff_ffffn) | 0, high: Number(value >> 32n) | 0, unsigned: true };
}

function numberIn(value: unknown, most: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnfitValueError('takes numbers');
  if (Math.abs(value) > most) throw new UnfitValueError('takes smaller numbers');
  return value;
}

function booleanOf(value: unknown): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new UnfitValueError('takes true or false');
}

function timeOf(value: unknown): number {
  const timeMs = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof timeMs === 'number' && Number.isSafeInteger(timeMs) && timeMs >= 0) return timeMs;
  throw new UnfitValueError('takes a time, in milliseconds since 1970 or as 2026-01-31T12:00:00Z');
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) {
    throw new UnfitValueError(`takes text of at most ${MAX_TEXT_LENGTH} characters`);
  }
  return value.toWellFormed();
}
