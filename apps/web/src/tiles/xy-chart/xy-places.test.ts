import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lonelyPoints, nearestOf, type Pen, placesOf, traceLine, tracePoints } from './xy-places.ts';

const plot = { width: 300, height: 200 };
const x = { min: 0, max: 300, isLog: false, isReversed: false };
const y = { min: 0, max: 200, isLog: false, isReversed: false };

/** A pen that writes down what it draws: moves, lines and the middles of squares. */
function aPen() {
  const drawn: [kind: 'move' | 'line' | 'square', left: number, top: number][] = [];
  const pen: Pen = {
    moveTo: (left, top) => drawn.push(['move', left, top]),
    lineTo: (left, top) => drawn.push(['line', left, top]),
    rect: (left, top, width, height) => drawn.push(['square', left + width / 2, top + height / 2]),
  };
  return { pen, drawn };
}
const pixelOf = (left: number, top: number) => `${Math.floor(left)},${Math.floor(top)}`;

test('points stand where their values are, upwards', () => {
  const { left, top } = placesOf({ x: [0, 150, 300], y: [0, 50, 200] }, x, y, plot);
  expect([...left]).toEqual([0, 150, 300]);
  expect([...top]).toEqual([200, 150, 0]);
});

test('of a hundred thousand points none is lost: every pixel that one falls into is drawn, the extreme ones too', () => {
  const count = 100_000;
  const random = { state: 7 };
  const next = () => {
    random.state = (random.state * 1_103_515_245 + 12_345) % 2 ** 31;
    return random.state / 2 ** 31;
  };
  const cloud = { x: Float64Array.from({ length: count }, () => 100 + 40 * next()), y: new Float64Array(count) };
  cloud.y.forEach((_, index) => {
    cloud.y[index] = 80 + 40 * next();
  });
  // One excursion to each side.
  for (const [index, left, up] of [
    [17, 299, 100],
    [50_000, 1, 100],
    [80_001, 120, 199],
    [99_999, 120, 1],
  ] as const) {
    cloud.x[index] = left;
    cloud.y[index] = up;
  }
  const { pen, drawn } = aPen();
  const places = placesOf(cloud, x, y, plot);
  tracePoints(pen, places, plot, 3);
  const seen = new Set(drawn.map(([, left, top]) => pixelOf(left, top)));
  const lost = Array.from(places.left, (left, index) => pixelOf(left, places.top[index] as number)).filter(
    (pixel) => !seen.has(pixel),
  );
  expect(lost).toEqual([]);
  expect(drawn.length).toBeLessThan(count / 10);
  const [lefts, tops] = [drawn.map(([, left]) => left), drawn.map(([, , top]) => top)];
  const ends = [Math.min(...lefts), Math.max(...lefts), Math.min(...tops), Math.max(...tops)];
  expect(ends.map(Math.round)).toEqual([1, 299, 1, 199]);
});

test('a line leaves out steps within a pixel only', () => {
  const values = fc.array(
    fc.tuple(fc.double({ min: 0, max: 300, noNaN: true }), fc.double({ min: 0, max: 200, noNaN: true })),
  );
  fc.assert(
    fc.property(values, (points) => {
      const { pen, drawn } = aPen();
      const places = placesOf({ x: points.map(([at]) => at), y: points.map(([, at]) => at) }, x, y, plot);
      traceLine(pen, places, new Set());
      const pixels = Array.from(places.left, (left, index) => pixelOf(left, places.top[index] as number));
      expect(drawn.map(([, left, top]) => pixelOf(left, top))).toEqual(
        pixels.filter((pixel, index) => pixel !== pixels[index - 1]),
      );
    }),
  );
});

test('a line breaks at gaps, and where a value has no place', () => {
  const { pen, drawn } = aPen();
  const places = { left: Float64Array.of(0, 10, 20, Number.NaN, 40, 50), top: Float64Array.of(0, 0, 0, 0, 0, 0) };
  traceLine(pen, places, new Set([1]));
  expect(drawn.map(([kind, left]) => [kind, left])).toEqual([
    ['move', 0],
    ['move', 10],
    ['line', 20],
    ['move', 40],
    ['line', 50],
  ]);
});

test('points far outside the plot, and those without a place, are not drawn', () => {
  const { pen, drawn } = aPen();
  tracePoints(pen, { left: Float64Array.of(-50, 5, Number.NaN), top: Float64Array.of(5, 5, 5) }, plot, 3);
  expect(drawn).toEqual([['square', 5, 5]]);
});

test('nothing is drawn where axes leave no room', () => {
  const { pen, drawn } = aPen();
  const places = { left: Float64Array.of(5), top: Float64Array.of(5) };
  tracePoints(pen, places, { width: -40, height: 20 }, 3);
  tracePoints(pen, places, { width: 20, height: -4 }, 3);
  expect(drawn).toEqual([]);
});

test.each<[string, number, number[], number[]]>([
  ['a point alone', 1, [], [0]],
  ['the first, and one between two gaps', 5, [1, 2], [0, 1]],
  ['the last', 4, [3], [3]],
  ['none in a line', 4, [], []],
])('no line reaches %s', (_which, count, breaks, lonely) => {
  expect(lonelyPoints(count, new Set(breaks))).toEqual(lonely);
});

test('the nearest point within reach, of the series that are shown', () => {
  const series = { left: Float64Array.of(0, 100, 400), top: Float64Array.of(0, 100, 100) };
  const near = (at: { left: number; top: number }, isShown = true) => nearestOf([series], [isShown], at, plot, 24);
  expect(near({ left: 97, top: 98 })).toEqual({ series: 0, index: 1 });
  expect(near({ left: 50, top: 50 })).toBeUndefined();
  expect(near({ left: 97, top: 98 }, false)).toBeUndefined();
  // Not one that a zoom has moved out of sight.
  expect(near({ left: 399, top: 100 })).toBeUndefined();
});
