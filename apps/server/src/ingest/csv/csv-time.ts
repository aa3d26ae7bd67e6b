import { CsvError } from './csv-error.ts';

const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/;
const MONTH_FIRST =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(AM|PM)?)?$/i;
const EPOCH = /^\d{9,19}(?:\.\d+)?$/;

/** Above it a number cannot be seconds (the year 5138), but milliseconds; and so on by thousands. */
const MAX_EPOCH_SECONDS = 1e11;

/** The zone of times that carry none. */
export interface Zone {
  /** Times in UTC that a wall clock in the zone showed as this: none in a spring gap, two in an autumn overlap. */
  instantsOf(wallMs: number): readonly number[];
  /** What the clock would have shown without its jump; for wall times that never were. */
  beforeGap(wallMs: number): number;
}

const utc: Zone = { instantsOf: (wallMs) => [wallMs], beforeGap: (wallMs) => wallMs };

/** @throws CsvError when the name is no IANA time zone */
export function zoneOf(name: string): Zone {
  if (/^(utc|z|gmt)$/i.test(name)) return utc;
  try {
    return new IanaZone(name);
  } catch {
    throw new CsvError(`there is no time zone '${name}'; zones are named like UTC or America/Chicago`);
  }
}

const DAY_MS = 86_400_000;
/** Zones change their offset on a quarter of an hour. */
const BLOCK_MS = 15 * 60_000;

class IanaZone implements Zone {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  #block = Number.NaN;
  #candidates: readonly number[] = [];

  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  instantsOf(wallMs: number): readonly number[] {
    const block = Math.floor(wallMs / BLOCK_MS);
    if (block !== this.#block) {
      const offsets = new Set([this.#offsetAt(wallMs - DAY_MS), this.#offsetAt(wallMs + DAY_MS)]);
      this.#candidates = [...offsets].filter((offset) => this.#offsetAt(wallMs - offset) === offset);
      this.#block = block;
    }
    return this.#candidates.map((offset) => wallMs - offset).sort((a, b) => a - b);
  }

  beforeGap(wallMs: number): number {
    return wallMs - this.#offsetAt(wallMs - DAY_MS);
  }

  #offsetAt(timeMs: number): number {
    const block = Math.floor(timeMs / BLOCK_MS);
    const known = this.#offsets.get(block);
    if (known !== undefined) return known;
    const name = this.#format.formatToParts(block * BLOCK_MS).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
    const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1000 : 1000);
    this.#offsets.set(block, offset);
    return offset;
  }
}

/** Reads the times of one file, row after row. */
export class TimeReader {
  readonly #zone: Zone;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  /**
   * Milliseconds since 1970 of ISO 8601, `YYYY-MM-DD hh:mm:ss.ffffff`, `DD.MM.YYYY`, `MM/DD/YYYY` or seconds,
   * milliseconds, microseconds or nanoseconds since 1970; undefined for anything else. Of the two instants that a wall
   * clock shows in the autumn, the one counts that does not go back behind the row before.
   */
  read(text: string): number | undefined {
    const timeMs = this.#parse(text.trim());
    if (timeMs !== undefined) this.#lastMs = timeMs;
    return timeMs;
  }

  #parse(text: string): number | undefined {
    const iso = ISO.exec(text);
    if (iso) return this.#instant(wallTime(iso[1], iso[2], iso[3], iso, 4), iso[8]);
    if (EPOCH.test(text)) return epochMs(Number(text));
    const dayFirst = DAY_FIRST.exec(text);
    if (dayFirst) return this.#instant(wallTime(dayFirst[3], dayFirst[2], dayFirst[1], dayFirst, 4), undefined);
    const monthFirst = MONTH_FIRST.exec(text);
    if (!monthFirst) return undefined;
    const [, month, day, year, hour] = monthFirst;
    const wall = wallTime(year, month, day, monthFirst, 4);
    const half = monthFirst[8]?.toUpperCase();
    if (wall === undefined || half === undefined) return this.#instant(wall, undefined);
    const shift = (Number(hour) === 12 ? -12 : 0) + (half === 'PM' ? 12 : 0);
    return Number(hour) > 12 ? undefined : this.#instant(wall + shift * 3_600_000, undefined);
  }

  #instant(wallMs: number | undefined, zone: string | undefined): number | undefined {
    if (wallMs === undefined) return undefined;
    if (zone !== undefined) return wallMs - explicitOffset(zone);
    const instants = this.#zone.instantsOf(wallMs);
    return instants.find((instant) => instant >= this.#lastMs) ?? instants.at(-1) ?? this.#zone.beforeGap(wallMs);
  }
}

/** The fields of a match as if they were UTC; undefined for a day or hour that does not exist. */
function wallTime(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  match: RegExpExecArray,
  hourAt: number,
): number | undefined {
  const [hour, minute, second, fraction] = match.slice(hourAt, hourAt + 4);
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map((part) => Number(part ?? 0));
  if (!y || !mo || !d || h === undefined || mi === undefined || s === undefined) return undefined;
  if (h > 24 || mi > 59 || s > 60) return undefined;
  const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000 + 1e-9);
  const dayMs = Date.UTC(y, mo - 1, d);
  return new Date(dayMs).getUTCMonth() === mo - 1 ? dayMs + ((h * 60 + mi) * 60 + s) * 1000 + ms : undefined;
}

function explicitOffset(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})/.exec(zone);
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

function epochMs(value: number): number {
  let ms = value * 1000;
  for (let limit = MAX_EPOCH_SECONDS; value >= limit; limit *= 1000) ms /= 1000;
  return Math.floor(ms + 1e-6);
}
