/** A backup that the portal made by itself, as its folder is called. */
const NAME = /^telltale-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export const backupName = (timeMs: number) =>
  `telltale-${new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** When the backup of this name was begun; undefined: it is none of the portal's own. */
export function timeOfBackup(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** A folder of backups, as it was found. */
export interface FoundBackup {
  readonly name: string;
  readonly timeMs: number;
  /** It has its manifest. */
  readonly isComplete: boolean;
  /** It was restored and read whole. */
  readonly isVerified: boolean;
}

/** Once a day. A minute less, so that the hour does not wander. */
const EVERY_MS = 24 * 3_600_000 - 60_000;

/** Whether it is time for the next backup. */
export function isDue(found: readonly FoundBackup[], nowMs: number): boolean {
  const last = Math.max(...found.filter(({ isVerified }) => isVerified).map(({ timeMs }) => timeMs));
  // A clock that was set back must not keep the next one from coming.
  return !(last <= nowMs && nowMs - last < EVERY_MS);
}

/**
 * What goes once a new one is there: the oldest beyond `keep`, and halves that a crash left. What was not made by the portal stays, and
 * so do the last ones that can be restored, whatever came after them.
 */
export function namesToRemove(found: readonly FoundBackup[], keep: number): string[] {
  const good = found.filter(({ isComplete, isVerified }) => isComplete && isVerified);
  const kept = new Set(good.toSorted((a, b) => b.timeMs - a.timeMs).slice(0, keep));
  const newest = Math.max(...good.map(({ timeMs }) => timeMs));
  return found.filter((one) => !kept.has(one) && one.timeMs < newest).map(({ name }) => name);
}
