import type { EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';

const SECOND_MS = 1_000;
/** Looked at shortly after the second: what was measured before its end has come by then. */
const AFTER_SECOND_MS = 50;

/** Milliseconds until conditions are looked at again. */
export function untilNextSecond(nowMs: EpochMs): number {
  const sinceMs = (((nowMs - AFTER_SECOND_MS) % SECOND_MS) + SECOND_MS) % SECOND_MS;
  return SECOND_MS - sinceMs;
}

/** Looks once a second, after the look before has ended. */
export class EachSecond {
  readonly #look: () => Promise<void>;
  readonly #options: { clock: Clock; log: Log };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(look: () => Promise<void>, options: { clock: Clock; log: Log }) {
    this.#look = look;
    this.#options = options;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'alarms could not be looked at'))
        .finally(() => this.start());
    }, untilNextSecond(this.#options.clock.now())).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }
}
