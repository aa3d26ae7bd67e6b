/** Points to write: point i belongs to series `series[i]` (0, 1, …). */
export interface Rows {
  series: Int32Array;
  timesMs: Float64Array;
  values: Float64Array;
}

/** A store under measurement. What `prepare` does is the client's work and is not timed; `commit` is. */
export interface BenchEngine {
  readonly name: string;
  /** Process whose memory and disk writes count. */
  readonly pid: number;
  prepare(rows: Rows): () => Promise<void>;
  /** Writes out and merges everything, then answers the bytes on disk. */
  settle(): Promise<number>;
  /** Every point of one series in a range; answers how many. */
  readRaw(series: number, fromMs: number, toMs: number): Promise<number>;
  /** Minimum and maximum per bucket of one series; answers how many buckets have some. */
  readMinMax(series: number, fromMs: number, toMs: number, buckets: number): Promise<number>;
  /** Every point of several series as arrays of times and values; answers how many points. */
  readMany(series: readonly number[], fromMs: number, toMs: number): Promise<number>;
  close(): Promise<void>;
}
