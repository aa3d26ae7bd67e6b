import type { SeriesKey } from '../../port.ts';
import { type HeldHour, pointsIn } from './held-hours.ts';

/** An hour that was asked for and is not held. */
export interface AskedHour {
  /** It has about so many points. */
  about: number;
  /** So that it is held: not if it was held and written into or pushed out, or could not be read. */
  isWorthReading: boolean;
}

type KnownHour = HeldHour | AskedHour | undefined;

/** What is known of each hour of a range, of one series. */
export interface KnownHours {
  key: SeriesKey;
  hours: readonly KnownHour[];
}

/** Hours of a series to be read, by their places in the range; both are read, too. */
export interface Span {
  key: SeriesKey;
  from: number;
  to: number;
}

/** What somebody waits for must not be more than such a part of the chart's points: more is charted by the server in less time. */
const MOST_MISSING = 0.25;

export const isHeld = (hour: KnownHour): hour is HeldHour => Array.isArray(hour);

/** What to read so that nothing is missing; null where that is too much, or nothing is known of some of it. */
export function allThatIsMissing(known: readonly KnownHours[], most: number): Span[] | null {
  if (known.some(({ hours }) => hours.includes(undefined))) return null;
  const missing = spansOf(known, (hour) => !isHeld(hour));
  const points = sumOf(missing.map(({ hours }) => pointsOf(hours)));
  const all = pointsOf(known.flatMap(({ hours }) => hours));
  return points > Math.min(most, all * MOST_MISSING) ? null : missing.map(({ span }) => span);
}

/** What to read so that it is held, for the next: hours that have not more than so many points together. */
export function worthHolding(known: readonly KnownHours[], most: number): Span[] {
  const spans: Span[] = [];
  let left = most;
  for (const { span, hours } of spansOf(known, (hour) => !isHeld(hour) && hour?.isWorthReading === true)) {
    let count = 0;
    for (const hour of hours) {
      const points = pointsOf([hour]);
      if (hour === undefined || points > left) break;
      left -= points;
      count++;
    }
    if (count > 0) spans.push({ ...span, to: span.from + count - 1 });
  }
  return spans;
}

/** How many points these hours have, about. */
export const pointsOf = (hours: readonly KnownHour[]): number =>
  sumOf(hours.map((hour) => (isHeld(hour) ? pointsIn(hour) : (hour?.about ?? 0))));

/** From the first to the last hour that is wanted, of each series that has one. */
function spansOf(known: readonly KnownHours[], isWanted: (hour: KnownHour) => boolean) {
  return known.flatMap(({ key, hours }) => {
    const [from, to] = [hours.findIndex(isWanted), hours.findLastIndex(isWanted)];
    if (from < 0) return [];
    return [{ span: { key, from, to }, hours: hours.slice(from, to + 1) }];
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
