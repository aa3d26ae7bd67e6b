import type { IncomingMessage } from 'node:http';
import type { Log } from '#config/log.ts';

const TELL_AFTER_MS = 60_000;

/**
 * Requests whose senders went away before the end of the body. Anybody can make thousands of them, and none tells of a
 * fault of the portal: they are counted, and the log has one line a minute.
 */
export class CutRequests {
  readonly #log: Log;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether the error is nothing but the sender's going away. A connection that was reset has no other end before anything hears of it. */
  static isCut(request: IncomingMessage): boolean {
    return !request.complete && (request.destroyed || request.socket.remoteAddress === undefined);
  }

  note(): void {
    this.#count++;
    this.#timer ??= setTimeout(() => this.tell(), TELL_AFTER_MS).unref();
  }

  /** Writes the line that is due. */
  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count > 0) this.#log.warn({ count: this.#count }, 'requests were cut off by their senders');
    this.#count = 0;
  }
}
