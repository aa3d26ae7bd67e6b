import { type Historian, PointBatch, type PointValue, seriesKey } from '../../port.ts';

/** Series of one lane; a lane does one thing after the other, lanes run beside each other. */
export const LANES = 4;
const SERIES_PER_LANE = 3;

export function laneKeys(lane: number): number[] {
  return Array.from({ length: SERIES_PER_LANE }, (_, i) => seriesKey(lane + 1, 200 + i));
}

function hash(...numbers: number[]): number {
  let mixed = 0x811c9dc5;
  for (const number of numbers) mixed = Math.imul(mixed ^ number, 0x01000193) ^ (mixed >>> 13);
  return mixed >>> 0;
}

/** What lane `lane` does at its step `step`: the same in every process. Mostly appends, some of them late. */
export async function doStep(historian: Historian, lane: number, step: number): Promise<void> {
  const dice = hash(lane, step) % 100;
  const keys = laneKeys(lane);
  const key = keys[step % keys.length] ?? 0;
  const nowMs = step * 20_000;
  if (dice < 4) {
    await historian.editRange(key, nowMs - 300_000, nowMs - 100_000, hash(step) % 1000);
  } else if (dice < 7) {
    await historian.deleteRange(key, nowMs - 200_000, nowMs - 150_000);
  } else if (dice < 9) {
    await historian.dropBefore(nowMs - 30_000_000, keys);
  } else {
    const isLate = dice < 20;
    const batch = new PointBatch();
    for (let i = 0; i < 20; i++) {
      const timeMs = nowMs + i * 1000 - (isLate ? hash(step, 1) % 2_000_000 : 0);
      for (const [number, one] of keys.entries()) batch.add(one, timeMs, signalValue(lane, number, step, i), 192);
    }
    await historian.append(batch);
  }
}

function signalValue(lane: number, series: number, step: number, i: number): PointValue {
  const dice = hash(lane, series, step, i);
  if (series === 0) return dice / 7;
  return series === 1 ? (dice % 10_000) / 100 : `state ${dice % 5}`;
}
