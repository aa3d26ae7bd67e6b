import type { Log } from '#config/log.ts';

export interface StillPartitionsOptions {
  /** How far each partition that this node has is stored. */
  progress: () => Iterable<{ readonly partition: number; readonly storedUntil: number }>;
  /** The number of the last message of a partition. */
  newest: (partition: number) => Promise<number>;
  log: Log;
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Still {
  readonly storedUntil: number;
  readonly sinceMs: number;
  isTold: boolean;
}

/** What stands in the stream for longer than this, while nothing of its partition is stored, is not merely on its way. */
export const STILL_FROM_MS = 15_000;

/**
 * Sees that what was acknowledged comes to the history, whatever keeps it from that: it asks the stream, and believes nobody
 * who works for it.
 */
export class StillPartitions {
  readonly #options: StillPartitionsOptions;
  readonly #still = new Map<number, Still>();

  constructor(options: StillPartitionsOptions) {
    this.#options = options;
  }

  /** Since when something waits of which nothing is stored, ms since 1970; undefined: all partitions come on. */
  get sinceMs(): number | undefined {
    const late = [...this.#still.values()].filter(({ isTold }) => isTold);
    return late.length === 0 ? undefined : Math.min(...late.map(({ sinceMs }) => sinceMs));
  }

  /** To be called every few seconds. */
  async look(): Promise<void> {
    const { progress, newest, log, now = Date.now } = this.#options;
    const all = new Map([...progress()].map(({ partition, storedUntil }) => [partition, storedUntil]));
    for (const partition of this.#still.keys()) if (!all.has(partition)) this.#still.delete(partition);
    await Promise.all(
      [...all].map(async ([partition, storedUntil]) => {
        const last = await newest(partition).catch((error: unknown) => {
          // Without a majority nothing is acknowledged, and nothing can be asked.
          log.debug({ err: error, partition }, 'what stands in a stream cannot be asked');
        });
        if (last === undefined) return;
        const known = this.#still.get(partition);
        if (last <= storedUntil) this.#still.delete(partition);
        else if (known?.storedUntil !== storedUntil) {
          this.#still.set(partition, { storedUntil, sinceMs: now(), isTold: false });
        } else if (!known.isTold && now() - known.sinceMs >= STILL_FROM_MS) {
          known.isTold = true;
          log.error({ partition, storedUntil, last }, 'what was acknowledged of a partition is not stored');
        }
      }),
    );
  }
}
