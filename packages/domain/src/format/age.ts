const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in its largest fitting unit, whole: `12 s`, `3 min`, `5 h`, `9 d`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** How old something is: `12 s ago`. A device clock a little ahead of ours reads `now`, never a negative age. */
export function formatAge(timestampMs: number, nowMs: number): string {
  const ageMs = nowMs - timestampMs;
  return ageMs < SECOND ? 'now' : `${formatDuration(ageMs)} ago`;
}
