import type { IPublishPacket } from 'mqtt-packet';
import type { Clock } from '#clock.ts';
import type { BrokerAddress } from './broker-address.ts';
import { MqttConnection } from './mqtt-connection.ts';

/** So many messages of a filter are kept, and so much of each: a rule reads the whole of what is not longer. */
const KEPT = 50;
export const KEPT_BYTES = 64 * 1024;
const MAX_WATCHES = 5;
/** Nobody has asked for so long: whoever looked has gone. */
const PATIENCE_MS = 30_000;
/** Of a filter that brings more a second, a sample is seen. */
const MOST_PER_SECOND = 500;

export interface SeenMessage {
  readonly timeMs: number;
  readonly topic: string;
  /** Its first `KEPT_BYTES`. */
  readonly payload: Buffer;
  readonly bytes: number;
  readonly retained: boolean;
}

export interface Seen {
  /** The newest first. */
  messages: readonly SeenMessage[];
  total: number;
  failure: string | undefined;
}

export interface WatchParts {
  address: BrokerAddress;
  clientId: string;
  clock: Clock;
}

/** Looks at what a broker has to say of a topic filter, for as long as somebody asks; in memory, and only the newest. */
export class BrokerWatch {
  readonly #parts: WatchParts;
  readonly #watches = new Map<string, Watch>();
  #count = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** The messages since the first of these calls that followed on one another. */
  look(filter: string): Seen {
    let watch = this.#watches.get(filter);
    // Map keeps the order of asking: the one that nobody has asked for the longest gives way.
    this.#watches.delete(filter);
    if (!watch) {
      for (const [oldest, one] of this.#watches) {
        if (this.#watches.size < MAX_WATCHES) break;
        this.#watches.delete(oldest);
        one.end();
      }
      const clientId = `${this.#parts.clientId}-look${++this.#count}`;
      const begun = new Watch(filter, { ...this.#parts, clientId }, () => {
        if (this.#watches.get(filter) === begun) this.#watches.delete(filter);
      });
      watch = begun;
    }
    this.#watches.set(filter, watch);
    return watch.look();
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.end();
    this.#watches.clear();
  }
}

class Watch {
  readonly #clock: Clock;
  readonly #abort = new AbortController();
  readonly #onEnd: () => void;
  #seen: SeenMessage[] = [];
  #total = 0;
  #failure: string | undefined;
  #connection: MqttConnection | undefined;
  #patience: NodeJS.Timeout;
  #second = { began: 0, count: 0 };

  constructor(filter: string, { address, clientId, clock }: WatchParts, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#patience = setTimeout(() => this.end(), PATIENCE_MS).unref();
    this.#watch(filter, address, clientId).catch((error: unknown) => {
      this.#failure = error instanceof Error ? error.message : String(error);
    });
  }

  look(): Seen {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.end(), PATIENCE_MS).unref();
    const { messages, total, failure } = {
      messages: this.#seen.toReversed(),
      total: this.#total,
      failure: this.#failure,
    };
    // Whoever asks again tries again.
    if (failure !== undefined) this.end();
    return { messages, total, failure };
  }

  end(): void {
    clearTimeout(this.#patience);
    this.#abort.abort();
    void this.#connection?.end();
    this.#onEnd();
  }

  async #watch(filter: string, address: BrokerAddress, clientId: string): Promise<void> {
    const connection = await MqttConnection.open(address, { clientId, clean: true }, this.#abort.signal);
    this.#connection = connection;
    connection.listen(
      (packet) => this.#take(connection, packet),
      (reason) => {
        this.#failure = `The MQTT broker ${address.text}: ${reason ?? 'it has ended the connection'}.`;
      },
    );
    const refused = await connection.subscribe([{ topic: filter, qos: 0 }]);
    if (refused.length > 0) this.#failure = `The broker does not let the portal subscribe to ${filter}.`;
  }

  #take(connection: MqttConnection, { topic, payload, retain }: IPublishPacket): void {
    const bytes = payload as Buffer;
    // A copy: a view would hold the whole of what the network brought with it.
    const kept = Buffer.from(bytes.subarray(0, KEPT_BYTES));
    this.#total++;
    this.#seen.push({ timeMs: this.#clock.now(), topic, payload: kept, bytes: bytes.length, retained: retain });
    if (this.#seen.length > KEPT) this.#seen.shift();
    const nowMs = performance.now();
    if (nowMs - this.#second.began >= 1_000) this.#second = { began: nowMs, count: 0 };
    if (++this.#second.count !== MOST_PER_SECOND) return;
    connection.pause();
    setTimeout(() => connection.resume(), 1_000 - (nowMs - this.#second.began)).unref();
  }
}
