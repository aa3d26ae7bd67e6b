import { LRUCache } from 'lru-cache';
import type { Piece } from '../../embedded/points/piece.ts';
import { lastOfPieces } from '../../embedded/read/series-reader.ts';
import type { LastPoint, SeriesKey } from '../../port.ts';
import { type HeldHour, pointsIn } from './held-hours.ts';
import { nameOf } from './question.ts';
import type { AskedHour } from './reading-plan.ts';
import type { Written } from './written.ts';

export interface KnownPointsOptions {
  /** Points of so long are held and forgotten together. */
  hourMs: number;
  /** Memory for points, packed. */
  mostBytes: number;
  /** What is known is believed for so long, whatever others did at the server meanwhile. */
  lifetimeMs: number;
  /** Milliseconds since whenever. */
  now: () => number;
}

/** What an hour, and each of its pieces, takes in memory beside the packed points (measured). */
const HOUR_BYTES = 300;
const PIECE_BYTES = 500;
const MOST_ASKED = 20_000;
/** Points that are unpacked to tell last points, in one turn of the event loop: some milliseconds. */
const MOST_UNPACKED = 100_000;

/** Hours of series by their names: the points of those that are held, and what is known of others that were asked for. */
export class KnownPoints {
  readonly #hourMs: number;
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  #heldMs = 0;
  readonly #held: LRUCache<string, HeldHour>;
  readonly #asked: LRUCache<string, AskedHour>;

  constructor({ hourMs, mostBytes, lifetimeMs, now }: KnownPointsOptions) {
    const age = { ttl: lifetimeMs, ttlResolution: 0, perf: { now } };
    const sizeCalculation = (hour: HeldHour): number =>
      hour.reduce((sum, { bytes }) => sum + bytes.length + PIECE_BYTES, HOUR_BYTES);
    this.#hourMs = hourMs;
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
    this.#held = new LRUCache({ ...age, maxSize: mostBytes, sizeCalculation });
    this.#asked = new LRUCache({ ...age, max: MOST_ASKED });
  }

  held(name: string): HeldHour | undefined {
    return this.#held.get(name);
  }

  asked(name: string): AskedHour | undefined {
    return this.#asked.get(name);
  }

  /** Once pushed out by others it is not worth reading again: they would push each other out in turns. */
  hold(name: string, hour: HeldHour): void {
    this.#held.set(name, hour);
    this.#heldMs = this.#now();
    this.noteNotWorth(name, pointsIn(hour));
  }

  /** It was asked for, and has about so many points as far as one knows no better. */
  noteAsked(name: string, about: number): void {
    if (!this.#asked.has(name)) this.#asked.set(name, { about, isWorthReading: true });
  }

  /** @param about how many points it has; Infinity: it cannot be read */
  noteNotWorth(name: string, about: number): void {
    this.#asked.set(name, { about, isWorthReading: false });
  }

  /** Forgets what a write concerns. */
  forget(written: Written): void {
    if (this.#now() - this.#heldMs > this.#lifetimeMs) this.#held.clear();
    if (written.staged.kind === 'operation') {
      this.#held.clear();
      this.#asked.clear();
    }
    // What the hours are is not looked for in vain: it takes as long as sending them.
    if (this.#held.size === 0) return;
    for (const [key, hours] of written.hours ?? []) {
      for (const hour of hours) this.#held.delete(nameOf(key, hour));
    }
  }

  /** The last point of each series at or before a time, of those that it is held of. */
  stateAt(keys: readonly SeriesKey[], timeMs: number): Map<SeriesKey, LastPoint> {
    const found = new Map<SeriesKey, LastPoint>();
    let left = MOST_UNPACKED;
    for (const key of keys) {
      const piece = found.has(key) ? undefined : this.#lastPiece(key, timeMs);
      const point = piece && left > 0 ? lastOfPieces({ key, pieces: [piece] }, timeMs) : null;
      left -= piece?.count ?? 0;
      if (point) found.set(key, point);
    }
    return found;
  }

  /** The last piece that begins at or before a time, if all hours after it are held. */
  #lastPiece(key: SeriesKey, timeMs: number): Piece | undefined {
    for (let hour = Math.floor(timeMs / this.#hourMs); ; hour--) {
      const pieces = this.#held.get(nameOf(key, hour));
      const piece = pieces?.findLast(({ startMs }) => startMs <= timeMs);
      if (piece || !pieces) return piece;
    }
  }
}
