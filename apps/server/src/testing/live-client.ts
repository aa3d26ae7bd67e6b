import mqtt, { type Packet } from 'mqtt-packet';
import { WebSocket } from 'ws';

export interface LiveMessage {
  topic: string;
  body: unknown;
}

/** A browser at the live hub: MQTT over WebSocket, by hand, so that tests see every byte. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: LiveMessage[] = [];
  /** The HTTP status of the refusal; undefined when the upgrade went through. */
  readonly opened: Promise<number | undefined>;
  readonly closed: Promise<void>;
  #isClosed = false;
  readonly #replies: Packet[] = [];
  #waiting: (() => void)[] = [];
  #messageId = 0;

  constructor(url: string, headers: Record<string, string> = { Origin: new URL(url).origin }) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/mqtt`, 'mqtt', { headers });
    const parser = mqtt.parser();
    parser.on('packet', (packet) => {
      if (packet.cmd === 'publish') {
        this.messages.push({ topic: packet.topic, body: JSON.parse(packet.payload.toString()) });
      } else this.#replies.push(packet);
      this.#wake();
    });
    this.socket.on('message', (data: Buffer) => parser.parse(data));
    this.socket.on('error', () => undefined);
    this.opened = new Promise((resolve) => {
      this.socket.once('open', () => resolve(undefined));
      this.socket.once('unexpected-response', (request, response) => {
        request.destroy();
        resolve(response.statusCode);
      });
    });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        this.#isClosed = true;
        this.#wake();
        resolve();
      });
    });
  }

  send(packet: Packet): void {
    this.socket.send(mqtt.generate(packet));
  }

  /** Connects with a broker token; answers the CONNACK's code, undefined when the connection ended instead. */
  async connect(username: string | undefined): Promise<number | undefined> {
    await this.opened;
    const name = username === undefined ? {} : { username };
    const connect = { protocolId: 'MQTT', protocolVersion: 4, clientId: 'test', clean: true, keepalive: 60 } as const;
    this.send({ cmd: 'connect', ...connect, ...name });
    const reply = await this.reply();
    return reply?.cmd === 'connack' ? reply.returnCode : undefined;
  }

  /** The codes of the SUBACK; undefined when the connection ended instead. */
  async subscribe(...filters: string[]): Promise<number[] | undefined> {
    const subscriptions = filters.map((topic) => ({ topic, qos: 0 as const }));
    this.send({ cmd: 'subscribe', messageId: ++this.#messageId, subscriptions });
    const reply = await this.reply();
    return reply?.cmd === 'suback' ? (reply.granted as number[]) : undefined;
  }

  async reply(): Promise<Packet | undefined> {
    await this.#until(() => this.#replies.length > 0);
    return this.#replies.shift();
  }

  /** Resolves with the first message that fits, also one that came before; undefined when the connection ended. */
  async message(fits: (message: LiveMessage) => boolean): Promise<LiveMessage | undefined> {
    await this.#until(() => this.messages.some(fits));
    return this.messages.find(fits);
  }

  close(): void {
    this.socket.terminate();
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!this.#isClosed && !condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
