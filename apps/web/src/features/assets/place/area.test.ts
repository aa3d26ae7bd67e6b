import { describe, expect, it } from 'vitest';
import { isInside, isWithin, readBounds, readCorners, writeBounds, writeCorners } from './area.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const square = [at(30, -103), at(32, -103), at(32, -101), at(30, -101)];
/** An arrow head: its notch is outside. */
const notched = [at(0, 0), at(4, 2), at(0, 4), at(2, 2)];
/** Around Fiji, as it is pointed at on a map that begins west of the date line. */
const acrossTheDateLine = [at(-20, 175), at(-15, 175), at(-15, 185), at(-20, 185)];

describe('a drawn area', () => {
  it.each([
    [square, at(31, -102), true],
    [square, at(29.9, -102), false],
    [square, at(31, -100.9), false],
    [notched, at(2.5, 2), true],
    [notched, at(1, 2), false],
    [acrossTheDateLine, at(-17, 178), true],
    [acrossTheDateLine, at(-17, -178), true],
    [acrossTheDateLine, at(-17, -170), false],
    [acrossTheDateLine, at(-17, 0), false],
  ])('holds what lies within its corners', (corners, place, isHeld) => {
    expect(isInside(corners, place)).toBe(isHeld);
    expect(isInside([...corners].reverse(), place)).toBe(isHeld);
  });

  it('is written into the address and read from it', () => {
    expect(writeCorners(square)).toBe('30,-103;32,-103;32,-101;30,-101');
    expect(readCorners(writeCorners(square))).toEqual(square);
  });

  it.each([null, '', 'x', '1,2;3,4', '1,2;3,4;5', '1,2;3,4;five,6', '1,2;3,4;Infinity,6'])(
    'that is none is left out: %s',
    (text) => expect(readCorners(text)).toEqual([]),
  );
});

describe('what a map shows', () => {
  it.each([
    [[-103, 30, -101, 32] as const, at(31, -102), true],
    [[-103, 30, -101, 32] as const, at(31, -104), false],
    [[170, -10, -170, 10] as const, at(0, 179), true],
    [[170, -10, -170, 10] as const, at(0, -175), true],
    [[170, -10, -170, 10] as const, at(0, 0), false],
    // As a map says it that has turned past the date line, or shows the world more than once.
    [[170, -10, 200, 10] as const, at(0, -175), true],
    [[170, -10, 200, 10] as const, at(0, 175), true],
    [[170, -10, 200, 10] as const, at(0, -150), false],
    [[-200, -10, -170, 10] as const, at(0, 175), true],
    [[-200, -10, 200, 10] as const, at(0, 0), true],
  ])('reaches across the date line, too', (bounds, place, isHeld) => expect(isWithin(bounds, place)).toBe(isHeld));

  it('is written into the address and read from it', () => {
    expect(readBounds(writeBounds([-103.123456, 30, -101, 32]))).toEqual([-103.12346, 30, -101, 32]);
    for (const text of [null, '', '1,2,3', '1,2,3,x']) expect(readBounds(text)).toBeUndefined();
  });
});
