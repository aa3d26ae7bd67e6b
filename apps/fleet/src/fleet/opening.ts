import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { World, type WorldMember } from '../world/world.ts';
import type { FleetMemory, Stretch } from './memory-file.ts';

/** History is made in steps of this length, on full multiples of it. */
export const HISTORY_STEP_MS = 10_000;
/** A first start, or one after a long rest, goes back this far. */
export const HISTORY_MS = 7 * DAY_MS;

/** The newest hour is as fine as live values are, so that a chart of the last minutes has no coarse end. */
const LIVE_STEP_MS = 1_000;
const FINE_MS = HOUR_MS;

/** Where the past is cut, counted back from now: what people look at first is sent first. */
const CUTS_MS = [FINE_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS, 4 * DAY_MS, 5 * DAY_MS, 6 * DAY_MS];

export interface Opening {
  readonly bornMs: number;
  /** The world now, from which live measurements go on. */
  readonly world: World;
  /** The past that the portal does not have, newest stretch first. */
  readonly todo: Stretch[];
}

export const roundToStep = (timeMs: number) => Math.floor(timeMs / HISTORY_STEP_MS) * HISTORY_STEP_MS;

const usableAt = (memory: FleetMemory | undefined, nowMs: number) =>
  memory && memory.live.timeMs <= nowMs ? memory : undefined;

/** When the world began that a fleet with this memory lives in, or would begin if it started now. */
export function birthOf(memory: FleetMemory | undefined, nowMs: number): number {
  return usableAt(memory, nowMs)?.bornMs ?? roundToStep(nowMs) - HISTORY_MS;
}

/**
 * Brings the world up to now. On a first start it begins seven days ago; later it goes on from the memory, and the
 * time since then is added to what is to be sent (no more than seven days of it).
 * @param bornMs when the world began, where somebody planned with that before
 */
export function openWorld(
  membersOf: (bornMs: number) => WorldMember[],
  memory: FleetMemory | undefined,
  nowMs: number,
  bornMs: number = birthOf(memory, nowMs),
): Opening {
  const startMs = roundToStep(nowMs);
  const usable = usableAt(memory, nowMs);
  const members = membersOf(bornMs);
  const world = usable ? World.resume(members, usable.live) : World.begin(members, bornMs);
  const oldestMs = startMs - HISTORY_MS;
  if (world.timeMs < oldestMs) world.advance(oldestMs);
  const gap: Stretch[] = [];
  const cuts = CUTS_MS.map((agoMs) => startMs - agoMs).filter((cut) => cut > world.timeMs);
  for (const untilMs of [...cuts.reverse(), startMs]) {
    if (untilMs <= world.timeMs) continue;
    const stepMs = untilMs === startMs ? LIVE_STEP_MS : HISTORY_STEP_MS;
    gap.unshift({ from: world.snapshot(), untilMs, stepMs });
    world.advance(untilMs, stepMs);
  }
  const older = (usable?.todo ?? []).filter((stretch) => stretch.untilMs > oldestMs);
  return { bornMs, world, todo: [...gap, ...older] };
}
