import type { LastPoint, PointBatch, PointValue, SeriesKey } from '../../port.ts';
import { BLOCK } from '../codec/times-codec.ts';
import { type Piece, pieceOf } from '../piece.ts';
import { lowerBound, type Points } from '../points.ts';
import { LatePoints } from './late-points.ts';
import { PointSlab, type SlabPage } from './point-slab.ts';
import { SeriesTable } from './series-table.ts';

/** A head is full, too, when its encoded points reach this: with the open block a series stays below 6 KB. */
const MOST_CLOSED_BYTES = 3500;
/** Characters of strings after which an open block is closed early. */
const MOST_OPEN_TEXT = 32_768;

const SLABS = [4, 16, BLOCK];
const FULL_SLAB = SLABS.length - 1;
const NO_SLAB = 255;

/** What a head gives away to be written to chunks. */
export interface SealedSeries {
  key: SeriesKey;
  pieces: Piece[];
  /** Oldest log file that holds points of it, and is needed until these pieces are in a chunk; 0: still needed. */
  releasesLogFile: number;
}

/** The newest points of every series, in memory: closed blocks (encoded), one open block, late points. */
export class Heads {
  readonly series = new SeriesTable();
  readonly #slabs = SLABS.map((capacity) => new PointSlab(capacity));
  #lastTimes = new Float64Array(1024);
  #lastValues = new Float64Array(1024);
  #lastQualities = new Uint8Array(1024);
  #slabOf = new Uint8Array(1024);
  #slots = new Int32Array(1024);
  #openCounts = new Uint8Array(1024);
  #logFiles = new Int32Array(1024);
  readonly #closed: (Piece[] | undefined)[] = [];
  readonly #late = new Map<number, LatePoints>();
  readonly #openTexts = new Map<number, (string | null)[]>();
  readonly #openTextLength = new Map<number, number>();
  readonly #lastTexts = new Map<number, string>();
  readonly #chunkPoints: number;
  readonly #onFull: (index: number, lateOnly: boolean) => void;
  readonly #onHold: (logFile: number) => void;
  points = 0;

  /**
   * @param chunkPoints a series with this many points is full
   * @param onFull a series has a chunk's worth of points (or of late points only)
   * @param onHold a series begins to need a log file
   */
  constructor(
    chunkPoints: number,
    onFull: (index: number, lateOnly: boolean) => void,
    onHold: (logFile: number) => void,
  ) {
    this.#chunkPoints = chunkPoints;
    this.#onFull = onFull;
    this.#onHold = onHold;
  }

  /** Number of the series, known from now on; `last` is its newest stored point, if any. */
  register(key: SeriesKey, last?: LastPoint): number {
    const known = this.series.find(key);
    const index = known >= 0 ? known : this.#addSeries(key);
    if (last && last.timeMs >= (this.#lastTimes[index] as number)) {
      this.#setLast(index, last.timeMs, last.value, last.quality);
    }
    return index;
  }

  #addSeries(key: SeriesKey): number {
    const index = this.series.add(key);
    if (index >= this.#lastTimes.length) this.#grow();
    this.#lastTimes[index] = Number.NEGATIVE_INFINITY;
    this.#slabOf[index] = NO_SLAB;
    return index;
  }

  #grow(): void {
    const size = this.#lastTimes.length * 2;
    const grown = <T extends Float64Array | Uint8Array | Int32Array>(target: T, source: T): T => {
      target.set(source);
      return target;
    };
    this.#lastTimes = grown(new Float64Array(size), this.#lastTimes);
    this.#lastValues = grown(new Float64Array(size), this.#lastValues);
    this.#lastQualities = grown(new Uint8Array(size), this.#lastQualities);
    this.#slabOf = grown(new Uint8Array(size), this.#slabOf);
    this.#slots = grown(new Int32Array(size), this.#slots);
    this.#openCounts = grown(new Uint8Array(size), this.#openCounts);
    this.#logFiles = grown(new Int32Array(size), this.#logFiles);
  }

  /** Takes the points of a batch; `logFile` is the number of the log file that holds them. */
  addBatch(
    { keys, timesMs, values, qualities }: Pick<PointBatch, 'keys' | 'timesMs' | 'values' | 'qualities'>,
    logFile: number,
  ): void {
    const full = this.#slabs[FULL_SLAB] as PointSlab;
    const count = keys.length;
    for (let i = 0; i < count; i++) {
      const key = keys[i] as number;
      const timeMs = timesMs[i] as number;
      const value = values[i] as PointValue;
      const quality = qualities[i] as number;
      const index = this.series.find(key);
      const isPlain =
        index >= 0 &&
        timeMs > (this.#lastTimes[index] as number) &&
        this.#slabOf[index] === FULL_SLAB &&
        typeof value === 'number' &&
        this.#openTexts.size === 0;
      if (!isPlain) {
        this.add(key, timeMs, value, quality, logFile);
        continue;
      }
      // The path of nearly every point: a number, newer than all before, into a block that has room.
      const openCount = this.#openCounts[index] as number;
      const slot = this.#slots[index] as number;
      const page = full.pageOf(slot);
      const at = full.offsetOf(slot) + openCount;
      page.timesMs[at] = timeMs;
      page.values[at] = value;
      page.qualities[at] = quality;
      this.#lastTimes[index] = timeMs;
      this.#lastValues[index] = value;
      this.#lastQualities[index] = quality;
      if (this.#lastTexts.size > 0) this.#lastTexts.delete(index);
      this.#openCounts[index] = openCount + 1;
      this.points++;
      if (openCount === 0) this.#holdLogFile(index, logFile);
      if (openCount + 1 === BLOCK) this.#closeOpen(index);
    }
  }

  /** Takes one point; `logFile` is the number of the log file that holds it. */
  add(key: SeriesKey, timeMs: number, value: PointValue, quality: number, logFile: number): void {
    let index = this.series.find(key);
    if (index < 0) index = this.#addSeries(key);
    this.#holdLogFile(index, logFile);
    const lastTime = this.#lastTimes[index] as number;
    const openCount = this.#openCounts[index] as number;
    if (timeMs > lastTime) {
      this.#push(index, openCount, timeMs, value, quality);
    } else if (openCount > 0 && timeMs >= this.#openStart(index)) {
      this.#insert(index, openCount, timeMs, value, quality);
    } else {
      this.#addLate(index, timeMs, value, quality);
    }
    if (timeMs >= lastTime) this.#setLast(index, timeMs, value, quality);
  }

  /** The first point in memory decides which log file its series needs. */
  #holdLogFile(index: number, logFile: number): void {
    if (this.#logFiles[index] !== 0) return;
    this.#logFiles[index] = logFile;
    this.#onHold(logFile);
  }

  #setLast(index: number, timeMs: number, value: PointValue, quality: number): void {
    this.#lastTimes[index] = timeMs;
    this.#lastQualities[index] = quality;
    if (typeof value === 'number') {
      this.#lastValues[index] = value;
      if (this.#lastTexts.size > 0) this.#lastTexts.delete(index);
    } else {
      this.#lastTexts.set(index, value);
    }
  }

  #page(index: number): SlabPage {
    return (this.#slabs[this.#slabOf[index] as number] as PointSlab).pageOf(this.#slots[index] as number);
  }

  #offset(index: number): number {
    return (this.#slabs[this.#slabOf[index] as number] as PointSlab).offsetOf(this.#slots[index] as number);
  }

  #openStart(index: number): number {
    return this.#page(index).timesMs[this.#offset(index)] as number;
  }

  /** Makes room for one more point in the open block. */
  #makeRoom(index: number, openCount: number): void {
    const slabIndex = this.#slabOf[index] as number;
    if (slabIndex !== NO_SLAB && openCount < (SLABS[slabIndex] as number)) return;
    const nextIndex = slabIndex === NO_SLAB ? 0 : slabIndex + 1;
    const next = this.#slabs[nextIndex] as PointSlab;
    const slot = next.take();
    if (slabIndex !== NO_SLAB) {
      const from = this.#page(index);
      const start = this.#offset(index);
      const to = next.pageOf(slot);
      const offset = next.offsetOf(slot);
      to.timesMs.set(from.timesMs.subarray(start, start + openCount), offset);
      to.values.set(from.values.subarray(start, start + openCount), offset);
      to.qualities.set(from.qualities.subarray(start, start + openCount), offset);
      (this.#slabs[slabIndex] as PointSlab).give(this.#slots[index] as number);
    }
    this.#slabOf[index] = nextIndex;
    this.#slots[index] = slot;
  }

  #push(index: number, openCount: number, timeMs: number, value: PointValue, quality: number): void {
    this.#makeRoom(index, openCount);
    const page = this.#page(index);
    const at = this.#offset(index) + openCount;
    page.timesMs[at] = timeMs;
    page.values[at] = typeof value === 'number' ? value : 0;
    page.qualities[at] = quality;
    this.#openCounts[index] = openCount + 1;
    this.points++;
    if (typeof value === 'string' || this.#openTexts.size > 0) this.#setText(index, openCount, openCount, value, false);
    if (openCount + 1 === BLOCK) this.#closeOpen(index);
  }

  /** Puts a point into the open block where its time belongs; the same time is overwritten. */
  #insert(index: number, openCount: number, timeMs: number, value: PointValue, quality: number): void {
    this.#makeRoom(index, openCount);
    const page = this.#page(index);
    const start = this.#offset(index);
    const position = lowerBound(page.timesMs.subarray(start, start + openCount), timeMs);
    const at = start + position;
    const isNew = page.timesMs[at] !== timeMs || position === openCount;
    if (isNew) {
      page.timesMs.copyWithin(at + 1, at, start + openCount);
      page.values.copyWithin(at + 1, at, start + openCount);
      page.qualities.copyWithin(at + 1, at, start + openCount);
      this.#openCounts[index] = openCount + 1;
      this.points++;
    }
    page.timesMs[at] = timeMs;
    page.values[at] = typeof value === 'number' ? value : 0;
    page.qualities[at] = quality;
    this.#setText(index, openCount, position, value, !isNew);
    if (this.#openCounts[index] === BLOCK) this.#closeOpen(index);
  }

  #setText(index: number, openCount: number, position: number, value: PointValue, replace: boolean): void {
    let texts = this.#openTexts.get(index);
    if (!texts) {
      if (typeof value === 'number') return;
      texts = new Array<string | null>(openCount).fill(null);
      this.#openTexts.set(index, texts);
    }
    texts.splice(position, replace ? 1 : 0, typeof value === 'string' ? value : null);
    if (typeof value === 'number') return;
    const length = (this.#openTextLength.get(index) ?? 0) + value.length;
    this.#openTextLength.set(index, length);
    if (length > MOST_OPEN_TEXT && (this.#openCounts[index] as number) < BLOCK) this.#closeOpen(index);
  }

  #addLate(index: number, timeMs: number, value: PointValue, quality: number): void {
    let late = this.#late.get(index);
    if (!late) {
      late = new LatePoints();
      this.#late.set(index, late);
    }
    late.add(timeMs, value, quality);
    this.points++;
    if (late.length < this.#chunkPoints && late.textLength < MOST_OPEN_TEXT) return;
    this.#onFull(index, late.endMs < this.#headStart(index));
  }

  /** Time of the first point in memory that came in order, or infinity. */
  #headStart(index: number): number {
    const first = this.#closed[index]?.[0];
    if (first) return first.startMs;
    return (this.#openCounts[index] as number) > 0 ? this.#openStart(index) : Number.POSITIVE_INFINITY;
  }

  #openPoints(index: number): Points | null {
    const count = this.#openCounts[index] as number;
    if (count === 0) return null;
    const page = this.#page(index);
    const start = this.#offset(index);
    return {
      timesMs: page.timesMs.subarray(start, start + count),
      values: page.values.subarray(start, start + count),
      qualities: page.qualities.subarray(start, start + count),
      texts: this.#openTexts.get(index) ?? null,
    };
  }

  #closeOpen(index: number): void {
    const open = this.#openPoints(index);
    if (!open) return;
    const pieces = this.#closed[index] ?? [];
    this.#closed[index] = pieces;
    pieces.push(pieceOf(open));
    this.#openCounts[index] = 0;
    if (open.texts) {
      this.#openTexts.delete(index);
      this.#openTextLength.delete(index);
    }
    let bytes = 0;
    let count = 0;
    for (const piece of pieces) {
      bytes += piece.bytes.length;
      count += piece.count;
    }
    if (count >= this.#chunkPoints || bytes >= MOST_CLOSED_BYTES) this.#onFull(index, false);
  }

  /** Everything in memory of the series, oldest writing first. */
  piecesOf(index: number): Piece[] {
    const pieces = [...(this.#closed[index] ?? [])];
    const open = this.#openPoints(index);
    if (open) pieces.push(pieceOf(open));
    const late = this.#late.get(index);
    if (late) pieces.push(pieceOf(late.toPoints()));
    return pieces;
  }

  /** Takes the points of a series out of memory; null when it has none. */
  take(index: number, lateOnly: boolean): SealedSeries | null {
    const key = this.series.keyOf(index);
    const late = this.#late.get(index);
    if (lateOnly) {
      if (!late) return null;
      this.#late.delete(index);
      this.points -= late.length;
      return { key, pieces: [pieceOf(late.toPoints())], releasesLogFile: 0 };
    }
    const releasesLogFile = this.#logFiles[index] as number;
    if (releasesLogFile === 0) return null;
    const pieces = this.piecesOf(index);
    const slabIndex = this.#slabOf[index] as number;
    // A series that has just filled its block will do so again: it keeps its slot.
    const isBusy = slabIndex === FULL_SLAB && this.#openCounts[index] === 0;
    if (slabIndex !== NO_SLAB && !isBusy) {
      (this.#slabs[slabIndex] as PointSlab).give(this.#slots[index] as number);
      this.#slabOf[index] = NO_SLAB;
    }
    this.#points(index, late);
    this.#closed[index] = undefined;
    this.#openCounts[index] = 0;
    this.#late.delete(index);
    this.#openTexts.delete(index);
    this.#openTextLength.delete(index);
    this.#logFiles[index] = 0;
    return { key, pieces, releasesLogFile };
  }

  #points(index: number, late: LatePoints | undefined): void {
    this.points -= (this.#openCounts[index] as number) + (late?.length ?? 0);
    for (const piece of this.#closed[index] ?? []) this.points -= piece.count;
  }

  /** Series whose points need a log file up to this number. */
  *holding(logFile: number): Generator<number> {
    for (let index = 0; index < this.series.size; index++) {
      const held = this.#logFiles[index] as number;
      if (held !== 0 && held <= logFile) yield index;
    }
  }

  /** Time of the oldest point in memory, or infinity. */
  oldest(index: number): number {
    return Math.min(this.#headStart(index), this.#late.get(index)?.startMs ?? Number.POSITIVE_INFINITY);
  }

  /** The newest point ever seen of the series, or null. */
  last(index: number): LastPoint | null {
    const timeMs = this.#lastTimes[index] as number;
    if (timeMs === Number.NEGATIVE_INFINITY) return null;
    const value = this.#lastTexts.get(index) ?? (this.#lastValues[index] as number);
    return { key: this.series.keyOf(index), timeMs, value, quality: this.#lastQualities[index] as number };
  }

  /** Forgets the newest point (its series was edited or deleted) and takes what the store holds now. */
  resetLast(index: number, last: LastPoint | null): void {
    this.#lastTimes[index] = Number.NEGATIVE_INFINITY;
    this.#lastTexts.delete(index);
    if (last) this.#setLast(index, last.timeMs, last.value, last.quality);
  }
}
