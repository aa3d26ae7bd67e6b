import type { DeviceAnswer, DeviceCommand } from '../world/model.ts';
import { Connection } from './connection.ts';
import type { Link } from './link.ts';
import { Outbox, type OutboxLimits } from './outbox.ts';
import type { Sample } from './sample.ts';

export interface DeviceClientOptions {
  readonly url: string;
  readonly token: string;
  /** Name of the connection, unique in the portal. */
  readonly name: string;
  readonly link: Link;
  readonly memory?: OutboxLimits;
  readonly retryMs?: { readonly first: number; readonly longest: number };
  readonly onCommand: (serialNumber: string, command: DeviceCommand) => DeviceAnswer;
}

/** Samples in one message, and messages on their way at once. */
const BATCH = 120;
const WINDOW = 3;

/**
 * The communication side of a device: sends what was measured at once while connected, keeps it while not, and sends
 * it late and in order, with the device's own times, when the portal is back.
 */
export class DeviceClient {
  readonly #options: DeviceClientOptions;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #attributes = new Map<string, Record<string, string | number>>();
  /** Messages on their way, oldest first; the outbox lets go of the head once it is acknowledged. */
  #onWay: { readonly count: number; isAcknowledged: boolean }[] = [];
  #waiting: (() => void)[] = [];

  constructor(options: DeviceClientOptions) {
    this.#options = options;
    this.#outbox = new Outbox(options.memory);
    this.#connection = new Connection({
      url: options.url,
      token: options.token,
      clientId: `fleet-${options.name}`,
      subscriptions: options.link.subscriptions,
      onReady: () => this.#greet(),
      onLost: () => this.#rewind(),
      onMessage: (topic, payload) => this.#receive(topic, payload),
      ...(options.retryMs ? { retryMs: options.retryMs } : {}),
    });
  }

  /** Samples that the portal has not acknowledged. */
  get pending(): number {
    return this.#outbox.length;
  }

  get lost(): number {
    return this.#outbox.lost;
  }

  get isConnected(): boolean {
    return this.#connection.isReady;
  }

  open(): void {
    this.#connection.open();
  }

  /** The radio fades: the line breaks without a goodbye, and measuring goes on. */
  cut(): void {
    this.#connection.cut();
  }

  async close(): Promise<void> {
    await this.#connection.close();
    this.#wake();
  }

  /** Takes a measurement; it is sent now or when there is a connection. */
  add(sample: Sample): void {
    this.#outbox.add(sample);
    this.#send();
  }

  /** Reports attributes when they are not what was reported last. */
  report(serialNumber: string, values: Record<string, string | number>): void {
    if (Object.keys(values).length === 0) return;
    const last = this.#attributes.get(serialNumber);
    if (last && JSON.stringify(last) === JSON.stringify(values)) return;
    this.#attributes.set(serialNumber, values);
    if (this.#connection.isReady) this.#post(serialNumber, values);
  }

  /**
   * Sends old measurements beside the live ones; resolves once they are acknowledged, however often the connection
   * breaks in between. Rejects when the signal says to stop.
   */
  async sendHistory(samples: readonly Sample[], signal: AbortSignal): Promise<void> {
    const message = this.#options.link.telemetry(samples);
    for (;;) {
      signal.throwIfAborted();
      if (!this.#connection.isReady) await this.#ready(signal);
      try {
        await this.#connection.publish(message);
        return;
      } catch {
        // The connection was lost: again when it is back.
      }
    }
  }

  #ready(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #greet(): void {
    for (const greeting of this.#options.link.greetings()) this.#connection.publish(greeting).catch(() => undefined);
    for (const [serialNumber, values] of this.#attributes) this.#post(serialNumber, values);
    this.#wake();
    this.#send();
  }

  #post(serialNumber: string, values: Record<string, string | number>): void {
    // Lost with the connection, it is sent again by the greeting of the next one.
    this.#connection.publish(this.#options.link.attributes(serialNumber, values)).catch(() => undefined);
  }

  #rewind(): void {
    this.#onWay = [];
    this.#outbox.rewind();
  }

  #send(): void {
    while (this.#connection.isReady && this.#onWay.length < WINDOW) {
      const batch = this.#outbox.take(BATCH);
      if (batch.length === 0) return;
      const message = { count: batch.length, isAcknowledged: false };
      this.#onWay.push(message);
      this.#connection.publish(this.#options.link.telemetry(batch)).then(
        () => {
          message.isAcknowledged = true;
          this.#release();
        },
        // Lost: `#rewind` puts it back at the head of the queue.
        () => undefined,
      );
    }
  }

  /** Acknowledgements may overtake each other; the outbox is let go from its head only. */
  #release(): void {
    while (this.#onWay[0]?.isAcknowledged) {
      const done = this.#onWay.shift();
      if (done) this.#outbox.drop(done.count);
    }
    this.#send();
  }

  #receive(topic: string, payload: string): void {
    const { link, onCommand } = this.#options;
    const incoming = link.readCommand(topic, payload);
    if (!incoming) return;
    const answer = onCommand(incoming.serialNumber, incoming.command);
    this.#connection.publish(link.answer(incoming, answer)).catch(() => undefined);
  }
}
