/** A message of a stream, as far as it matters how old it is. */
export interface StreamFrame {
  readonly sequence: number;
  /** When the servers took it in, by their clock. */
  readonly timeMs: number;
  /** Messages of the same stream that were behind it when it came. */
  readonly pending: number;
}

/** Whose messages are read here as long as the signal is not aborted. */
export interface ReadStream {
  readonly signal: AbortSignal;
}

/** What was read from the streams for one commit. */
export class ReadFrames {
  oldest: { readonly timeMs: number; readonly readMs: number } | undefined;
  /** Of each stream. */
  readonly last = new Map<ReadStream, StreamFrame>();

  add(frame: StreamFrame, stream: ReadStream): void {
    const { timeMs } = frame;
    if (this.oldest === undefined) this.oldest = { timeMs, readMs: performance.now() };
    else if (timeMs < this.oldest.timeMs) this.oldest = { ...this.oldest, timeMs };
    this.last.set(stream, frame);
  }
}

/** What waits for less than this is on its way as usual. */
export const BEHIND_FROM_MS = 5_000;
/** So many messages behind the last one are what comes while a block is on its way. */
const USUAL_PENDING = 50;

/**
 * Whether the history is behind the streams: something that was read could not be stored for some seconds, and what came
 * meanwhile is not stored yet, of any of them. Clocks of other machines are not relied on for that, only for since when it is.
 */
export class PointLag {
  #sinceMs: number | undefined;
  /** What was stored last of those streams in which much more stands. */
  readonly #unread = new Map<ReadStream, StreamFrame>();

  /** @param reads what was read and is not stored, the oldest first */
  look(reads: readonly (ReadFrames | undefined)[]): number | undefined {
    const oldest = reads.find((read) => read?.oldest !== undefined)?.oldest;
    const isLate = oldest !== undefined && performance.now() - oldest.readMs >= BEHIND_FROM_MS;
    if (oldest !== undefined && (isLate || this.#sinceMs !== undefined)) {
      // What is not read yet of another stream may be older.
      const others = [...this.#unread].filter(([stream]) => !reads.some((read) => read?.last.has(stream)));
      this.#sinceMs = Math.min(oldest.timeMs, ...others.map(([, { timeMs }]) => timeMs));
    }
    return this.#sinceMs;
  }

  stored(read: ReadFrames): void {
    for (const [stream, frame] of read.last) this.#unread.set(stream, frame);
    for (const [stream, { pending }] of this.#unread) {
      if (pending <= USUAL_PENDING || stream.signal.aborted) this.#unread.delete(stream);
    }
    this.look([read]);
    if (this.#unread.size === 0) this.#sinceMs = undefined;
  }
}
