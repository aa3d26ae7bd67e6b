/** How long a thread works until it lets others onto its core. */
const WORK_MS = 0.25;
/** As short as can be asked for; Linux makes some 0.07 ms of it. */
const REST_MS = 0.001;

/**
 * What lets a thread that works behind others sleep for a moment every so often. Whoever is woken meanwhile gets its core then, and not
 * only when Linux takes the core away from it, some milliseconds later.
 */
export class Breath {
  /** Whether anybody else wants the core. */
  isNeeded: boolean;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));
  #restedMs = performance.now();

  constructor(isNeeded: boolean) {
    this.isNeeded = isNeeded;
  }

  /** Sleeps if it is time to; to be called between pieces of work that each take less than that time. */
  take(): void {
    if (!this.isNeeded || performance.now() - this.#restedMs < WORK_MS) return;
    Atomics.wait(this.#never, 0, 0, REST_MS);
    this.#restedMs = performance.now();
  }
}
