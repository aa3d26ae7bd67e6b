import type { AggregateFunction, Aggregates, LastPoint, PackedColumns, StoredHour } from '../../port.ts';
import type { Points } from '../points/points.ts';
import type { StopFlag } from '../read/abort.ts';
import type { SeriesSource } from '../read/series-reader.ts';

/** What a reading thread can do. */
export type ReaderTask =
  | (RangeTask & { kind: 'columns'; threshold: number; limit: number })
  /** A share of the series of such a question, and what all shares came to. */
  | (RangeTask & { kind: 'buckets'; threshold: number })
  | { kind: 'pack'; series: readonly Points[]; limit: number }
  | { kind: 'series'; source: SeriesSource; fromMs: number; toMs: number; limit: number; stop: StopFlag | null }
  | { kind: 'state'; sources: SeriesSource[]; timeMs: number }
  | { kind: 'hours' }
  | (RangeTask & { kind: 'count' })
  /** The next points of a range, of so many of its times at most: as columns, or of one series with the qualities. */
  | (RangeTask & { kind: 'page' | 'series-page'; mostTimes: number })
  | (RangeTask & {
      kind: 'aggregate';
      bucketMs: number | null;
      buckets: number | null;
      functions: readonly AggregateFunction[];
      maxGapMs: number;
      limit: number;
    })
  | { kind: 'change'; source: SeriesSource; timeMs: number; isNext: boolean; stop: StopFlag | null }
  | { kind: 'changes'; source: SeriesSource; fromMs: number; toMs: number; most: number; stop: StopFlag | null };

interface RangeTask {
  sources: SeriesSource[];
  fromMs: number;
  toMs: number;
  stop: StopFlag | null;
}

export type ReaderResult =
  | { kind: 'columns'; columns: PackedColumns }
  | { kind: 'buckets'; series: Points[] }
  | { kind: 'series'; points: Points }
  | { kind: 'state'; states: LastPoint[] }
  | { kind: 'count'; points: number }
  | { kind: 'hours'; hours: StoredHour[] }
  | { kind: 'page'; columns: PackedColumns; nextMs: number | null }
  | { kind: 'series-page'; points: Points; nextMs: number | null }
  | { kind: 'aggregate'; series: Aggregates['series'] }
  | { kind: 'change'; change: LastPoint | null }
  | { kind: 'changes'; changes: LastPoint[] };
