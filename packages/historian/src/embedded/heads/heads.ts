import type { LastPoint, PointBatch, PointValue, SeriesKey } from '../../port.ts';
import { LONGEST } from '../chunks/series-tail.ts';
import { encodeOnce } from '../codec/points-codec.ts';
import { isWithin, type Piece, pieceOf } from '../points/piece.ts';
import { ClosedBlocks } from './closed-blocks.ts';
import { grown } from './grown.ts';
import { LatePoints } from './late-points.ts';
import { type BlockPage, MOST_OPEN_TEXT, OpenBlocks, PAGE_MASK, PAGE_SHIFT } from './open-blocks.ts';
import { SeriesTable } from './series-table.ts';

/**
 * A head is full when its encoded points reach this for each point of a full chunk: 3,200 bytes, and with the open block a
 * series stays below 6 KB.
 */
const MOST_BYTES_PER_POINT = 3.125;

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
  readonly #open = new OpenBlocks();
  readonly #closed = new ClosedBlocks();
  readonly #late = new Map<number, LatePoints>();
  #lastTimes = new Float64Array(1024);
  /** Value and quality of the newest point, where the open block does not have it. */
  #lastValues = new Float64Array(1024);
  #lastQualities = new Uint8Array(1024);
  readonly #lastTexts = new Map<number, string>();
  #logFiles = new Int32Array(1024);
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
    if (index >= this.#lastTimes.length) this.#grow(index * 2);
    this.#lastTimes[index] = Number.NEGATIVE_INFINITY;
    return index;
  }

  #grow(size: number): void {
    this.#lastTimes = grown(new Float64Array(size), this.#lastTimes);
    this.#lastValues = grown(new Float64Array(size), this.#lastValues);
    this.#lastQualities = grown(new Uint8Array(size), this.#lastQualities);
    this.#logFiles = grown(new Int32Array(size), this.#logFiles);
    this.#open.grow(size);
    this.#closed.grow(size);
  }

  /** Takes the points of a batch; `logFile` is the number of the log file that holds them. */
  addBatch(batch: PointBatch, logFile: number): void {
    const { keys, timesMs, numbers, qualities, texts, length: count } = batch;
    const { series } = this;
    const open = this.#open;
    const { pages } = open;
    for (let i = 0; i < count; i++) {
      const timeMs = timesMs[i] as number;
      const index = series.findNext(keys[i] as number);
      const place = index < 0 ? 0 : (open.cursors[index] as number);
      // The path of nearly every point: a number, newer than all before, into a block that has room.
      if (
        index >= 0 &&
        place < (open.limits[index] as number) &&
        timeMs > (this.#lastTimes[index] as number) &&
        texts === null
      ) {
        const page = pages[place >>> PAGE_SHIFT] as BlockPage;
        const at = place & PAGE_MASK;
        page.timesMs[at] = timeMs;
        page.values[at] = numbers[i] as number;
        page.qualities[at] = qualities[i] as number;
        this.#lastTimes[index] = timeMs;
        open.cursors[index] = place + 1;
        if (place + 1 === open.limits[index]) this.#closeIfFull(index);
      } else {
        this.#add(keys[i] as number, timeMs, batch.valueAt(i), qualities[i] as number, logFile);
      }
    }
    this.points += count;
  }

  #add(key: SeriesKey, timeMs: number, value: PointValue, quality: number, logFile: number): void {
    let index = this.series.find(key);
    if (index < 0) index = this.#addSeries(key);
    // The first point in memory decides which log file its series needs.
    if (this.#logFiles[index] === 0) {
      this.#logFiles[index] = logFile;
      this.#onHold(logFile);
    }
    const lastTime = this.#lastTimes[index] as number;
    if (timeMs > lastTime) {
      this.#lastTimes[index] = timeMs;
      this.#open.push(index, timeMs, value, quality);
      this.#closeIfFull(index);
    } else if (this.#open.count(index) > 0 && timeMs >= this.#open.startOf(index)) {
      if (!this.#open.insert(index, timeMs, value, quality)) this.points--;
      this.#closeIfFull(index);
    } else {
      if (timeMs === lastTime) this.#setLast(index, timeMs, value, quality);
      this.#addLate(index, timeMs, value, quality);
    }
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

  #addLate(index: number, timeMs: number, value: PointValue, quality: number): void {
    let late = this.#late.get(index);
    if (!late) {
      late = new LatePoints();
      this.#late.set(index, late);
    }
    late.add(timeMs, value, quality);
    if (late.length < this.#chunkPoints && late.textLength < MOST_OPEN_TEXT) return;
    this.#onFull(index, late.endMs < this.#headStart(index));
  }

  /** Time of the first point in memory that came in order, or infinity. */
  #headStart(index: number): number {
    if (this.#closed.pointsOf(index) > 0) return this.#closed.startOf(index);
    return this.#open.count(index) > 0 ? this.#open.startOf(index) : Number.POSITIVE_INFINITY;
  }

  #closeIfFull(index: number): void {
    if (!this.#open.isFull(index)) return;
    const points = this.#open.pointsOf(index);
    if (points) {
      const { timesMs } = points;
      this.#closed.add(index, timesMs.at(-1) as number, timesMs.length, encodeOnce(points, false));
    }
    this.#emptyOpen(index, true);
    const isFull =
      this.#closed.bytesOf(index) >= this.#chunkPoints * MOST_BYTES_PER_POINT ||
      this.#closed.pointsOf(index) >= this.#chunkPoints * LONGEST;
    if (isFull) this.#onFull(index, false);
  }

  /** Empties the open block, but for the newest point, which stays known. */
  #emptyOpen(index: number, isBusy: boolean): void {
    const last = this.#open.lastOf(index);
    if (last && last.timeMs === this.#lastTimes[index]) this.#setLast(index, last.timeMs, last.value, last.quality);
    this.#open.clear(index, isBusy);
  }

  /** What is in memory of the series and reaches into a range of times (inclusive), oldest writing first. */
  piecesOf(index: number, fromMs: number, toMs: number): Piece[] {
    return this.#withOpenAndLate(index, this.#closed.piecesOf(index, fromMs, toMs), fromMs, toMs);
  }

  /** Points of the series in memory, those that overwrite each other included. */
  pointsOf(index: number): number {
    return this.#open.count(index) + this.#closed.pointsOf(index) + (this.#late.get(index)?.length ?? 0);
  }

  #withOpenAndLate(index: number, pieces: Piece[], fromMs: number, toMs: number): Piece[] {
    const isOpenWithin = this.#open.count(index) > 0 && this.#open.startOf(index) <= toMs;
    const open = isOpenWithin ? this.#open.pointsOf(index) : null;
    if (open && (open.timesMs.at(-1) as number) >= fromMs) pieces.push(pieceOf(open));
    const late = this.#late.get(index);
    if (late && isWithin(late, fromMs, toMs)) pieces.push(late.toPiece());
    return pieces;
  }

  /**
   * Takes the points of a series out of memory; null when it has none. What it answers is good until the next change of
   * any series.
   */
  take(index: number, lateOnly: boolean): SealedSeries | null {
    const key = this.series.keyOf(index);
    const late = this.#late.get(index);
    if (lateOnly) {
      if (!late) return null;
      this.#late.delete(index);
      this.points -= late.length;
      return { key, pieces: [late.toPiece()], releasesLogFile: 0 };
    }
    const releasesLogFile = this.#logFiles[index] as number;
    if (releasesLogFile === 0) return null;
    const pieces = this.#withOpenAndLate(
      index,
      this.#closed.borrow(index),
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    );
    this.points -= this.pointsOf(index);
    // A series that has just filled its block will do so again: it keeps its slot.
    this.#emptyOpen(index, this.#open.count(index) === 0);
    this.#closed.clear(index);
    this.#late.delete(index);
    this.#logFiles[index] = 0;
    return { key, pieces, releasesLogFile };
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
    const key = this.series.keyOf(index);
    const newest = this.#open.lastOf(index);
    if (newest && newest.timeMs === timeMs) return { key, ...newest };
    const value = this.#lastTexts.get(index) ?? (this.#lastValues[index] as number);
    return { key, timeMs, value, quality: this.#lastQualities[index] as number };
  }

  /** Forgets the newest point (its series was edited or deleted) and takes what the store holds now. */
  resetLast(index: number, last: LastPoint | null): void {
    this.#lastTimes[index] = Number.NEGATIVE_INFINITY;
    this.#lastTexts.delete(index);
    if (last) this.#setLast(index, last.timeMs, last.value, last.quality);
  }
}
