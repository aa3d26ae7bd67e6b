import { clockFields } from '#format/time.ts';

const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** No zone changes its clock within a quarter of an hour. */
const QUARTER_MS = 900_000;

/** Minutes since midnight of `06:00`; 1440 for `24:00`. Undefined: it is no time of the day. */
export function dayTimeOf(text: string): number | undefined {
  const match = /^(\d{2}):(\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  const total = hours * 60 + minutes;
  return minutes < 60 && total <= DAY_MINUTES ? total : undefined;
}

export function dayTimeText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** How far clocks are ahead of UTC in quarters of an hour, by their zones: asked of the machine it costs as much as a hundred looks at an alarm. */
const known = new Map<string, Map<number, number>>();
/** A year of them. */
const MOST_KNOWN = 36_000;
const MOST_ZONES = 64;

function aheadOf(zone: string, quarter: number): number {
  let ofZone = known.get(zone);
  if (!ofZone) {
    if (known.size >= MOST_ZONES) known.clear();
    ofZone = new Map();
    known.set(zone, ofZone);
  }
  let aheadMs = ofZone.get(quarter);
  if (aheadMs === undefined) {
    const { year, month, day, hour, minute, second } = clockFields(quarter * QUARTER_MS, zone);
    aheadMs = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * QUARTER_MS;
    if (ofZone.size >= MOST_KNOWN) ofZone.clear();
    ofZone.set(quarter, aheadMs);
  }
  return aheadMs;
}

/** What the wall clock of a zone shows, moment after moment: it is asked once a quarter of an hour. */
export class DayClock {
  readonly #zone: string;
  #quarter = Number.NaN;
  #aheadMs = 0;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /**
   * Whether the clock shows a time from `from` until before `to`, minutes since midnight; past midnight where `to` is the
   * earlier one. An hour that daylight saving leaves out is never shown, one that it repeats is shown twice.
   */
  isBetween(timeMs: number, from: number, to: number): boolean {
    const minutes = this.#shownMs(timeMs) / MINUTE_MS;
    return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  }

  /** Until when, exclusively, `isBetween` answers the same: the next of its times, or the quarter in which the clock may be changed. */
  sameUntil(timeMs: number, from: number, to: number): number {
    const shownMs = this.#shownMs(timeMs);
    const ahead = Math.min(untilShown(shownMs, from), untilShown(shownMs, to));
    return Math.min(timeMs + ahead, (Math.floor(timeMs / QUARTER_MS) + 1) * QUARTER_MS);
  }

  #shownMs(timeMs: number): number {
    return (((timeMs + this.#ahead(timeMs)) % DAY_MS) + DAY_MS) % DAY_MS;
  }

  /** How far the clock is ahead of UTC. */
  #ahead(timeMs: number): number {
    const quarter = Math.floor(timeMs / QUARTER_MS);
    if (quarter !== this.#quarter) {
      this.#quarter = quarter;
      this.#aheadMs = aheadOf(this.#zone, quarter);
    }
    return this.#aheadMs;
  }
}

/** Milliseconds until a clock shows a minute of the day. */
function untilShown(shownMs: number, minutes: number): number {
  const apartMs = minutes * MINUTE_MS - shownMs;
  return apartMs > 0 ? apartMs : apartMs + DAY_MS;
}
