/** Earlier periods that are offered at once; any other number of hours can be typed. */
export const COMPARE_CHOICES = [
  { hours: 24, label: 'The day before' },
  { hours: 7 * 24, label: 'A week before' },
] as const;

/** `7 d earlier`, `36 h earlier`: stands behind the name of a series. */
export function earlierLabel(hours: number): string {
  if (hours % 24 === 0) return `${hours / 24} d earlier`;
  if (hours >= 1) return `${Number(hours.toFixed(2))} h earlier`;
  return `${Math.round(hours * 60)} min earlier`;
}

/** The ghost is asked for in steps of this share of the window, so that it isn't asked again at every second. */
const STEP_SHARE = 0.1;
const LEAST_STEP_S = 60;

/** The earlier period to ask for, in milliseconds: the window moved back, with a step to spare at its end. */
export function earlierWindow(range: { from: number; to: number }, hours: number): { fromMs: number; toMs: number } {
  const stepS = Math.max(LEAST_STEP_S, (range.to - range.from) * STEP_SHARE);
  const shiftS = hours * 3600;
  const from = Math.floor(range.from / stepS) * stepS - shiftS;
  const to = (Math.floor(range.to / stepS) + 1) * stepS - shiftS;
  return { fromMs: Math.round(from * 1000), toMs: Math.round(to * 1000) };
}
