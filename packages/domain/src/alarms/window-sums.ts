import type { Segments } from './segments.ts';
import { type Spread, SpreadSum, shareOfSpread } from './spread.ts';

/**
 * Sums over the last seconds, at a cost that does not grow with them (van Herk, Gil and Werman). Time is cut at the multiples of the
 * window's length since 1970: one such cut lies within the window wherever it ends. What lies before the cut is summed up from there
 * backwards, once, and what lies behind it forwards, as it comes. So an answer is made of the same sums in the same order whenever
 * watching began, and a restart does not change it.
 */
export class WindowSums {
  readonly #segments: Segments;
  readonly #spanMs: number;
  readonly #isSpread: boolean;
  #cutMs = Number.NaN;
  /** The closed segments before the cut that are summed up: from `#leftFirst` until before `#leftEnd`. */
  #leftFirst = 0;
  #leftEnd = 0;
  /** Of each of those with all until the cut. */
  #left = NONE;
  #leftSpreads: readonly SpreadSum[] = [];
  /** Of those behind the cut, until before `#rightEnd`. */
  #rightEnd = 0;
  #rightArea = 0;
  #rightLeast = Number.POSITIVE_INFINITY;
  #rightGreatest = Number.NEGATIVE_INFINITY;
  #rightSpread = new SpreadSum();
  /** The first segment that begins within the window. */
  #inside = 0;

  /** What was summed up last: the same is asked again for what it comes to, and for how long. */
  #ofFromMs = Number.NaN;
  #ofToMs = Number.NaN;
  #ofNewestMs = Number.NaN;
  #ofNewest = Number.NaN;

  area = 0;
  least = 0;
  greatest = 0;

  constructor(segments: Segments, seconds: number, isSpread: boolean) {
    this.#segments = segments;
    this.#spanMs = seconds * 1_000;
    this.#isSpread = isSpread;
  }

  /** Sums up a stretch, with the newest value, which is in no segment yet. */
  sum(fromMs: number, toMs: number, newestMs: number, newest: number): void {
    if (
      fromMs === this.#ofFromMs &&
      toMs === this.#ofToMs &&
      newestMs === this.#ofNewestMs &&
      newest === this.#ofNewest
    )
      return;
    this.#ofFromMs = fromMs;
    this.#ofToMs = toMs;
    this.#ofNewestMs = newestMs;
    this.#ofNewest = newest;
    const segments = this.#segments;
    this.area = newest * (toMs - Math.max(newestMs, fromMs));
    this.least = newest;
    this.greatest = newest;
    if (segments.end === segments.first || newestMs <= fromMs) return;
    this.#moveTo(fromMs, toMs);
    const open = segments.end - 1;
    this.#addPart(open, fromMs, newestMs);
    this.area += this.#rightArea;
    this.least = Math.min(this.least, this.#rightLeast);
    this.greatest = Math.max(this.greatest, this.#rightGreatest);
    const inside = this.#inside;
    if (inside < this.#leftEnd) {
      const at = (inside - this.#leftFirst) * LEFT;
      this.area += this.#left[at] as number;
      this.least = Math.min(this.least, this.#left[at + 1] as number);
      this.greatest = Math.max(this.greatest, this.#left[at + 2] as number);
    }
    const cut = inside - 1;
    if (cut < open && cut >= segments.first) this.#addPart(cut, fromMs, segments.startMs(inside));
  }

  /** How values lie in a stretch. */
  spread(fromMs: number, toMs: number, newestMs: number, newest: number): Spread {
    const segments = this.#segments;
    const whole = new SpreadSum();
    whole.addFlat(Math.max(newestMs, fromMs), toMs, newest);
    if (segments.end === segments.first || newestMs <= fromMs) return whole;
    this.#moveTo(fromMs, toMs);
    const open = segments.end - 1;
    this.#addSpreadOfPart(whole, open, fromMs, newestMs);
    whole.add(this.#rightSpread);
    const inside = this.#inside;
    if (inside < this.#leftEnd) whole.add(this.#leftSpreads[inside - this.#leftFirst] as SpreadSum);
    const cut = inside - 1;
    if (cut < open && cut >= segments.first) this.#addSpreadOfPart(whole, cut, fromMs, segments.startMs(inside));
    return whole;
  }

  /** Value × ms of a segment that ends at `endMs`, as far as it lies after `fromMs`, with its least and greatest value. */
  #addPart(n: number, fromMs: number, endMs: number): void {
    const segments = this.#segments;
    const [startMs, lastMs, last] = [segments.startMs(n), segments.lastMs(n), segments.last(n)];
    if (endMs <= fromMs) return;
    if (fromMs >= lastMs) this.area += last * (endMs - fromMs);
    else {
      const area = segments.area(n);
      this.area += last * (endMs - lastMs);
      this.area += fromMs <= startMs ? area : area * ((lastMs - fromMs) / (lastMs - startMs));
    }
    const isBefore = startMs < fromMs && lastMs <= fromMs;
    this.least = Math.min(this.least, isBefore ? last : segments.least(n));
    this.greatest = Math.max(this.greatest, isBefore ? last : segments.greatest(n));
  }

  #addSpreadOfPart(to: SpreadSum, n: number, fromMs: number, endMs: number): void {
    const segments = this.#segments;
    if (endMs <= fromMs) return;
    const [startMs, lastMs] = [segments.startMs(n), segments.lastMs(n)];
    to.addFlat(Math.max(lastMs, fromMs), endMs, segments.last(n));
    const spread = segments.spread(n);
    if (spread && lastMs > fromMs) to.add(startMs >= fromMs ? spread : shareOfSpread(spread, fromMs, lastMs));
  }

  #moveTo(fromMs: number, toMs: number): void {
    const segments = this.#segments;
    const closedEnd = segments.end - 1;
    const cutMs = Math.floor(toMs / this.#spanMs) * this.#spanMs;
    if (cutMs !== this.#cutMs) {
      this.#cutMs = cutMs;
      this.#sumLeft(segments.firstFrom(cutMs - this.#spanMs), Math.min(segments.firstFrom(cutMs), closedEnd));
    } else if (this.#isMoreOnTheLeft(closedEnd)) {
      this.#sumLeft(Math.max(this.#leftFirst, segments.first), Math.min(segments.firstFrom(cutMs), closedEnd));
    }
    for (; this.#rightEnd < closedEnd; this.#rightEnd++) this.#addRight(this.#rightEnd);
    if (this.#inside > segments.first && segments.startMs(this.#inside - 1) >= fromMs) {
      this.#inside = segments.firstFrom(fromMs);
    }
    this.#inside = Math.max(this.#inside, segments.first);
    while (this.#inside < segments.end && segments.startMs(this.#inside) < fromMs) this.#inside++;
  }

  /**
   * Samples of before the cut were not settled yet when it was passed. Some of them may have been forgotten since, by who adds
   * many before they ask: no window reaches back over a cut so far that those behind it could be.
   */
  #isMoreOnTheLeft(closedEnd: number): boolean {
    const { first } = this.#segments;
    const end = this.#leftEnd;
    if (end >= closedEnd || end !== this.#rightEnd) return false;
    return end < first || this.#segments.startMs(end) < this.#cutMs;
  }

  #sumLeft(first: number, until: number): void {
    const end = Math.max(first, until);
    const count = end - first;
    if (this.#left.length < count * LEFT) this.#left = new Float64Array(count * LEFT);
    const spreads: SpreadSum[] = this.#isSpread ? new Array(count) : [];
    const segments = this.#segments;
    let [area, least, greatest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let spread: SpreadSum | undefined;
    for (let n = end - 1; n >= first; n--) {
      const at = (n - first) * LEFT;
      area += closedArea(segments, n);
      least = Math.min(least, segments.least(n));
      greatest = Math.max(greatest, segments.greatest(n));
      this.#left[at] = area;
      this.#left[at + 1] = least;
      this.#left[at + 2] = greatest;
      if (!this.#isSpread) continue;
      const whole = new SpreadSum();
      if (spread) whole.add(spread);
      addClosed(whole, segments, n);
      spreads[n - first] = whole;
      spread = whole;
    }
    this.#leftSpreads = spreads;
    this.#leftFirst = first;
    this.#leftEnd = end;
    this.#rightEnd = end;
    this.#rightArea = 0;
    this.#rightLeast = Number.POSITIVE_INFINITY;
    this.#rightGreatest = Number.NEGATIVE_INFINITY;
    this.#rightSpread = new SpreadSum();
  }

  #addRight(n: number): void {
    const segments = this.#segments;
    this.#rightArea += closedArea(segments, n);
    this.#rightLeast = Math.min(this.#rightLeast, segments.least(n));
    this.#rightGreatest = Math.max(this.#rightGreatest, segments.greatest(n));
    if (this.#isSpread) addClosed(this.#rightSpread, segments, n);
  }
}

/** Area, least and greatest value. */
const LEFT = 3;
const NONE = new Float64Array();

/** Value × ms until the next segment. */
function closedArea(segments: Segments, n: number): number {
  return segments.area(n) + segments.last(n) * (segments.startMs(n + 1) - segments.lastMs(n));
}

function addClosed(to: SpreadSum, segments: Segments, n: number): void {
  to.addFlat(segments.lastMs(n), segments.startMs(n + 1), segments.last(n));
  const spread = segments.spread(n);
  if (spread) to.add(spread);
}
