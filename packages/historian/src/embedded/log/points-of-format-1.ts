import { PointBatch } from '../../port.ts';
import { type ByteReader, DamagedDataError } from '../codec/bytes.ts';
import { readTagged } from '../codec/tagged-value.ts';

/** Reads the points of a record as history format 1 laid them out: an upgraded store may still have such a log. */
export function readPointsOfFormat1(input: ByteReader): PointBatch {
  const count = input.varint();
  if (count > input.remaining) throw new DamagedDataError('a record claims more points than it can hold');
  const batch = new PointBatch(count);
  let key = 0;
  let time = 0;
  let filled = 0;
  while (filled < count) {
    const length = input.varint();
    if (length === 0 || filled + length > count) throw new DamagedDataError('a run of points has a wrong length');
    key += input.signedVarint();
    const step = length > 1 ? input.signedVarint() : 0;
    time += input.signedVarint();
    const quality = input.u8();
    // The values stand behind all runs.
    for (let i = 0; i < length; i++) {
      batch.keys[filled] = key + i * step;
      batch.timesMs[filled] = time;
      batch.qualities[filled++] = quality;
    }
    key += (length - 1) * step;
  }
  for (let i = 0, tags = 0; i < count; i++) {
    tags = (i & 1) === 0 ? input.u8() : tags >>> 4;
    batch.add(
      batch.keys[i] as number,
      batch.timesMs[i] as number,
      readTagged(input, tags & 15),
      batch.qualities[i] as number,
    );
  }
  return batch;
}
