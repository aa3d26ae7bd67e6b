import type { Points } from '../../embedded/points/points.ts';
import type { CountQuery, SeriesKey } from '../../port.ts';
import type { WrittenHours } from './written.ts';

/** Charts by series, and how many points a series has in the range, of each whose points were counted. */
export interface CountedCharts {
  series: Map<SeriesKey, Points>;
  counts: ReadonlyMap<SeriesKey, number>;
}

/** What is asked at the server. */
export interface ChartSource {
  charts: () => Promise<CountedCharts>;
  /** Every point of several ranges, each of other series, in one look; null when they are more than so many. */
  read: (ranges: readonly CountQuery[], most: number, signal?: AbortSignal) => Promise<Map<SeriesKey, Points> | null>;
}

/** What an hour of a series is called, counted from 1970 UTC. */
export const nameOf = (key: SeriesKey, hour: number): string => `${key}/${hour}`;

/** A question that the server is asked. */
export class Question {
  readonly range: CountQuery;
  readonly source: ChartSource;
  readonly hourMs: number;
  /** Hours of the range, counted from 1970 UTC. */
  readonly first: number;
  readonly last: number;
  readonly keys: readonly SeriesKey[];
  /** What was being written into, or has been since it began: what is read of it may be half of it. */
  readonly #written = new Set<string>();
  /** An operation may concern anything. */
  isAllWritten = false;

  constructor(range: CountQuery, source: ChartSource, hourMs: number) {
    this.range = range;
    this.source = source;
    this.hourMs = hourMs;
    this.first = Math.floor(range.fromMs / hourMs);
    this.last = Math.floor(range.toMs / hourMs);
    this.keys = [...new Set(range.keys)];
  }

  hearOf(hours: WrittenHours): void {
    if (hours === null) {
      this.isAllWritten = true;
      return;
    }
    for (const key of this.keys) {
      for (const hour of hours.get(key) ?? []) this.#written.add(nameOf(key, hour));
    }
  }

  isWritten(name: string): boolean {
    return this.isAllWritten || this.#written.has(name);
  }
}
