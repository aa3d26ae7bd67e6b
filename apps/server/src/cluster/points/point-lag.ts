/** A message of a stream, as far as it matters how old it is. */
export interface StreamFrame {
  readonly sequence: number;
  /** When the servers took it in, by their clock. */
  readonly timeMs: number;
  /** Messages of the same stream that were behind it when it came. */
  readonly pending: number;
}

/** What was read from the streams for one commit. */
export class ReadFrames {
  oldest: { readonly timeMs: number; readonly readMs: number } | undefined;
  #pending = new Map<unknown, number>();

  add({ timeMs, pending }: StreamFrame, stream: unknown): void {
    if (this.oldest === undefined) this.oldest = { timeMs, readMs: performance.now() };
    else if (timeMs < this.oldest.timeMs) this.oldest = { ...this.oldest, timeMs };
    this.#pending.set(stream, pending);
  }

  get mostPending(): number {
    return Math.max(0, ...this.#pending.values());
  }
}

/** What waits for less than this is on its way as usual. */
export const BEHIND_FROM_MS = 5_000;
/** So many messages behind the last one are what comes while a block is on its way. */
const USUAL_PENDING = 50;

/**
 * Whether the history is behind the streams: something that was read could not be stored for some seconds, and what came
 * meanwhile is not stored yet. Clocks of other machines are not relied on for that, only for since when it is.
 */
export class PointLag {
  #sinceMs: number | undefined;

  /** @param reads what was read and is not stored, the oldest first */
  look(reads: readonly (ReadFrames | undefined)[]): number | undefined {
    const oldest = reads.find((read) => read?.oldest !== undefined)?.oldest;
    const isLate = oldest !== undefined && performance.now() - oldest.readMs >= BEHIND_FROM_MS;
    if (oldest !== undefined && (isLate || this.#sinceMs !== undefined)) this.#sinceMs = oldest.timeMs;
    return this.#sinceMs;
  }

  stored(read: ReadFrames): void {
    this.look([read]);
    if (read.mostPending <= USUAL_PENDING) this.#sinceMs = undefined;
  }
}
