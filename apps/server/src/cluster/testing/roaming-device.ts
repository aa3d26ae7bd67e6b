import { setTimeout as pause } from 'node:timers/promises';
import type { AssetId } from '@telltale/contract';
import { connect, type MqttClient } from 'mqtt';

const SEND_EVERY_MS = 50;
const RETRY_MS = 100;
/** Messages that are under way at once on a connection. */
const MOST_UNDER_WAY = 16;

/** How often a device of this kind measures, and what beside `N`, the time of its message. */
export interface RoamingOptions {
  sendEveryMs?: number;
  valuesAt?: (timeMs: number) => Readonly<Record<string, number>>;
}

interface Message {
  timeMs: number;
  body: string;
}

/**
 * A device that measures by its clock, connected or not, keeps what is not acknowledged and sends it in its order, some
 * messages at once; it connects to either node, and answers every command.
 */
export class RoamingDevice {
  readonly assetId: AssetId;
  /** Times of acknowledged values. */
  readonly acknowledged: number[] = [];
  /** When each of these was acknowledged. */
  readonly acknowledgedAtMs: number[] = [];
  /** How often each command came. */
  readonly commands = new Map<number, number>();
  readonly #token: string;
  readonly #ports: readonly number[];
  readonly #options: RoamingOptions;
  readonly #unanswered = new Set<number>();
  /** What is not acknowledged, in its order; the first of it is under way on the connection there is. */
  #waiting: Message[] = [];
  #underWay = 0;
  #client: MqttClient | undefined;
  #isMeasuring = true;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(assetId: AssetId, token: string, ports: readonly number[], options: RoamingOptions = {}) {
    this.assetId = assetId;
    this.#token = token;
    this.#ports = ports;
    this.#options = options;
  }

  start(): void {
    this.#running = Promise.all([this.#stayConnected(), this.#measure(), this.#answer()]);
  }

  /** From now on it only sends what it has. */
  endMeasuring(): void {
    this.#isMeasuring = false;
  }

  async stop(): Promise<void> {
    this.endMeasuring();
    this.#isOver = true;
    this.#client?.stream.destroy();
    await this.#running;
  }

  get hasAnswered(): boolean {
    return this.#unanswered.size === 0;
  }

  /** Messages that are not acknowledged. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async #stayConnected(): Promise<void> {
    for (let n = this.assetId; !this.#isOver; n++) {
      const port = this.#ports[n % this.#ports.length];
      const client = connect(`mqtt://127.0.0.1:${port}`, {
        username: this.#token,
        clientId: 'device',
        protocolVersion: n % 2 === 0 ? 4 : 5,
        reconnectPeriod: 0,
        connectTimeout: 3_000,
        keepalive: 3,
      });
      client.on('error', () => undefined);
      client.on('message', (topic) => this.#hear(Number(topic.split('/').at(-1))));
      client.once('connect', () => {
        client.subscribe('v1/devices/me/rpc/request/+', { qos: 1 });
        this.#client = client;
        this.#underWay = 0;
        this.#send();
      });
      const isClosed = new Promise<void>((resolve) => client.once('close', () => resolve()));
      // Some go to the other node while all is well, too.
      const moves = setTimeout(() => client.stream.destroy(), 4_000 + 2_000 * (n % 5));
      await isClosed;
      clearTimeout(moves);
      client.end(true);
      if (this.#client === client) this.#client = undefined;
      await pause(RETRY_MS);
    }
  }

  #hear(commandId: number): void {
    this.commands.set(commandId, (this.commands.get(commandId) ?? 0) + 1);
    this.#unanswered.add(commandId);
  }

  async #answer(): Promise<void> {
    while (!this.#isOver) {
      for (const commandId of [...this.#unanswered]) {
        if (await this.#published(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}')) {
          this.#unanswered.delete(commandId);
        }
      }
      await pause(RETRY_MS);
    }
  }

  /** Each time of its clock once, also where this process comes late to it. */
  async #measure(): Promise<void> {
    const { sendEveryMs = SEND_EVERY_MS, valuesAt = () => ({}) } = this.#options;
    let dueMs = Date.now() + Math.random() * sendEveryMs;
    for (let ts = 0; this.#isMeasuring; dueMs += sendEveryMs) {
      if (dueMs > Date.now()) await pause(dueMs - Date.now());
      ts = Math.max(ts + 1, Math.floor(dueMs));
      this.#waiting.push({ timeMs: ts, body: JSON.stringify({ ts, values: { N: ts, ...valuesAt(ts) } }) });
      this.#send();
    }
  }

  #send(): void {
    const client = this.#client;
    if (!client?.connected) return;
    while (this.#underWay < Math.min(MOST_UNDER_WAY, this.#waiting.length)) {
      const message = this.#waiting[this.#underWay++] as Message;
      client.publish('v1/devices/me/telemetry', message.body, { qos: 1 }, (error) => {
        // What was under way on a connection that ended goes again on the next one.
        if (this.#client !== client) return;
        if (error) client.stream.destroy();
        else this.#acknowledge(message);
      });
    }
  }

  #acknowledge(message: Message): void {
    this.#waiting.splice(this.#waiting.indexOf(message), 1);
    this.#underWay--;
    this.acknowledged.push(message.timeMs);
    this.acknowledgedAtMs.push(Date.now());
    this.#send();
  }

  /** False: it was not acknowledged. */
  #published(topic: string, payload: string): Promise<boolean> {
    const client = this.#client;
    if (!client?.connected) return Promise.resolve(false);
    return new Promise((resolve) => {
      const lost = () => resolve(false);
      client.once('close', lost);
      client.publish(topic, payload, { qos: 1 }, (error) => {
        client.off('close', lost);
        resolve(!error);
      });
    });
  }
}
