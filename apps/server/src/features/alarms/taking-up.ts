import { type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { AlarmRun, Target } from './alarm-run.ts';

/** A variable of an alarm and the data item that it stands for. */
interface Reading {
  readonly target: Target;
  readonly slot: DataItemSlot;
}

/** After a longer sleep of the machine only the last of it is looked at, second by second. */
export const MAX_PASSED_MS = 300_000;
const SECOND_MS = 1_000;

/** The variables of an alarm that have a value. */
export function readingsOf(run: AlarmRun, slots: Iterable<DataItemSlot>): Reading[] {
  const byItem = new Map([...slots].map((slot) => [slot.dataItemId, slot]));
  return run.targets.flatMap((target) => {
    const slot = byItem.get(target.dataItemId);
    return slot?.hasValue ? [{ target, slot }] : [];
  });
}

/** Whether what an alarm goes by is not told by the current values alone. */
function mustReplay(run: AlarmRun, readings: readonly Reading[]): boolean {
  return (
    !run.isIdle &&
    (run.dependsOnTime || run.needsPast || run.settleMs > 0 || readings.some(({ slot }) => slot.quality < QUALITY_GOOD))
  );
}

/** A stretch of the past, and what counts as now. */
interface Stretch {
  readonly sinceMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly nowMs: EpochMs;
}

/**
 * Lets alarms go through what was stored while nobody looked, where what they go by is not told by the current values.
 * @returns the last change that this made, of those where it made one
 */
export async function replayPast(
  runs: readonly AlarmRun[],
  slots: Iterable<DataItemSlot>,
  clockMs: EpochMs,
  warm: (run: AlarmRun, stretch: Stretch) => Promise<Flank | undefined>,
): Promise<Map<AlarmRun, Flank>> {
  const changed = new Map<AlarmRun, Flank>();
  const all = [...slots];
  for (const run of runs) {
    const readings = readingsOf(run, all);
    if (!mustReplay(run, readings)) continue;
    // What comes now may still have the time of the second that has just ended.
    const nowMs = Math.max(clockMs - 1, ...readings.map(({ slot }) => slot.timeMs));
    const newestMs = newestGoodMs(readings);
    // Where time alone changes nothing, nothing is looked at after the last value: what comes late has its own time.
    const isStill = !run.dependsOnTime && newestMs !== Number.NEGATIVE_INFINITY;
    // A bad value may stand where good ones came before it, which count all the same.
    const untilMs = isStill ? Math.max(...readings.map(({ slot }) => slot.timeMs)) : nowMs;
    const sinceMs = Math.max(newestMs, untilMs - MAX_PASSED_MS);
    const warmed = await warm(run, { sinceMs, untilMs, nowMs });
    const last = (isStill ? run.passUntil(nowMs + 1).at(-1) : undefined) ?? warmed;
    if (last) changed.set(run, last);
  }
  return changed;
}

/** When a good value came last, as far as the current values tell; -Infinity: they do not. */
function newestGoodMs(readings: readonly Reading[]): EpochMs {
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
