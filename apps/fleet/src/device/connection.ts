import mqtt, { type MqttClient } from 'mqtt';
import type { Message } from './link.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** Access token of the asset or gateway: the MQTT user name. */
  readonly token: string;
  readonly clientId: string;
  readonly subscriptions: readonly string[];
  readonly onReady: () => void;
  readonly onLost: () => void;
  readonly onMessage: (topic: string, payload: string) => void;
  /** First and longest wait between attempts; each wait is up to twice the one before. */
  readonly retryMs?: { readonly first: number; readonly longest: number };
}

const RETRY_MS = { first: 500, longest: 8_000 };

/**
 * Keeps one MQTT connection alive: connects, and after a loss connects again with growing waits. Each attempt has a
 * client of its own, so nothing is re-sent behind the outbox's back and order is kept.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #client: MqttClient | undefined;
  #isReady = false;
  #isWanted = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Rejections of what was published and not acknowledged on this connection. */
  readonly #unacknowledged = new Set<() => void>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Begins to connect; does nothing when it is at it already. */
  open(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#failures = 0;
    this.#connect();
  }

  /** Cuts the line without a word, as a radio that fades does; `open` begins anew. */
  cut(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#client?.stream.destroy();
    this.#lose(this.#client);
  }

  /** Says goodbye and closes; resolves when the line is closed. */
  async close(): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    const client = this.#client;
    if (!client) return;
    await client.endAsync(!this.#isReady).catch(() => undefined);
    this.#lose(client);
  }

  /** Publishes with QoS 1; resolves at the PUBACK, rejects when the connection is lost before it. */
  publish(message: Message): Promise<void> {
    const client = this.#client;
    if (!client || !this.#isReady) return Promise.reject(new Error('not connected'));
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('connection lost'));
      this.#unacknowledged.add(lost);
      client.publish(message.topic, message.payload, { qos: 1 }, (error) => {
        this.#unacknowledged.delete(lost);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  #connect(): void {
    const { url, token, clientId } = this.#options;
    const client = mqtt.connect(url, {
      username: token,
      clientId,
      clean: true,
      keepalive: 30,
      connectTimeout: 10_000,
      // Attempts are ours to make: mqtt.js would re-send what was on its way out of order.
      reconnectPeriod: 0,
      queueQoSZero: false,
    });
    this.#client = client;
    client.on('connect', () => this.#begin(client));
    client.on('message', (topic, payload) => this.#options.onMessage(topic, payload.toString('utf8')));
    // A refused or broken connection closes right after its error; 'close' does what is to be done.
    client.on('error', () => undefined);
    client.on('close', () => this.#lose(client));
  }

  #begin(client: MqttClient): void {
    const { subscriptions } = this.#options;
    const ready = () => {
      if (client !== this.#client) return;
      this.#failures = 0;
      this.#isReady = true;
      this.#options.onReady();
    };
    if (subscriptions.length === 0) ready();
    else client.subscribe([...subscriptions], { qos: 1 }, (error) => (error ? client.end(true) : ready()));
  }

  #lose(client: MqttClient | undefined): void {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    client.end(true);
    const lost = [...this.#unacknowledged];
    this.#unacknowledged.clear();
    for (const reject of lost) reject();
    const wasReady = this.#isReady;
    this.#isReady = false;
    if (wasReady) this.#options.onLost();
    if (!this.#isWanted) return;
    const { first, longest } = this.#options.retryMs ?? RETRY_MS;
    const waitMs = Math.min(longest, first * 2 ** this.#failures) * (0.5 + 0.5 * Math.random());
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), waitMs);
  }
}
