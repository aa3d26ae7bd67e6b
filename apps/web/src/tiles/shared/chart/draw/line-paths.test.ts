import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartLine } from '../model/chart-line.ts';
import { type LineView, linePaths } from './line-paths.ts';

/** A path that can be read again. */
class ReadablePath {
  readonly runs: [number, number][][] = [];
  moveTo(x: number, y: number) {
    this.runs.push([[x, y]]);
  }
  lineTo(x: number, y: number) {
    this.runs.at(-1)?.push([x, y]);
  }
  closePath() {
    // An area's end adds no point.
  }
}
Object.assign(globalThis, { Path2D: ReadablePath });
const runsOf = (path: unknown) => (path as ReadablePath).runs;

const style = { line: 'solid' as const, hasFill: false };
const look = { line: 'solid' as const, smooth: 1 };
/** One pixel is one second and one unit: a drawing reads as the data. */
function viewOf(from: number, to: number, width: number): LineView {
  return {
    from,
    to,
    left: 0,
    top: 0,
    width,
    height: 400,
    pixelRatio: 1,
    toY: (value) => -value,
    baseY: 0,
    isCoarse: false,
  };
}
const seconds = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a sparse line goes through every point', () => {
  const line = chartLine([0, 10, 20, 30], [1, 5, null, 2], look);
  expect(runsOf(linePaths(line, style, viewOf(0, 30, 300)).stroke)).toEqual([
    [
      [0, -1],
      [100, -5],
      [300, -2],
    ],
  ]);
});

test('rows of other series are no gaps; a hole of ten intervals is one, and a point between two stands alone', () => {
  const times = [...seconds(60), 100, ...seconds(60).map((t) => t + 140)];
  const line = chartLine(
    times,
    times.map(() => 1),
    look,
  );
  const { stroke, lonely } = linePaths(line, style, viewOf(0, 200, 2000));
  expect(runsOf(stroke).map((run) => run.length)).toEqual([60, 1, 60]);
  expect(lonely).toEqual([[1000, -1]]);
});

test('a step holds its value until the next', () => {
  const line = chartLine([0, 100], [1, 3], { line: 'step', smooth: 1 });
  expect(runsOf(linePaths(line, { line: 'step', hasFill: false }, viewOf(0, 100, 100)).stroke)).toEqual([
    [
      [0, -1],
      [100, -1],
      [100, -3],
    ],
  ]);
});

test('the line runs out of the plot on both sides', () => {
  const line = chartLine(seconds(1000), seconds(1000), look);
  const [run] = runsOf(linePaths(line, style, viewOf(500.5, 510.5, 100)).stroke);
  expect(run?.at(0)?.[0]).toBeLessThanOrEqual(0);
  expect(run?.at(-1)?.[0]).toBeGreaterThanOrEqual(100);
});

test('what is drawn has the minimum and maximum of each pixel column, at every zoom', () => {
  const spiky = fc.array(fc.oneof({ weight: 20, arbitrary: fc.constant(5) }, fc.integer({ min: -300, max: 300 })), {
    minLength: 2000,
    maxLength: 6000,
  });
  const zoom = fc.record({
    start: fc.double({ min: 0, max: 0.6, noNaN: true }),
    share: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
    width: fc.integer({ min: 50, max: 400 }),
  });
  fc.assert(
    fc.property(spiky, zoom, (values, { start, share, width }) => {
      const times = seconds(values.length);
      const from = start * values.length;
      const to = from + share * values.length;
      const inView = times.filter((time) => time > from && time < to);
      // Below this the line goes through every point, which the tests above hold.
      fc.pre(inView.length >= 3 * width);
      const view = viewOf(from, to, width);
      const { stroke, isEnvelope } = linePaths(chartLine(times, values, look), style, view);
      const drawn = new Map<number, number[]>();
      for (const [x, y] of runsOf(stroke).flat()) {
        const column = Math.floor(x);
        drawn.set(column, [...(drawn.get(column) ?? []), -y || 0]);
      }
      const stored = new Map<number, number[]>();
      for (const time of inView) {
        const column = Math.floor(((time - from) * width) / (to - from));
        stored.set(column, [...(stored.get(column) ?? []), values[time] ?? Number.NaN]);
      }
      for (const [column, own] of stored) {
        // The columns at the edges share theirs with the points beyond.
        if (column === 0 || column >= width - 1) continue;
        const found = drawn.get(column) ?? [];
        expect(Math.max(...found), `column ${column}, ${isEnvelope}`).toBe(Math.max(...own));
        expect(Math.min(...found), `column ${column}, ${isEnvelope}`).toBe(Math.min(...own));
      }
    }),
    { numRuns: 60 },
  );
});

test('a line that swings is drawn as the outline of what it spans, broken at gaps', () => {
  const times = seconds(4000).map((t) => (t < 2000 ? t : t + 1000));
  const line = chartLine(
    times,
    times.map((_, i) => (i % 2 === 0 ? 0 : 100)),
    look,
  );
  const { stroke, fill, isEnvelope } = linePaths(line, style, viewOf(0, 5000, 500));
  expect(isEnvelope).toBe(true);
  expect(runsOf(fill)).toHaveLength(2);
  expect(runsOf(stroke)).toHaveLength(4);
});

test.each([0, -12])('where the axes leave %d pixels nothing is drawn', (width) => {
  const line = chartLine(seconds(4000), seconds(4000), look);
  expect(linePaths(line, style, viewOf(0, 4000, width))).toEqual({ isEnvelope: false, lonely: [] });
});

test('an area ends at the base, in each run', () => {
  const line = chartLine([0, 10, 20], [3, 4, 5], look);
  const { fill } = linePaths(line, { line: 'solid', hasFill: true }, viewOf(0, 20, 20));
  expect(runsOf(fill)[0]?.slice(-2)).toEqual([
    [20, 0],
    [0, 0],
  ]);
});

test('while a gesture is under way bars are drawn, of which each has the minimum and maximum of its column', () => {
  const values = seconds(4000).map((i) => (i === 1234 ? 300 : 200 + (i % 3)));
  const line = chartLine(seconds(4000), values, look);
  const view = { ...viewOf(0, 4000, 400), toY: (value: number) => 400 - value, isCoarse: true };
  const { stroke, bars = new Float64Array() } = linePaths(line, style, view);
  expect(stroke).toBeUndefined();
  const all = Array.from({ length: bars.length / 4 }, (_, at) => [...bars.subarray(4 * at, 4 * at + 4)]);
  expect(all).toHaveLength(200);
  expect(all.filter(([, y]) => y === 100).map(([x]) => x)).toEqual([122]);
  // Each meets the one before it, so that a steep line has no holes.
  for (const [index, [, y = 0, , height = 0]] of all.entries()) {
    const [, before = y, , beforeHeight = 0] = all[index - 1] ?? [];
    expect(y).toBeLessThanOrEqual(before + beforeHeight);
    expect(y + height).toBeGreaterThanOrEqual(before);
  }
});
