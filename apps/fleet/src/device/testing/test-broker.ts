import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';

export interface Received {
  topic: string;
  payload: string;
  user: string;
}

/** A real MQTT broker that keeps what devices publish; it can go down and come back on the same port. */
export class TestBroker {
  readonly received: Received[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #users = new WeakMap<Client, string>();
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #server: Server | undefined;
  #aedes: Aedes | undefined;
  #toSwallow = 0;
  #swallowed: (() => void)[] = [];

  static async start(): Promise<TestBroker> {
    const broker = new TestBroker();
    await broker.up();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.#port}`;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async up(): Promise<void> {
    const aedes = new Aedes({
      authenticate: (client, username, _password, done) => {
        this.#users.set(client, username ?? '');
        done(null, username !== 'wrong');
      },
      authorizePublish: (client, packet, done) => {
        if (this.#toSwallow > 0) {
          this.#toSwallow -= 1;
          this.#swallowed.push(() => done(new Error('going down')));
          this.#notify();
          return;
        }
        const user = client ? (this.#users.get(client) ?? '') : '';
        this.received.push({ topic: packet.topic, payload: packet.payload.toString(), user });
        done(null);
        this.#notify();
      },
    });
    await aedes.listen();
    this.#aedes = aedes;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      aedes.handle(socket);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** As if killed: connections break, nothing more is acknowledged. */
  async down(): Promise<void> {
    const server = this.#server;
    const aedes = this.#aedes;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    for (const refuse of this.#swallowed.splice(0)) refuse();
    if (server) await new Promise((resolve) => server.close(resolve));
    if (aedes) await new Promise<void>((resolve) => aedes.close(() => resolve()));
  }

  /** The next `count` messages are swallowed: no acknowledgement comes for them. Resolves when they came. */
  async swallow(count: number): Promise<void> {
    this.#toSwallow = count;
    await this.until(() => this.#toSwallow === 0);
  }

  publish(topic: string, payload: string): void {
    this.#aedes?.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
      () => undefined,
    );
  }

  /** Resolves as soon as the condition holds; it is looked at as each message comes. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
