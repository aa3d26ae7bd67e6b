import type { ClusterTimes } from './cluster-node.ts';

/** When a node could say that it lives, on the clock of this process that nobody sets. */
export class OwnLease {
  readonly #times: ClusterTimes;
  /** When the last renewal that succeeded began, and since when one followed the other soon. */
  #renewedMs = Number.NEGATIVE_INFINITY;
  #soundSinceMs = Number.POSITIVE_INFINITY;

  constructor(times: ClusterTimes) {
    this.#times = times;
  }

  /** @param beganMs of a renewal that succeeded now */
  renewed(beganMs: number): void {
    if (beganMs - this.#renewedMs > this.#times.soundMs / 2) this.#soundSinceMs = performance.now();
    this.#renewedMs = Math.max(this.#renewedMs, beganMs);
  }

  get isSound(): boolean {
    return performance.now() - this.#renewedMs < this.#times.soundMs;
  }

  /**
   * Whether what is not heard of others is their silence: only who was sound for a lease with no gap, one that is still open
   * included, can tell it from its own, or from servers that answer it first.
   */
  get knowsSilence(): boolean {
    const now = performance.now();
    const { leaseMs, soundMs } = this.#times;
    return now - this.#renewedMs <= soundMs / 2 && now - this.#soundSinceMs >= leaseMs;
  }
}
