import type { AssetId, DataItemId, EpochMs } from '@telltale/contract';
import { type SeriesKey, type StoredHour, seriesKey } from '@telltale/historian';

const DAY_MS = 24 * 3_600_000;

/** A series with a retention of its own. */
export interface SeriesRetention {
  assetId: AssetId;
  dataItemId: DataItemId;
  days: number;
}

/** Points older than a time to drop: of some series, or of all. */
export interface AgeDrop {
  days: number;
  beforeMs: EpochMs;
  keys: SeriesKey[] | undefined;
}

/**
 * What is too old.
 * @param generalDays 0: what has no retention of its own is kept
 * @param keys every series of the store; asked only where some have a retention of their own
 */
export function planByAge(
  nowMs: EpochMs,
  generalDays: number,
  overrides: readonly SeriesRetention[],
  keys: () => readonly SeriesKey[],
): AgeDrop[] {
  const beforeMs = (days: number) => nowMs - days * DAY_MS;
  const own = Map.groupBy(overrides, ({ days }) => days);
  const drops: AgeDrop[] = [...own].map(([days, series]) => ({
    days,
    beforeMs: beforeMs(days),
    keys: series.map(({ assetId, dataItemId }) => seriesKey(assetId, dataItemId)),
  }));
  if (generalDays > 0) {
    const others = new Set(drops.flatMap((drop) => drop.keys ?? []));
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
