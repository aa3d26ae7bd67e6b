import {
  DISCONNECT,
  encodeConnect,
  encodeSubscribe,
  encodeUnsubscribe,
  MqttDecoder,
  type MqttPacket,
  PINGREQ,
} from './mqtt-codec.ts';

/** The hub may count on hearing from us this often; hidden tabs are allowed one timer a minute. */
const KEEP_ALIVE_S = 150;
export const PING_MS = 50_000;

/** Where the hub is and how a socket to it is opened. */
export interface HubAddress {
  /** Address of the hub, `wss://portal/mqtt`. */
  url: string;
  openSocket: (url: string) => WebSocket;
}

interface HubSocketOptions extends HubAddress {
  clientId: string;
  /** Of the session; it opens the hub and nothing else. */
  brokerToken: string;
  packet: (packet: MqttPacket) => void;
  /** It ended by itself, or said what cannot be read. Not called after `close`. */
  lost: () => void;
}

/** One socket to the live hub, from its opening to its end: what is sent and read on it as MQTT. */
export class HubSocket {
  readonly #options: HubSocketOptions;
  readonly #socket: WebSocket;
  readonly #decoder = new MqttDecoder();
  #packetId = 0;
  #isOver = false;
  /** When the hub was last heard of. */
  heardMs = Date.now();

  constructor(options: HubSocketOptions) {
    this.#options = options;
    this.#socket = options.openSocket(options.url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onopen = () => this.#send(encodeConnect(options.clientId, options.brokerToken, KEEP_ALIVE_S));
    this.#socket.onmessage = ({ data }) => this.#receive(data as ArrayBuffer);
    this.#socket.onclose = () => this.#options.lost();
  }

  /** Answers the id that the hub's confirmation will carry. */
  subscribe(filters: string[]): number {
    this.#send(encodeSubscribe(this.#nextPacketId(), filters));
    return this.#packetId;
  }

  unsubscribe(filters: string[]): void {
    this.#send(encodeUnsubscribe(this.#nextPacketId(), filters));
  }

  ping(): void {
    this.#send(PINGREQ);
  }

  close(): void {
    this.#isOver = true;
    const socket = this.#socket;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    this.#send(DISCONNECT);
    socket.close();
  }

  #receive(data: ArrayBuffer): void {
    this.heardMs = Date.now();
    try {
      for (const packet of this.#decoder.push(new Uint8Array(data))) {
        // A listener, or a refusal, may have closed this socket: what is left in the frame is not for the next one.
        if (this.#isOver) return;
        this.#options.packet(packet);
      }
    } catch (error) {
      console.warn('The live hub sent what cannot be read.', error);
      this.#options.lost();
    }
  }

  #send(bytes: Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(bytes.slice());
  }

  #nextPacketId(): number {
    this.#packetId = (this.#packetId % 65_535) + 1;
    return this.#packetId;
  }
}
