import type { LastPoint } from '../../port.ts';
import type { Points } from '../points.ts';
import type { StopFlag } from '../read/abort.ts';
import type { PackedColumns } from '../read/columns.ts';
import type { SeriesSource } from '../read/series-reader.ts';

/** What a reading thread can do. */
export type ReaderTask =
  | {
      kind: 'columns';
      sources: SeriesSource[];
      fromMs: number;
      toMs: number;
      threshold: number;
      stop: StopFlag | null;
    }
  | { kind: 'series'; source: SeriesSource; fromMs: number; toMs: number; stop: StopFlag | null }
  | { kind: 'state'; sources: SeriesSource[]; timeMs: number };

export type ReaderResult =
  | { kind: 'columns'; columns: PackedColumns }
  | { kind: 'series'; points: Points }
  | { kind: 'state'; states: LastPoint[] };
