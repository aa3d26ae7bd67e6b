import type { PointValue } from '../../port.ts';
import { type Piece, pieceOf } from '../points/piece.ts';
import { sortPoints } from '../points/points.ts';

/** Points of one series that came after newer ones, in order of arrival. */
export class LatePoints {
  readonly #timesMs: number[] = [];
  readonly #values: PointValue[] = [];
  readonly #qualities: number[] = [];
  #textLength = 0;
  #piece: Piece | null = null;
  startMs = Number.POSITIVE_INFINITY;
  endMs = Number.NEGATIVE_INFINITY;

  get length(): number {
    return this.#timesMs.length;
  }

  /** Characters of all strings held: long strings are written out earlier. */
  get textLength(): number {
    return this.#textLength;
  }

  add(timeMs: number, value: PointValue, quality: number): void {
    this.#piece = null;
    this.#timesMs.push(timeMs);
    this.#values.push(value);
    this.#qualities.push(quality);
    if (typeof value === 'string') this.#textLength += value.length;
    if (timeMs < this.startMs) this.startMs = timeMs;
    if (timeMs > this.endMs) this.endMs = timeMs;
  }

  /** All of them, sorted and encoded; done again only after more came. */
  toPiece(): Piece {
    this.#piece ??= pieceOf(sortPoints(this.#timesMs, this.#values, this.#qualities));
    return this.#piece;
  }
}
