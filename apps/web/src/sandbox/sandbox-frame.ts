import { START_LIMIT_MS } from './messages.ts';

/** What a page below /sandbox/ is asked; the answer carries the same id. */
type Job = { id: number; limitMs: number };
type Unnumbered<J> = J extends unknown ? Omit<J, 'id'> : never;

/** How much longer than its own limit, from when it stands, a job may take before the whole frame is given up. */
const GRACE_MS = START_LIMIT_MS + 2_000;
const IDLE_MS = 60_000;

/**
 * A hidden frame without the portal's origin that answers jobs. It is made with the first job and taken away after a
 * minute without one. A frame that does not answer in time is removed, whatever runs in it.
 */
export class SandboxFrame<J extends Job, Answer extends { id: number }> {
  readonly #address: string;
  readonly #waiting = new Map<number, (answer: Answer | Error) => void>();
  #port: Promise<MessagePort> | undefined;
  #frame: HTMLIFrameElement | undefined;
  #lastId = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param address path of the page, e.g. `/sandbox/run-script.html` */
  constructor(address: string) {
    this.#address = address;
  }

  /** @throws Error when the frame does not answer; the signal's reason when it aborts */
  async ask(job: Unnumbered<J>, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    clearTimeout(this.#idleTimer);
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.set(id, (result) => (result instanceof Error ? answer.reject(result) : answer.resolve(result)));
    const abort = () => answer.reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#port ??= this.#open();
      const port = await this.#port;
      const limit = setTimeout(
        () => this.#giveUp('It was stopped because it did not end in time.'),
        job.limitMs + GRACE_MS,
      );
      answer.promise.finally(() => clearTimeout(limit)).catch(() => undefined);
      port.postMessage({ ...job, id });
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#idleTimer = setTimeout(() => this.#close(), IDLE_MS);
    }
  }

  async #open(): Promise<MessagePort> {
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.hidden = true;
    frame.title = 'Sandbox';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = this.#address;
    const loaded = Promise.withResolvers<void>();
    const limit = setTimeout(() => loaded.reject(new Error('The sandbox did not start.')), START_LIMIT_MS);
    frame.addEventListener('load', () => loaded.resolve(), { once: true });
    document.body.append(frame);
    try {
      await loaded.promise;
    } catch (error) {
      this.#close();
      throw error;
    } finally {
      clearTimeout(limit);
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Answer>) => this.#waiting.get(data.id)?.(data);
    // The frame has no origin that could be named; the port goes to its window alone.
    frame.contentWindow?.postMessage('port', '*', [port2]);
    return port1;
  }

  #giveUp(reason: string): void {
    this.#close();
    for (const settle of this.#waiting.values()) settle(new Error(reason));
  }

  #close(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#port = undefined;
  }
}
