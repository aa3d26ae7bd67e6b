import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFrame } from '#readings/series.ts';
import { SeriesTable } from './series-table.ts';

/** One point of one series; the value is null for NaN, infinities and texts. */
export interface SeriesPoint {
  readonly column: number;
  readonly time: EpochSeconds;
  readonly value: number | null;
}

/** History as it was answered, one column per series of the feed. */
export interface ColumnarAnswer {
  readonly times: readonly EpochSeconds[];
  readonly columns: readonly (readonly (number | null)[])[];
}

interface PendingPoint extends SeriesPoint {
  /** Grows with each live point: tells what arrived before and after a question was sent. */
  readonly order: number;
}

export interface MergeLimits {
  /** Buckets per series that were asked for; -1: every point. */
  threshold: number;
  /** Rows times columns that may be held. */
  maxCells: number;
}

/** Live points that may gather on top of what was loaded before it is loaded again in its buckets. */
const LEAST_ROOM_ROWS = 1_000;

/**
 * Joins history and the live stream into one series, without holes and without doubles. What the store answered is
 * settled; live points lie on top of it as *pending* until an answer that was asked for after their arrival covers
 * them. The portal publishes a point after it is stored, so such an answer holds every one of them, and the ones that
 * never arrived beside (the hub sends only the newest of a burst to a slow client). No input, no output, no clock.
 */
export class SeriesMerge {
  readonly #table: SeriesTable;
  readonly #limits: MergeLimits;
  /** Per series the time of the newest point up to which the store has answered everything. */
  readonly #confirmedTo: (number | undefined)[];
  #pending: PendingPoint[] = [];
  #order = 0;
  #loadedRows = 0;
  #dropped = 0;

  constructor(columnCount: number, limits: MergeLimits) {
    this.#table = new SeriesTable(columnCount);
    this.#limits = limits;
    this.#confirmedTo = new Array<number | undefined>(columnCount).fill(undefined);
  }

  get droppedSamples(): number {
    return this.#dropped;
  }

  /** To be taken when a question is sent, and given back with its answer. */
  get mark(): number {
    return this.#order;
  }

  /** Whether so much came on top of the buckets that they should be asked for anew. */
  get isCrowded(): boolean {
    if (this.#limits.threshold === -1) return false;
    const room = Math.max(LEAST_ROOM_ROWS, 2 * this.#limits.threshold);
    return this.#table.rowCount > this.#loadedRows + room;
  }

  /** The newest time held, pending or settled. */
  get newest(): EpochSeconds | undefined {
    return this.#table.times.at(-1);
  }

  /** From where the tail must be asked again so that nothing of it can be wrong; undefined: all of the window. */
  get tailFrom(): EpochSeconds | undefined {
    if (this.#pending.length === 0) {
      const confirmed = this.#confirmedTo.filter((time) => time !== undefined);
      return confirmed.length === 0 ? undefined : Math.max(...confirmed);
    }
    let from = Number.POSITIVE_INFINITY;
    for (const { column, time } of this.#pending) {
      const confirmed = this.#confirmedTo[column];
      if (confirmed === undefined) return undefined;
      from = Math.min(from, confirmed, time);
    }
    return from;
  }

  /** Adds points as they arrive live. */
  live(points: readonly SeriesPoint[]): void {
    for (const point of points) {
      this.#order++;
      this.#pending.push({ ...point, order: this.#order });
      this.#table.put(point);
    }
    this.#bound();
  }

  /** Takes the answer for the whole window. */
  load(answer: ColumnarAnswer, mark: number): void {
    this.#confirmedTo.fill(undefined);
    this.#dropped = 0;
    this.#take(Number.NEGATIVE_INFINITY, answer, mark);
    this.#loadedRows = this.#table.rowCount;
  }

  /** Takes the answer for everything from a time on. */
  confirm(from: EpochSeconds, answer: ColumnarAnswer, mark: number): void {
    this.#take(from, answer, mark);
  }

  /** Forgets what is older than a time: the window has moved on. */
  trimBefore(time: EpochSeconds): void {
    this.#table.dropRows(this.#table.rowAt(time));
    this.#pending = this.#pending.filter((point) => point.time >= time);
  }

  /** A copy for a chart to keep. */
  snapshot(): SeriesFrame {
    return { times: this.#table.times.slice(), columns: this.#table.columns.map((values) => values.slice()) };
  }

  #take(from: EpochSeconds, answer: ColumnarAnswer, mark: number): void {
    const answeredTo = answer.columns.map((values) => newestTime(answer.times, values));
    this.#table.replaceFrom(from, answer);
    for (const [column, time] of answeredTo.entries()) {
      // Of a series whose confirmed part ends before the tail, the points between were not asked for.
      const isJoined = from <= (this.#confirmedTo[column] ?? Number.NEGATIVE_INFINITY);
      if (time !== undefined && isJoined) this.#confirmedTo[column] = time;
    }
    const keepsNewest = this.#limits.threshold !== -1;
    const newest = keepsNewest ? this.#newestPending() : undefined;
    this.#pending = this.#pending.filter((point) => {
      if (point.order > mark) return true;
      // Buckets answer their minimum and maximum, which need not be the newest point: the line must still end there.
      return newest?.get(point.column) === point && point.time > (answeredTo[point.column] ?? Number.NEGATIVE_INFINITY);
    });
    for (const point of this.#pending) this.#table.put(point);
    this.#bound();
  }

  #newestPending(): Map<number, PendingPoint> {
    const newest = new Map<number, PendingPoint>();
    for (const point of this.#pending) {
      const known = newest.get(point.column);
      if (known === undefined || point.time >= known.time) newest.set(point.column, point);
    }
    return newest;
  }

  #bound(): void {
    const maxRows = Math.floor(this.#limits.maxCells / Math.max(1, this.#table.columns.length));
    const excess = this.#table.rowCount - maxRows;
    if (excess <= 0) return;
    // A tenth more than needed, so that not every point that follows moves the whole table.
    this.#dropped += this.#table.dropRows(Math.min(this.#table.rowCount, excess + Math.ceil(maxRows / 10)));
    const oldest = this.#table.times[0] ?? Number.NEGATIVE_INFINITY;
    this.#pending = this.#pending.filter((point) => point.time >= oldest);
  }
}

function newestTime(times: readonly number[], values: readonly (number | null)[]): number | undefined {
  for (let row = values.length - 1; row >= 0; row--) {
    if (values[row] !== null) return times[row];
  }
  return undefined;
}
