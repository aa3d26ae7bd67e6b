import type { SeriesKey } from '../port.ts';
import type { SealedSeries } from './heads/heads.ts';
import { isWithin, type Piece } from './points/piece.ts';
import { Parcel } from './workers/sealed-parcel.ts';

/** Parcels that are kept to be used again. */
const MOST_SPARE = 2;

/** Where sealed points of a series lie, and what they are: most questions need not look at them. */
interface Place {
  parcel: Parcel;
  at: number;
  startMs: number;
  endMs: number;
  points: number;
}

/** Sealed points from when they leave their heads until they are in chunks: packed into parcels, and readable. */
export class WaitingParcels {
  /** Oldest writing first. */
  readonly #places = new Map<SeriesKey, Place[]>();
  /** The one that is being filled. */
  #open: Parcel | null = null;
  readonly #spare: Parcel[] = [];
  /** Encoded bytes in all of them. */
  bytes = 0;
  points = 0;

  /** Pieces of the series that reach into the range, oldest writing first. */
  piecesOf(key: SeriesKey, fromMs: number, toMs: number): Piece[] {
    return this.#within(key, fromMs, toMs).flatMap(({ parcel, at }) => parcel.piecesAt(at, fromMs, toMs));
  }

  /** No more points of the series than this lie in the range. */
  mostPointsOf(key: SeriesKey, fromMs: number, toMs: number): number {
    return this.#within(key, fromMs, toMs).reduce((sum, { points }) => sum + points, 0);
  }

  #within(key: SeriesKey, fromMs: number, toMs: number): Place[] {
    return (this.#places.get(key) ?? []).filter((place) => isWithin(place, fromMs, toMs));
  }

  /** Whether the parcel that is being filled can take these, too. */
  hasRoom(pieces: readonly Piece[]): boolean {
    return this.#open === null || this.#open.hasRoom(pieces);
  }

  /**
   * Takes in sealed points; they are copied at once.
   * @returns how many series are in the parcel now
   */
  add({ key, pieces, releasesLogFile }: SealedSeries): number {
    const parcel = this.#open ?? this.#newParcel(pieces);
    this.#open = parcel;
    this.bytes -= parcel.length;
    this.points -= parcel.points;
    const place = { parcel, at: parcel.add(key, pieces, releasesLogFile), ...spanOf(pieces) };
    this.bytes += parcel.length;
    this.points += parcel.points;
    const known = this.#places.get(key);
    if (known) known.push(place);
    else this.#places.set(key, [place]);
    return parcel.items.length;
  }

  #newParcel(first: readonly Piece[]): Parcel {
    const spare = this.#spare.pop();
    return spare?.hasRoom(first) ? spare : new Parcel(first);
  }

  /** The parcel that was being filled, to be handed over; null when there is none. */
  take(): Parcel | null {
    const parcel = this.#open;
    this.#open = null;
    return parcel;
  }

  /**
   * What lay in the parcel, the oldest of all, is in chunks now.
   * @returns the log files that its series needed
   */
  settle(parcel: Parcel): number[] {
    this.bytes -= parcel.length;
    this.points -= parcel.points;
    const logFiles: number[] = [];
    for (const { key, releasesLogFile } of parcel.items) {
      const waiting = this.#places.get(key);
      waiting?.shift();
      if (waiting?.length === 0) this.#places.delete(key);
      if (releasesLogFile > 0) logFiles.push(releasesLogFile);
    }
    parcel.clear();
    if (parcel.isUsual && this.#spare.length < MOST_SPARE) this.#spare.push(parcel);
    return logFiles;
  }
}

/** The range and the number of points of pieces in any order; a loop, since this is on the path of every point. */
function spanOf(pieces: readonly Piece[]): Pick<Place, 'startMs' | 'endMs' | 'points'> {
  const span = { startMs: Number.POSITIVE_INFINITY, endMs: Number.NEGATIVE_INFINITY, points: 0 };
  for (const { startMs, endMs, count } of pieces) {
    if (startMs < span.startMs) span.startMs = startMs;
    if (endMs > span.endMs) span.endMs = endMs;
    span.points += count;
  }
  return span;
}
