import { describe, expect, it } from 'vitest';
import { NO_SKETCH, sketchShapes } from './sketch.ts';
import { type TrackPoint, trackBetween } from './track.ts';

const at = (atMs: number, latitude: number, longitude: number): TrackPoint => ({
  atMs,
  place: { latitude, longitude },
});

describe('a track', () => {
  const points = [at(0, 10, 0), at(10, 11, 0), at(20, 12, 0), at(30, 13, 0)];

  it('begins where it was at the beginning, and ends with the moment', () => {
    const { lines, at: end, miles } = trackBetween(points, 15, 25);
    expect(lines).toEqual([[points[1]?.place, points[2]?.place]]);
    expect(end).toEqual({ latitude: 12, longitude: 0, sinceMs: 20 });
    expect(miles).toBeCloseTo(69.1, 1);
  });

  it.each([
    ['before there was a position', -10, -5, [], undefined],
    ['of what stayed', 40, 50, [[points[3]?.place]], 30],
    ['of one moment', 20, 20, [[points[2]?.place]], 20],
  ])('%s', (_what, from, to, lines, sinceMs) => {
    const track = trackBetween(points, from, to);
    expect(track.lines).toEqual(lines);
    expect(track.at?.sinceMs).toBe(sinceMs);
    expect(track.miles).toBe(0);
  });

  it('is broken where the place was taken back', () => {
    const broken = [at(0, 10, 0), at(1, 11, 0), { atMs: 2, place: null }, at(3, 20, 0), at(4, 21, 0)];
    expect(trackBetween(broken, 0, 10).lines.map((line) => line.length)).toEqual([2, 2]);
    expect(trackBetween(broken, 0, 2)).toMatchObject({ at: undefined, lines: [[{}, {}]] });
  });

  it('crosses the date line by the shorter way, and back', () => {
    const across = [at(0, 0, 179), at(1, 0, -179), at(2, 0, -177), at(3, 0, 178)];
    const { lines, at: end, miles } = trackBetween(across, 0, 3);
    expect(lines[0]?.map(({ longitude }) => longitude)).toEqual([179, 181, 183, 178]);
    expect(end?.longitude).toBe(178);
    expect(miles).toBeLessThan(700);
  });

  it('is drawn as lines, with a point where it is', () => {
    const { lines, at: end } = trackBetween(points, 0, 30);
    const kinds = sketchShapes({ ...NO_SKETCH, track: lines, at: end }).features.map(({ geometry }) => geometry.type);
    expect(kinds).toEqual(['LineString', 'Point']);
  });
});
