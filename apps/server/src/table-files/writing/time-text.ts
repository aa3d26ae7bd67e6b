import { clockFields } from '@telltale/domain/format/time.ts';

const MINUTE_MS = 60_000;
const ZERO = 48;
const DOT = 46;
/** `ss.mmmZ` at the end of an ISO time. */
const SECONDS_LENGTH = 7;
/** Of no year that a date can hold the text is longer. */
export const MOST_TIME_BYTES = 33;

/** Writes times as ISO 8601 with the offset of a zone (`Z` for UTC). Neighbours share a minute, whose text is kept. */
export class TimeText {
  readonly #zone: string;
  #minuteMs = Number.NaN;
  #minute: Uint8Array = new Uint8Array(0);
  #offset: Uint8Array = new Uint8Array(0);

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** Answers the index behind it. */
  write(out: Uint8Array, at: number, timeMs: number): number {
    if (!(timeMs >= this.#minuteMs && timeMs < this.#minuteMs + MINUTE_MS)) this.#enter(timeMs);
    const minute = this.#minute;
    for (let i = 0; i < minute.length; i++) out[at + i] = minute[i] as number;
    at += minute.length;
    const ms = (timeMs - this.#minuteMs) | 0;
    const second = (ms / 1000) | 0;
    const tens = (second / 10) | 0;
    out[at] = ZERO + tens;
    out[at + 1] = ZERO + second - tens * 10;
    out[at + 2] = DOT;
    const milli = ms - second * 1000;
    const hundreds = (milli / 100) | 0;
    const rest = milli - hundreds * 100;
    const restTens = (rest / 10) | 0;
    out[at + 3] = ZERO + hundreds;
    out[at + 4] = ZERO + restTens;
    out[at + 5] = ZERO + rest - restTens * 10;
    at += 6;
    const offset = this.#offset;
    for (let i = 0; i < offset.length; i++) out[at + i] = offset[i] as number;
    return at + offset.length;
  }

  #enter(timeMs: number): void {
    this.#minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const offsetMinutes = this.#zone === 'UTC' ? 0 : offsetMinutesAt(this.#minuteMs, this.#zone);
    const wall = new Date(this.#minuteMs + offsetMinutes * MINUTE_MS).toISOString();
    this.#minute = Buffer.from(wall.slice(0, -SECONDS_LENGTH));
    this.#offset = Buffer.from(this.#zone === 'UTC' ? 'Z' : offsetText(offsetMinutes));
  }
}

/** Zones once differed by seconds, too; no text of ISO 8601 has them. */
function offsetMinutesAt(timeMs: number, zone: string): number {
  const { year, month, day, hour, minute, second } = clockFields(timeMs, zone);
  const wall = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  wall.setUTCFullYear(year, month - 1, day);
  return Math.round((wall.getTime() - timeMs) / MINUTE_MS);
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
