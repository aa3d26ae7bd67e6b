import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';

export interface AlertPostOptions {
  /** Each takes some of what there is to tell; resolves with whether there is more. */
  sources: readonly (() => Promise<boolean>)[];
  /** Send what is due. */
  senders: readonly { turn(): Promise<void>; close(): Promise<void> }[];
  log: Log;
  /** Whether it is this process that tells people: of several nodes one does. */
  mayTell?: () => boolean;
}

/** What is due by its time is looked for so often; what happens is told at once. */
const LOOK_EVERY_MS = 1_000;
/** Between two portions of a flood other changes have their turn. */
const BREATH_MS = 20;
const RETRY_MS = 1_000;

/** Tells people of alarms, in the background: what raises alarms never waits for it. */
export class AlertPost {
  readonly #options: AlertPostOptions;
  readonly #closing = new AbortController();
  #wake: (() => void) | undefined;
  #isWoken = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: AlertPostOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Something happened. Costs nothing. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Ends. What nobody takes by then is sent under the same id after the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake?.();
    await this.#running;
    await Promise.all(this.#options.senders.map((sender) => sender.close()));
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let isFailing = false;
    while (!signal.aborted) {
      this.#isWoken = false;
      try {
        const hasMore = await this.#turn();
        if (isFailing) this.#options.log.info('alerts go out again');
        isFailing = false;
        if (hasMore) await pause(BREATH_MS, signal);
        else await this.#sleep();
      } catch (error) {
        if (!isFailing) this.#options.log.error({ err: error }, 'alerts wait, since the database does not take them');
        isFailing = true;
        await pause(RETRY_MS, signal);
      }
    }
  }

  async #turn(): Promise<boolean> {
    if (this.#options.mayTell?.() === false) return false;
    let hasMore = false;
    for (const takeSome of this.#options.sources) if (await takeSome()) hasMore = true;
    for (const sender of this.#options.senders) await sender.turn();
    return hasMore;
  }

  async #sleep(): Promise<void> {
    if (this.#isWoken || this.#closing.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, LOOK_EVERY_MS);
    timer.unref();
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
