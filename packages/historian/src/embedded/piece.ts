import { encodePoints } from './codec/points-codec.ts';
import type { Points } from './points.ts';

/** A run of points in memory, encoded; of pieces of one series that overlap, the later in a list was written later. */
export interface Piece {
  startMs: number;
  endMs: number;
  count: number;
  bytes: Uint8Array;
}

export function pieceOf(points: Points): Piece {
  return {
    startMs: points.timesMs[0] as number,
    endMs: points.timesMs.at(-1) as number,
    count: points.timesMs.length,
    bytes: encodePoints(points),
  };
}
