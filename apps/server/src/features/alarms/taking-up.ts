import { type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { AlarmRun, Target } from './alarm-run.ts';

/** A variable of an alarm and the data item that it stands for. */
interface Reading {
  readonly target: Target;
  readonly slot: DataItemSlot;
}

const SECOND_MS = 1_000;
/** Looked at shortly after the second: what was measured before its end has come by then. */
const AFTER_SECOND_MS = 50;

/** The variables of an alarm that have a value. */
export function readingsOf(run: AlarmRun, slots: Iterable<DataItemSlot>): Reading[] {
  const byItem = new Map([...slots].map((slot) => [slot.dataItemId, slot]));
  return run.targets.flatMap((target) => {
    const slot = byItem.get(target.dataItemId);
    return slot?.hasValue ? [{ target, slot }] : [];
  });
}

/** Whether what an alarm goes by is not told by the current values alone. */
export function mustReplay(run: AlarmRun, readings: readonly Reading[]): boolean {
  return (
    !run.isIdle &&
    (run.dependsOnTime || run.needsPast || run.settleMs > 0 || readings.some(({ slot }) => slot.quality < QUALITY_GOOD))
  );
}

/** When a good value came last, as far as the current values tell; -Infinity: they do not. */
export function newestGoodMs(readings: readonly Reading[]): EpochMs {
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const { slot } of readings) if (slot.quality >= QUALITY_GOOD) newestMs = Math.max(newestMs, slot.timeMs);
  return newestMs;
}

/**
 * Evaluates a condition that begins to be watched, with the values as they are.
 * @param isNew it is looked at now; one that is taken up again, at the seconds at which it would have been
 * @returns the change that this made
 */
export function takeUp(run: AlarmRun, readings: readonly Reading[], nowMs: EpochMs, isNew: boolean): Flank | undefined {
  for (const { target, slot } of readings) {
    if (slot.quality >= QUALITY_GOOD) target.run.set(target.place, slot.timeMs, slot.value);
  }
  const newestMs = newestGoodMs(readings);
  const timeMs = run.dependsOnTime ? Math.max(newestMs, isNew ? nowMs : lastSecond(nowMs)) : newestMs;
  return run.update(Number.isFinite(timeMs) ? timeMs : nowMs).at(-1);
}

/** The last whole second before a time. */
function lastSecond(timeMs: EpochMs): EpochMs {
  return Math.floor((timeMs - 1) / SECOND_MS) * SECOND_MS;
}

/** Milliseconds until conditions are looked at again. */
export function untilNextSecond(nowMs: EpochMs): number {
  const sinceMs = (((nowMs - AFTER_SECOND_MS) % SECOND_MS) + SECOND_MS) % SECOND_MS;
  return SECOND_MS - sinceMs;
}
