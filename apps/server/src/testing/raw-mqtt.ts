import { connect, type Socket } from 'node:net';
import mqtt, { type Packet } from 'mqtt-packet';

/** An MQTT connection by hand: sends what no well-behaved client would. */
export class RawMqtt {
  readonly socket: Socket;
  readonly #packets: Packet[] = [];
  readonly #waiting: ((packet: Packet | undefined) => void)[] = [];
  readonly closed: Promise<void>;
  readonly #protocolVersion: number;
  #isClosed = false;

  constructor(port: number, protocolVersion: 3 | 4 | 5 = 4) {
    this.#protocolVersion = protocolVersion;
    this.socket = connect(port, '127.0.0.1');
    const parser = mqtt.parser({ protocolVersion });
    parser.on('packet', (packet) => {
      const waiting = this.#waiting.shift();
      if (waiting) waiting(packet);
      else this.#packets.push(packet);
    });
    this.socket.on('data', (chunk) => parser.parse(chunk));
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        this.#isClosed = true;
        for (const waiting of this.#waiting.splice(0)) waiting(undefined);
        resolve();
      });
    });
  }

  send(packet: Packet): void {
    this.socket.write(mqtt.generate(packet, { protocolVersion: this.#protocolVersion }));
  }

  sendBytes(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next packet; undefined when the connection ended before one came. */
  next(): Promise<Packet | undefined> {
    const packet = this.#packets.shift();
    if (packet || this.#isClosed) return Promise.resolve(packet);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends a CONNECT; answers the CONNACK's code, or undefined when the connection ended instead. */
  async connect(options: Partial<Extract<Packet, { cmd: 'connect' }>>): Promise<number | undefined> {
    const reply = await this.connack(options);
    return this.#protocolVersion === 5 ? reply?.reasonCode : reply?.returnCode;
  }

  /** Sends a CONNECT; answers the CONNACK, or undefined when the connection ended instead. */
  async connack(options: Partial<Extract<Packet, { cmd: 'connect' }>>) {
    const isOld = this.#protocolVersion === 3;
    this.send({
      cmd: 'connect',
      protocolId: isOld ? 'MQIsdp' : 'MQTT',
      protocolVersion: this.#protocolVersion as 3 | 4 | 5,
      clean: true,
      keepalive: 60,
      clientId: 'raw',
      ...options,
    });
    const reply = await this.next();
    return reply?.cmd === 'connack' ? reply : undefined;
  }
}
