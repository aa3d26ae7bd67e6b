import type { PointValue } from '../../port.ts';
import { type ByteReader, DamagedDataError } from '../bytes.ts';
import { readTagged } from '../codec/tagged-value.ts';

/** Reads the points of a record as history format 1 laid them out: an upgraded store may still have such a log. */
export function readPointsOfFormat1(input: ByteReader): {
  keys: number[];
  timesMs: number[];
  values: PointValue[];
  qualities: number[];
} {
  const count = input.varint();
  if (count > input.remaining * 1_000_000) throw new DamagedDataError('a record claims more points than it can hold');
  const keys: number[] = [];
  const timesMs: number[] = [];
  const qualities: number[] = [];
  let key = 0;
  let time = 0;
  while (keys.length < count) {
    const length = input.varint();
    if (length === 0 || keys.length + length > count) throw new DamagedDataError('a run of points has a wrong length');
    key += input.signedVarint();
    const step = length > 1 ? input.signedVarint() : 0;
    time += input.signedVarint();
    const quality = input.u8();
    for (let i = 0; i < length; i++) {
      keys.push(key + i * step);
      timesMs.push(time);
      qualities.push(quality);
    }
    key += (length - 1) * step;
  }
  const values: PointValue[] = [];
  for (let i = 0, tags = 0; i < count; i++) {
    tags = (i & 1) === 0 ? input.u8() : tags >>> 4;
    values.push(readTagged(input, tags & 15));
  }
  return { keys, timesMs, values, qualities };
}
