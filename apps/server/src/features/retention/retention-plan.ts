import type { EpochMs } from '@telltale/contract';
import type { StoredHour } from '@telltale/historian';

const DAY_MS = 24 * 3_600_000;

/** Something whose past has a retention of its own: a series, or the way of an asset. */
export interface OwnRetention<Key> {
  key: Key;
  days: number;
}

/** What is older than a time, to drop: of some, or of all. */
export interface AgeDrop<Key> {
  days: number;
  beforeMs: EpochMs;
  keys: Key[] | undefined;
}

/**
 * What is too old.
 * @param generalDays 0: what has no retention of its own is kept
 * @param keys everything that there is; asked only where some have a retention of their own
 */
export function planByAge<Key>(
  nowMs: EpochMs,
  generalDays: number,
  overrides: readonly OwnRetention<Key>[],
  keys: () => readonly Key[],
): AgeDrop<Key>[] {
  const beforeMs = (days: number) => nowMs - days * DAY_MS;
  const own = Map.groupBy(overrides, ({ days }) => days);
  const drops: AgeDrop<Key>[] = [...own].map(([days, some]) => ({
    days,
    beforeMs: beforeMs(days),
    keys: some.map(({ key }) => key),
  }));
  if (generalDays > 0) {
    const others = new Set(overrides.map(({ key }) => key));
    const rest = others.size === 0 ? undefined : keys().filter((key) => !others.has(key));
    drops.push({ days: generalDays, beforeMs: beforeMs(generalDays), keys: rest });
  }
  return drops;
}

/**
 * The time before which so many bytes lie, or as many as may go: the newest hour is never given away.
 * @param hours oldest first
 */
export function planBySize(bytesToFree: number, hours: readonly StoredHour[]): EpochMs | undefined {
  let freed = 0;
  for (const [index, { startMs, bytes }] of hours.entries()) {
    const next = hours[index + 1];
    if (!next) return index > 0 ? startMs : undefined;
    freed += bytes;
    if (freed >= bytesToFree) return next.startMs;
  }
  return undefined;
}
