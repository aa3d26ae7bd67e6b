import { decodePoints, MAX_BLOB_POINTS, readExtremes } from '../../embedded/codec/points-codec.ts';
import { isWithin, type Piece, pieceOf } from '../../embedded/points/piece.ts';
import { joinPoints, lowerBound, type Points, pointsWithin, slicePoints } from '../../embedded/points/points.ts';
import { Buckets } from '../../embedded/read/buckets.ts';

/** Every point that a series has in one hour, packed; in order of time. */
export type HeldHour = readonly Piece[];

export const pointsIn = (hour: HeldHour): number => hour.reduce((sum, { count }) => sum + count, 0);

/** The points of one hour, counted from 1970 UTC, out of those of more. */
export function packHour(points: Points, hour: number, hourMs: number): HeldHour {
  const end = lowerBound(points.timesMs, (hour + 1) * hourMs);
  const pieces: Piece[] = [];
  for (let from = lowerBound(points.timesMs, hour * hourMs); from < end; from += MAX_BLOB_POINTS) {
    pieces.push(pieceOf(slicePoints(points, from, Math.min(end, from + MAX_BLOB_POINTS))));
  }
  return pieces;
}

/** What `ColumnsQuery.threshold` lets a chart keep of a range that lies within hours, given in order of time. */
export function chartOf(hours: readonly HeldHour[], fromMs: number, toMs: number, threshold: number): Points {
  const pieces = hours.flat().filter((piece) => isWithin(piece, fromMs, toMs));
  const whole = pieces.filter(({ startMs, endMs }) => startMs >= fromMs && endMs <= toMs);
  if (pointsIn(whole) <= threshold) {
    const all = joinPoints(pieces.map(({ bytes }) => pointsWithin(decodePoints(bytes), fromMs, toMs)));
    if (all.timesMs.length <= threshold) return all;
  }
  const buckets = new Buckets(fromMs, toMs, threshold);
  for (const { bytes } of pieces) {
    const extremes = readExtremes(bytes, (times) => buckets.cuts(times, fromMs, toMs));
    if (extremes) buckets.addExtremes(extremes);
    else buckets.add(pointsWithin(decodePoints(bytes), fromMs, toMs));
  }
  return buckets.toPoints();
}
