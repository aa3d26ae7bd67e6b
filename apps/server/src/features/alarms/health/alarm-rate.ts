import type { EpochMs } from '@telltale/contract';

export const SLOT_MS = 600_000;
/** So many alarms of one operator in ten minutes are a flood, which ends when there are fewer than half of them. */
export const FLOOD_BEGINS = 10;
export const FLOOD_ENDS = 5;

export interface Span {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** How many alarms were raised in each ten minutes of the clock that a time touches. */
export interface TenMinutes {
  readonly firstMs: EpochMs;
  readonly counts: Uint32Array;
}

/** @param timesMs of alarms, in any order, all within the span */
export function countTenMinutes(timesMs: Float64Array, { fromMs, toMs }: Span): TenMinutes {
  const first = Math.floor(fromMs / SLOT_MS);
  const counts = new Uint32Array(Math.max(1, Math.floor(toMs / SLOT_MS) - first + 1));
  for (const timeMs of timesMs) {
    const place = Math.floor(timeMs / SLOT_MS) - first;
    counts[place] = (counts[place] as number) + 1;
  }
  return { firstMs: first * SLOT_MS, counts };
}

/**
 * Floods: a flood begins with the ten minutes that bring 10 alarms or more for an operator, and ends with those that bring
 * fewer than 5 (ANSI/ISA-18.2-2016, clause 16). `share` is the time in flood of all the time.
 */
export function floodsOf({ counts }: TenMinutes, operators: number): { floods: number; share: number } {
  let floods = 0;
  let within = 0;
  let isFlood: boolean = false;
  for (const count of counts) {
    const isStart: boolean = !isFlood && count >= FLOOD_BEGINS * operators;
    if (isStart) floods++;
    isFlood = isStart || (isFlood && count >= FLOOD_ENDS * operators);
    if (isFlood) within++;
  }
  return { floods, share: within / counts.length };
}

/** The fullest ten minutes, for one operator, and when they began; null: there was none. */
export function peakOf({ firstMs, counts }: TenMinutes, operators: number): { alarms: number; atMs: EpochMs } | null {
  let place = 0;
  for (let i = 1; i < counts.length; i++) if ((counts[i] as number) > (counts[place] as number)) place = i;
  const most = counts[place] as number;
  return most === 0 ? null : { alarms: most / operators, atMs: firstMs + place * SLOT_MS };
}

/** The course of the rate in at most so many steps: of each how many alarms came, and its fullest ten minutes. */
export function courseOf({ firstMs, counts }: TenMinutes, mostSteps: number) {
  const slots = Math.max(1, Math.ceil(counts.length / mostSteps));
  const steps: { atMs: EpochMs; alarms: number; peak: number }[] = [];
  for (let start = 0; start < counts.length; start += slots) {
    let alarms = 0;
    let peak = 0;
    for (const count of counts.subarray(start, start + slots)) {
      alarms += count;
      peak = Math.max(peak, count);
    }
    steps.push({ atMs: firstMs + start * SLOT_MS, alarms, peak });
  }
  return { steps, stepMs: slots * SLOT_MS };
}
