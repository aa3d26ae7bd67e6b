import type { EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Who hears a day late has heard otherwise. */
export const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/**
 * When a message that could not be sent is tried again; undefined: it is given up.
 * @param notBeforeMs what the other side asked for
 */
export function nextAttempt(
  attempts: number,
  createdMs: EpochMs,
  nowMs: EpochMs,
  notBeforeMs = Number.NEGATIVE_INFINITY,
): EpochMs | undefined {
  if (nowMs - createdMs >= GIVEN_UP_AFTER_MS) return undefined;
  const ownMs = nowMs + Math.min(FIRST_WAIT_MS * 3 ** Math.max(0, attempts - 1), LONGEST_WAIT_MS);
  return Math.max(ownMs, notBeforeMs);
}

/** While the other side does not answer, one message finds out whether it does again. */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/** Who messages are handed to, which may be down: a thousand messages do not each wait for it. */
export class OtherSide {
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'warn' | 'info'>;
  readonly #what: string;
  #failures = 0;
  #restsUntilMs = 0;

  /** @param what is handed over, in the words of the log */
  constructor(clock: Clock, log: Pick<Log, 'warn' | 'info'>, what: string) {
    this.#clock = clock;
    this.#log = log;
    this.#what = what;
  }

  /** It did not answer when it was asked last. */
  get isDown(): boolean {
    return this.#failures > 0;
  }

  /** Nothing is tried at the moment. */
  get isResting(): boolean {
    return this.#clock.now() < this.#restsUntilMs;
  }

  failed(detail: string): void {
    if (this.#failures === 0) this.#log.warn({ detail }, `${this.#what} cannot be sent`);
    this.#restsUntilMs = this.#clock.now() + Math.min(FIRST_REST_MS * 2 ** this.#failures, LONGEST_REST_MS);
    this.#failures++;
  }

  answered(): void {
    if (this.#failures > 0) this.#log.info(`${this.#what} can be sent again`);
    this.forget();
  }

  /** It is another one now. */
  forget(): void {
    this.#failures = 0;
    this.#restsUntilMs = 0;
  }
}
