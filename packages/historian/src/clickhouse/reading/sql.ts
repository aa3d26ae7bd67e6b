import type { PointValue, SeriesKey } from '../../port.ts';
import { textBytes } from '../server/native-format.ts';

/** Values go into SQL as numbers or as bytes in hexadecimal: nothing of them can be read as a part of the statement. */
export const int = (value: number): string => `toInt64(${BigInt(value)})`;

export const listOf = (keys: Iterable<SeriesKey>): string =>
  `(${[...new Set(keys)].map((key) => BigInt(key)).join(', ')})`;

export const textLiteral = (text: string): string => `unhex('${textBytes(text).toString('hex')}')`;

export function numberLiteral(value: number): string {
  const bytes = Buffer.from(Float64Array.of(value).buffer);
  return `reinterpretAsFloat64(unhex('${bytes.toString('hex')}'))`;
}

/** Whether a row's value is another one: NaN is the same as NaN, 0 as -0. */
export function differsFrom(value: PointValue): string {
  if (typeof value === 'string') return `ifNull(text != ${textLiteral(value)}, 1)`;
  const same = Number.isNaN(value) ? 'isNaN(value)' : `value = ${numberLiteral(value)}`;
  return `NOT (isNull(text) AND ${same})`;
}

/** A point in time has the same rows whatever part of the store they lie in, so parts of other times need not be merged. */
export const SETTINGS = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

/**
 * What is written goes in whole, however many months its points are of (the server would refuse more than a hundred, and
 * what is refused holds up all that waits behind it); it is answered when it is there, in a cluster when the shards have it.
 */
export const WRITE_SETTINGS =
  'SETTINGS max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, async_insert = 0';

export const POINT_COLUMNS = 'key, time, value, text, quality';
