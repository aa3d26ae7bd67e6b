import { setTimeout as pause } from 'node:timers/promises';
import type { AssetId } from '@telltale/contract';
import { connect, type MqttClient } from 'mqtt';

const SEND_EVERY_MS = 50;
const RETRY_MS = 100;

/** How often a device of this kind sends, and what beside `N`, the time of its message. */
export interface RoamingOptions {
  sendEveryMs?: number;
  valuesAt?: (timeMs: number) => Readonly<Record<string, number>>;
}

/** A device that connects to either node, sends until each value is acknowledged, and answers every command. */
export class RoamingDevice {
  readonly assetId: AssetId;
  /** Times of acknowledged values. */
  readonly acknowledged: number[] = [];
  /** How often each command came. */
  readonly commands = new Map<number, number>();
  readonly #token: string;
  readonly #ports: readonly number[];
  readonly #options: RoamingOptions;
  readonly #unanswered = new Set<number>();
  #client: MqttClient | undefined;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(assetId: AssetId, token: string, ports: readonly number[], options: RoamingOptions = {}) {
    this.assetId = assetId;
    this.#token = token;
    this.#ports = ports;
    this.#options = options;
  }

  start(): void {
    this.#running = Promise.all([this.#stayConnected(), this.#send(), this.#answer()]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#client?.stream.destroy();
    await this.#running;
  }

  get hasAnswered(): boolean {
    return this.#unanswered.size === 0;
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

  async #send(): Promise<void> {
    const { sendEveryMs = SEND_EVERY_MS, valuesAt = () => ({}) } = this.#options;
    let ts = Date.now();
    let dueMs = performance.now();
    while (!this.#isOver) {
      ts = Math.max(ts + 1, Date.now());
      const body = JSON.stringify({ ts, values: { N: ts, ...valuesAt(ts) } });
      while (!this.#isOver && !(await this.#published('v1/devices/me/telemetry', body))) await pause(RETRY_MS);
      if (!this.#isOver) this.acknowledged.push(ts);
      // What it waited for an acknowledgement is not waited once more; what it could not send meanwhile is not sent at once.
      dueMs = Math.max(dueMs + sendEveryMs, performance.now());
      await pause(Math.max(0, dueMs - performance.now()));
    }
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
