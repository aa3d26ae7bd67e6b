import type { PointBatch } from '../port.ts';
import { LATEST_MS } from './time-range.ts';

/** Throws RangeError or TypeError, naming the point, when a batch holds what cannot be stored. */
export function checkBatch(batch: PointBatch): void {
  const { keys, timesMs, values, qualities } = batch;
  const count = keys.length;
  if (timesMs.length !== count || values.length !== count || qualities.length !== count) {
    throw new RangeError('the arrays of a batch differ in length');
  }
  for (let i = 0; i < count; i++) {
    const key = keys[i] as number;
    const timeMs = timesMs[i] as number;
    const quality = qualities[i] as number;
    if (!(key >= 0 && Number.isSafeInteger(key))) throw new RangeError(`point ${i}: ${key} is not a series key`);
    if (!(timeMs <= LATEST_MS && timeMs >= -LATEST_MS && Number.isInteger(timeMs))) {
      throw new RangeError(`point ${i}: ${timeMs} is not a time in whole milliseconds`);
    }
    if ((quality & 255) !== quality) throw new RangeError(`point ${i}: ${quality} is not a quality byte`);
    const kind = typeof values[i];
    if (kind !== 'number' && kind !== 'string')
      throw new TypeError(`point ${i}: a value is a number or a string, not ${kind}`);
  }
}
