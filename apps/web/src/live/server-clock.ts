/** Differences up to this are within the resolution of the Date header and the network's delay. */
const NEGLIGIBLE_MS = 2_000;

/**
 * The portal's clock as the browser can tell it. Ages and chart windows are counted on it: a tablet whose clock is five
 * minutes off must not see every value as old.
 */
export class ServerClock {
  #offsetMs = 0;

  /** Learns from an answer's Date header, which has whole seconds. */
  observe(dateHeader: string | null, sentMs: number, receivedMs: number): void {
    const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader) + 500;
    if (Number.isNaN(serverMs)) return;
    const offset = serverMs - (sentMs + receivedMs) / 2;
    this.#offsetMs = Math.abs(offset) > NEGLIGIBLE_MS ? offset : 0;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }
}
