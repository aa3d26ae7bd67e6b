/** Lets so many packets pass at once, and so many a second after that (a bucket of tokens). */
export class PacketRate {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #lastMs: number | undefined;

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  /** @param nowMs on a clock that is never set */
  allows(nowMs: number): boolean {
    const elapsedMs = nowMs - (this.#lastMs ?? nowMs);
    this.#lastMs = nowMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs * this.#perSecond) / 1_000);
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
