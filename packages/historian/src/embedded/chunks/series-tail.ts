import type { SeriesKey } from '../../port.ts';
import type { ChunkReader, ChunkRow } from './chunk-reader.ts';
import { FAN_OUT } from './rollups.ts';

/** Points of a full chunk. */
export const CHUNK_POINTS = 1024;
/** Where points take few bytes, a chunk is as long as this many full ones: what a row costs beside its points counts most there. */
export const LONGEST = 4;
/** Small chunks that a series may end with before some are merged although they fill no chunk. */
const MOST_SMALL = 8;

/** What must be known of it to merge it; there are many in memory. */
export interface SmallChunk {
  /** 0 as long as it is not stored. */
  id: number;
  startMs: number;
  endMs: number;
  count: number;
}

/** How a series ends: its last time, and the small chunks behind its last big one, oldest first. */
export class SeriesTail {
  endMs: number;
  /** Big chunks behind the last rollup. */
  bigWithoutRollup: number;
  readonly #chunkPoints: number;
  readonly #small: SmallChunk[];

  private constructor(chunkPoints: number, endMs: number, small: SmallChunk[], bigWithoutRollup: number) {
    this.#chunkPoints = chunkPoints;
    this.endMs = endMs;
    this.bigWithoutRollup = bigWithoutRollup;
    this.#small = small;
  }

  /** A chunk shorter than this is small: it is merged with others one day. */
  get #smallPoints(): number {
    return this.#chunkPoints / 2;
  }

  static load(reader: ChunkReader, series: SeriesKey, chunkPoints: number): SeriesTail {
    const last = reader.listLast(series, MOST_SMALL + FAN_OUT);
    const firstBig = last.findIndex((chunk) => countOf(chunk) * 2 >= chunkPoints);
    const small = (firstBig < 0 ? last : last.slice(0, firstBig)).toReversed();
    return new SeriesTail(
      chunkPoints,
      last[0]?.endMs ?? Number.NEGATIVE_INFINITY,
      small.map(toSmall),
      last.length - small.length,
    );
  }

  /**
   * Takes from the tail the chunks that a small run of `count` points, coming after it, is to be merged with: all
   * when they fill a chunk together; otherwise only as many as keep the number of small chunks down, the smaller
   * ones first, so that a point is rewritten a few times at most.
   */
  takeForMerge(series: SeriesKey, count: number): ChunkRow[] {
    if (count >= this.#smallPoints) return [];
    const total = this.#small.reduce((sum, small) => sum + small.count, count);
    let from = this.#small.length;
    if (total >= this.#chunkPoints) {
      from = 0;
    } else if (this.#small.length >= MOST_SMALL) {
      for (let merged = count; from > 0; from--) {
        const before = this.#small[from - 1];
        if (!before || (before.count > merged && from < this.#small.length)) break;
        merged += before.count;
      }
    }
    return this.#small.splice(from).map((small) => ({ ...small, series, summary: null }));
  }

  /** Time of the first small chunk at the end: before it all is there to stay. */
  get settledUntilMs(): number {
    return (this.#small[0]?.startMs ?? this.endMs + 1) - 1;
  }

  /** Whether some of the small chunks are not stored yet. */
  get hasNew(): boolean {
    return this.#small.some(({ id }) => id === 0);
  }

  /** Notes a chunk that was added behind the end; answers what is kept of it, if it is small. */
  added(chunk: ChunkRow): SmallChunk | null {
    this.endMs = chunk.endMs;
    const count = countOf(chunk);
    if (count < this.#smallPoints) {
      const small = toSmall(chunk);
      this.#small.push(small);
      return small;
    }
    // Small chunks that a big one follows stay as they are.
    this.bigWithoutRollup += this.#small.length + 1;
    this.#small.length = 0;
    return null;
  }
}

function toSmall(chunk: ChunkRow): SmallChunk {
  return { id: chunk.id, startMs: chunk.startMs, endMs: chunk.endMs, count: countOf(chunk) };
}

function countOf(chunk: ChunkRow): number {
  // A summary that cannot be read: leave the chunk alone.
  return chunk.summary?.count ?? CHUNK_POINTS;
}
