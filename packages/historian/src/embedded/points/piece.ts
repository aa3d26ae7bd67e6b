import { encodePoints } from '../codec/points-codec.ts';
import type { Points } from './points.ts';

/** A run of points in memory, encoded; of pieces of one series that overlap, the later in a list was written later. */
export interface Piece {
  startMs: number;
  endMs: number;
  count: number;
  bytes: Uint8Array;
}

/** Whether some of its points may lie in a range of times, inclusive. */
export function isWithin({ startMs, endMs }: Pick<Piece, 'startMs' | 'endMs'>, fromMs: number, toMs: number): boolean {
  return startMs <= toMs && endMs >= fromMs;
}

export function pieceOf(points: Points): Piece {
  return {
    startMs: points.timesMs[0] as number,
    endMs: points.timesMs.at(-1) as number,
    count: points.timesMs.length,
    bytes: encodePoints(points),
  };
}
