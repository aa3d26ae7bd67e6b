import type { Socket } from 'node:net';
import {
  generate,
  type IConnackPacket,
  type IPublishPacket,
  type ISubscription,
  type Packet,
  type Parser,
} from 'mqtt-packet';
import type { BrokerAddress } from './broker-address.ts';
import { ConnectFailure, endsOver } from './connect-failure.ts';
import { ANSWER_MS, type ConnectOptions, type Handshake, KEEP_ALIVE_S, shakeHands } from './mqtt-handshake.ts';

const LAST_ID = 65_535;
const REFUSED = 0x80;

export type Publication = Pick<IPublishPacket, 'topic' | 'payload' | 'qos' | 'retain' | 'properties'>;

/** One connection to a broker, from its CONNACK to its end; what came in and was not acknowledged is the broker's again. */
export class MqttConnection {
  readonly version: 4 | 5;
  readonly connack: IConnackPacket;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (packet: Packet) => void>();
  readonly #pulse: NodeJS.Timeout;
  #onMessage: (packet: IPublishPacket) => void = () => undefined;
  #onEnd: (reason: string | undefined) => void = () => undefined;
  #early: IPublishPacket[] | undefined = [];
  #lastId = 0;
  #isQuiet = false;
  #isCorked = false;
  #reason: string | undefined;

  private constructor(socket: Socket, parser: Parser, version: 4 | 5, connack: IConnackPacket) {
    this.#socket = socket;
    this.version = version;
    this.connack = connack;
    parser.removeAllListeners();
    parser.on('packet', (packet: Packet) => this.#take(packet));
    parser.on('error', (error: Error) => this.#fail(`it said something that is not MQTT (${error.message})`));
    socket.removeAllListeners('error').removeAllListeners('close');
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Ended without a goodbye: the close that follows says all that is known.
      if (error.code !== 'ECONNRESET') this.#fail(error.message);
    });
    socket.on('close', () => this.#ended());
    // 0: it wants no sign of life; the portal still wants one of the broker's.
    const keepAliveS = connack.properties?.serverKeepAlive || KEEP_ALIVE_S;
    // Half the time: a ping each turn, and a broker that is silent for a whole one more is gone.
    this.#pulse = setInterval(() => this.#beat(), (keepAliveS * 1_000) / 2).unref();
  }

  /**
   * Connects in the newest MQTT that the broker speaks.
   * @throws ConnectFailure
   */
  static async open(
    address: BrokerAddress,
    options: Omit<ConnectOptions, 'version'>,
    signal?: AbortSignal,
  ): Promise<MqttConnection> {
    try {
      return await MqttConnection.#open(address, { ...options, version: 5 }, signal);
    } catch (error) {
      if (!(error instanceof ConnectFailure) || error.kind !== 'version') throw error;
      return MqttConnection.#open(address, { ...options, version: 4 }, signal).catch(async (second: unknown) => {
        if (!(second instanceof ConnectFailure) || second.kind !== 'version') throw second;
        // In no version: then it is not the version, but perhaps the topic of the will.
        const { will, ...plain } = options;
        if (will && (await MqttConnection.#letsIn(address, plain, signal)))
          throw new ConnectFailure(`The MQTT broker ${address.text}: ${endsOver([will.topic])}.`, 'topics');
        throw new ConnectFailure(second.message, 'away');
      });
    }
  }

  static async #letsIn(...where: Parameters<typeof MqttConnection.open>): Promise<boolean> {
    try {
      const connection = await MqttConnection.open(...where);
      await connection.end();
      return true;
    } catch (error) {
      if (error instanceof ConnectFailure) return false;
      throw error;
    }
  }

  static #open(address: BrokerAddress, options: ConnectOptions, signal?: AbortSignal): Promise<MqttConnection> {
    const take = ({ socket, parser, connack }: Handshake) =>
      new MqttConnection(socket, parser, options.version, connack);
    return shakeHands(address, options, take, signal);
  }

  /** QoS 1 messages that the broker takes at once. */
  get receiveMaximum(): number {
    return this.connack.properties?.receiveMaximum ?? LAST_ID;
  }

  get maximumPacketSize(): number | undefined {
    return this.connack.properties?.maximumPacketSize;
  }

  /** Bytes that the broker has not read yet. */
  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /** Who hears of messages, and of the end with its reason; messages that came before are heard first. */
  listen(onMessage: (packet: IPublishPacket) => void, onEnd: (reason: string | undefined) => void): void {
    this.#onMessage = onMessage;
    this.#onEnd = onEnd;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const packet of early) onMessage(packet);
    if (this.#socket.destroyed) onEnd(this.#reason);
  }

  /** Resolves with the filters that the broker refused. */
  async subscribe(subscriptions: readonly ISubscription[]): Promise<string[]> {
    if (subscriptions.length === 0) return [];
    const messageId = this.#nextId();
    const answer = await this.#ask({ cmd: 'subscribe', messageId, subscriptions: [...subscriptions] });
    const granted = answer.cmd === 'suback' ? (answer.granted as number[]) : [];
    return subscriptions.flatMap(({ topic }, index) => ((granted[index] ?? REFUSED) >= REFUSED ? [topic] : []));
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    if (filters.length === 0) return;
    await this.#ask({ cmd: 'unsubscribe', messageId: this.#nextId(), unsubscriptions: [...filters] });
  }

  /** @param onTaken called once the broker has acknowledged it, at QoS 1 */
  publish(publication: Publication, onTaken: () => void = () => undefined): void {
    const packet: IPublishPacket = { cmd: 'publish', dup: false, ...publication };
    if (this.version === 4) delete packet.properties;
    if (packet.qos === 1) {
      packet.messageId = this.#nextId();
      this.#waiting.set(packet.messageId, onTaken);
    }
    this.#write(packet);
  }

  acknowledge(messageId: number): void {
    this.#write({ cmd: 'puback', messageId });
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Says goodbye, so that the broker does not publish the will, and waits for the end. */
  async end(): Promise<void> {
    if (this.#socket.destroyed) return;
    this.#write({ cmd: 'disconnect' });
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    const patience = setTimeout(() => this.#socket.destroy(), 1_000);
    this.#socket.end();
    this.#socket.resume();
    await closed;
    clearTimeout(patience);
  }

  /** Ends at once: the broker keeps what was not acknowledged. */
  cut(reason: string): void {
    this.#fail(reason);
  }

  #take(packet: Packet): void {
    this.#isQuiet = false;
    switch (packet.cmd) {
      case 'publish':
        if (this.#early) this.#early.push(packet);
        else this.#onMessage(packet);
        break;
      case 'puback':
      case 'suback':
      case 'unsuback': {
        const { messageId = 0 } = packet;
        const answered = this.#waiting.get(messageId);
        this.#waiting.delete(messageId);
        answered?.(packet);
        break;
      }
      case 'disconnect':
        this.#fail(farewell(packet.reasonCode, packet.properties?.reasonString));
        break;
    }
  }

  #ask(packet: Packet & { messageId: number }): Promise<Packet> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new ConnectFailure('the connection ended', 'away'));
      // Nothing more is heard of it, its end neither.
      if (this.#socket.destroyed) return gone();
      const patience = setTimeout(() => this.#fail('it does not answer'), ANSWER_MS);
      this.#socket.once('close', gone);
      this.#waiting.set(packet.messageId, (answer) => {
        clearTimeout(patience);
        this.#socket.off('close', gone);
        resolve(answer);
      });
      this.#socket.once('close', () => clearTimeout(patience));
      this.#write(packet);
    });
  }

  /** What is written in one turn of the event loop goes out together. */
  #write(packet: Packet): void {
    if (this.#socket.destroyed) return;
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(generate(packet, { protocolVersion: this.version }));
  }

  #nextId(): number {
    do this.#lastId = (this.#lastId % LAST_ID) + 1;
    while (this.#waiting.has(this.#lastId));
    return this.#lastId;
  }

  #beat(): void {
    // While the portal itself does not read, the broker's silence says nothing.
    if (this.#isQuiet && !this.#socket.isPaused()) {
      this.#fail('it has fallen silent');
      return;
    }
    this.#isQuiet = true;
    this.#write({ cmd: 'pingreq' });
  }

  #fail(reason: string): void {
    this.#reason ??= reason;
    this.#socket.destroy();
  }

  #ended(): void {
    clearInterval(this.#pulse);
    this.#onEnd(this.#reason);
  }
}

const FAREWELLS: Readonly<Record<number, string>> = {
  139: 'it is shutting down',
  141: 'it has heard nothing for too long',
  142: 'another client has come with the same client id: does a second portal use this broker? Set TELLTALE_BROKER_CLIENT_ID',
  147: 'more messages came at once than the portal takes',
  152: 'somebody has ended the connection there',
};

function farewell(code = 0, said: string | undefined): string {
  return said ?? FAREWELLS[code] ?? `it has ended the connection (reason ${code})`;
}
