import type { DiskSpace } from '#disk-space.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUTES_KEPT = 60;
/** A shorter time says nothing of a day: logs grow and are cut. */
const LEAST_MS = HOUR_MS;
const DISK_EVERY_MS = 10 * MINUTE_MS;

export interface PulseMinute {
  timeMs: number;
  pointsPerSecond: number;
  commitMs: number;
}

/** The last hour of the ingest, and the last day of the disk; kept in memory, of this run of the portal. */
export class Pulse {
  #minutes: PulseMinute[] = [];
  #disk: { timeMs: number; freeBytes: number }[] = [];
  #begun: { timeMs: number; stored: number; commitMs: number } | undefined;

  /** @param stored points since the start @param commitMs how long a message waits for the disk now */
  look(timeMs: number, stored: number, commitMs: number): void {
    const begun = this.#begun;
    if (begun === undefined || timeMs < begun.timeMs) {
      this.#begun = { timeMs, stored, commitMs };
      return;
    }
    begun.commitMs = Math.max(begun.commitMs, commitMs);
    const passedMs = timeMs - begun.timeMs;
    if (passedMs < MINUTE_MS) return;
    const pointsPerSecond = (1_000 * (stored - begun.stored)) / passedMs;
    this.#minutes = [...this.#minutes, { timeMs: begun.timeMs, pointsPerSecond, commitMs: begun.commitMs }].slice(
      -MINUTES_KEPT,
    );
    this.#begun = { timeMs, stored, commitMs: 0 };
  }

  lookAtDisk(timeMs: number, { freeBytes }: DiskSpace): void {
    const last = this.#disk.at(-1);
    if (last !== undefined && timeMs - last.timeMs < DISK_EVERY_MS) return;
    this.#disk = [...this.#disk, { timeMs, freeBytes }].filter((look) => timeMs - look.timeMs <= DAY_MS);
  }

  get minutes(): readonly PulseMinute[] {
    return this.#minutes;
  }

  /** How much less is free each day; undefined: nobody has looked for long enough. */
  get bytesPerDay(): number | undefined {
    const [first, last] = [this.#disk[0], this.#disk.at(-1)];
    if (first === undefined || last === undefined || last.timeMs - first.timeMs < LEAST_MS) return undefined;
    return ((first.freeBytes - last.freeBytes) * DAY_MS) / (last.timeMs - first.timeMs);
  }
}

/** No forecast reaches further than anybody plans. */
const FURTHEST_MS = 10 * 365 * DAY_MS;

/** When a disk comes down to its reserve at this pace, ms; undefined: never, or not to be foreseen. */
export function fullAtMs(nowMs: number, leftBytes: number, bytesPerDay: number | undefined): number | undefined {
  if (leftBytes <= 0) return nowMs;
  if (bytesPerDay === undefined || bytesPerDay <= 0) return undefined;
  const ms = (leftBytes / bytesPerDay) * DAY_MS;
  return ms > FURTHEST_MS ? undefined : nowMs + ms;
}
