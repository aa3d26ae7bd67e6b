import { type ChartLine, pointsBetween } from '../model/chart-line.ts';
import type { TimeRange } from '../model/time-range.ts';

interface LineEdge {
  /** Time of the first and of the newest point drawn. */
  first: number;
  newest: number;
  count: number;
  /** What the points of the last pixel span. */
  low: number;
  high: number;
}

/** However little has changed, a picture is not older than this. */
const LONGEST_MS = 5_000;
/** A value beyond those of its pixel is news from this share of what the picture spans on. */
const NEWS_SHARE = 0.002;

/**
 * What stands at the right edge of the picture. A live chart of hours gets points many times a second that fall into a
 * pixel which is drawn already: as long as they stay between its ends, the picture is the same.
 */
export class DrawnEdge {
  #range: TimeRange | undefined;
  #edges: readonly (LineEdge | undefined)[] = [];
  #span = 0;
  #atMs = 0;

  /** Notes what has been drawn. */
  remember(lines: readonly ChartLine[], range: TimeRange, widthPx: number, nowMs: number = performance.now()): void {
    this.#range = range;
    this.#atMs = nowMs;
    const pixelS = (range.to - range.from) / Math.max(1, widthPx);
    this.#edges = lines.map((line) => edgeOf(line, range, pixelS));
    const seen = lines.map((line) => extremes(line, range.from, range.to)).filter((found) => found !== undefined);
    this.#span = Math.max(...seen.map(([, high]) => high), 0) - Math.min(...seen.map(([low]) => low), 0);
  }

  /** Whether what was drawn shows these lines as they are now. */
  shows(lines: readonly ChartLine[], range: TimeRange, widthPx: number, nowMs: number = performance.now()): boolean {
    const drawn = this.#range;
    if (drawn === undefined || nowMs - this.#atMs > LONGEST_MS || lines.length !== this.#edges.length) return false;
    const halfPixelS = (drawn.to - drawn.from) / Math.max(1, widthPx) / 2;
    if (Math.abs(range.from - drawn.from) >= halfPixelS || Math.abs(range.to - drawn.to) >= halfPixelS) return false;
    return lines.every((line, index) => this.#isSame(line, this.#edges[index], range, 2 * halfPixelS));
  }

  #isSame(line: ChartLine, edge: LineEdge | undefined, range: TimeRange, pixelS: number): boolean {
    if (edge === undefined) return line.times.length === 0;
    const { times } = line;
    const isSameStart = Math.abs((times[0] ?? Number.POSITIVE_INFINITY) - edge.first) < pixelS;
    if (!isSameStart || times.length < edge.count - 1) return false;
    const found = extremes(line, edge.newest, Math.max(range.to, edge.newest));
    if (found === undefined) return false;
    const room = this.#span * NEWS_SHARE;
    return found[0] >= edge.low - room && found[1] <= edge.high + room;
  }
}

function edgeOf(line: ChartLine, { to }: TimeRange, pixelS: number): LineEdge | undefined {
  const newest = line.times.at(-1);
  const first = line.times[0];
  if (newest === undefined || first === undefined) return undefined;
  const [low, high] = extremes(line, Math.min(newest, to) - pixelS, newest) ?? [0, 0];
  return { first, newest, count: line.times.length, low, high };
}

function extremes(line: ChartLine, from: number, to: number): [number, number] | undefined {
  const [first, last] = pointsBetween(line, from, to);
  if (first > last) return undefined;
  line.pyramid.scan(first, last);
  return [line.values[line.pyramid.lowAt] as number, line.values[line.pyramid.highAt] as number];
}
