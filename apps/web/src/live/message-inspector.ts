import {
  DISCONNECT,
  encodeConnect,
  encodeSubscribe,
  encodeUnsubscribe,
  MqttDecoder,
  type MqttPacket,
  PINGREQ,
  SUBSCRIPTION_REFUSED,
} from './mqtt-codec.ts';

export type InspectorStatus = 'closed' | 'connecting' | 'open' | 'refused' | 'lost';

export interface InspectedMessage {
  /** Counts up; tells messages apart. */
  id: number;
  timeMs: number;
  topic: string;
  /** The payload as text, cut at `MAX_SHOWN`. */
  text: string;
  bytes: number;
}

export interface InspectedTopic {
  topic: string;
  state: 'asked' | 'granted' | 'refused';
}

export interface InspectorState {
  readonly status: InspectorStatus;
  readonly topics: readonly InspectedTopic[];
  /** Newest first. */
  readonly messages: readonly InspectedMessage[];
  /** All that came, also those no longer kept. */
  readonly received: number;
}

/** Messages kept; older ones go. */
export const MAX_MESSAGES = 500;
const MAX_SHOWN = 4_000;
export const MAX_TOPICS = 50;
const KEEP_ALIVE_S = 150;
const PING_MS = 50_000;
/** A screen need not change more often than this, however many messages come. */
const SHOW_MS = 200;

interface InspectorOptions {
  /** The portal's own live hub; there is no other. */
  url: string;
  openSocket: (url: string) => WebSocket;
  random: () => number;
}

const CLOSED: InspectorState = { status: 'closed', topics: [], messages: [], received: 0 };

/**
 * A connection of its own to the portal's live hub, to look at what is published. The hub lets through only what the
 * user may see (guarantee C13). It is not renewed by itself: whoever looks also sees when it ends.
 */
export class MessageInspector {
  readonly #options: InspectorOptions;
  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<number, string>();
  #state: InspectorState = CLOSED;
  #incoming: InspectedMessage[] = [];
  #socket: WebSocket | undefined;
  #decoder = new MqttDecoder();
  #packetId = 0;
  #lastId = 0;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #showTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: InspectorOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = (): InspectorState => this.#state;

  /** @param brokerToken of the session; it opens the hub and nothing else */
  connect(brokerToken: string): void {
    this.#end('connecting');
    this.#decoder = new MqttDecoder();
    const socket = this.#options.openSocket(this.#options.url);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    const clientId = `view-${Math.floor(this.#options.random() * 2 ** 48).toString(36)}`;
    socket.onopen = () => this.#send(encodeConnect(clientId, brokerToken, KEEP_ALIVE_S));
    socket.onmessage = ({ data }) => this.#receive(data as ArrayBuffer);
    socket.onclose = () => this.#end('lost');
  }

  disconnect(): void {
    this.#end('closed');
  }

  addTopic(topic: string): void {
    const { topics, status } = this.#state;
    if (topic === '' || topics.length >= MAX_TOPICS || topics.some((known) => known.topic === topic)) return;
    this.#set({ topics: [...topics, { topic, state: 'asked' }] });
    if (status === 'open') this.#ask(topic);
  }

  removeTopic(topic: string): void {
    const known = this.#state.topics.find((one) => one.topic === topic);
    if (known === undefined) return;
    this.#set({ topics: this.#state.topics.filter((one) => one !== known) });
    if (this.#state.status === 'open') this.#send(encodeUnsubscribe(this.#nextPacketId(), [topic]));
  }

  clearMessages(): void {
    this.#incoming = [];
    this.#set({ messages: [], received: 0 });
  }

  #ask(topic: string): void {
    const packetId = this.#nextPacketId();
    this.#pending.set(packetId, topic);
    this.#send(encodeSubscribe(packetId, [topic]));
  }

  #receive(data: ArrayBuffer): void {
    try {
      for (const packet of this.#decoder.push(new Uint8Array(data))) this.#handle(packet);
    } catch (error) {
      console.warn('The live hub sent what cannot be read.', error);
      this.#end('lost');
    }
  }

  #handle(packet: MqttPacket): void {
    if (packet.kind === 'connack') {
      if (packet.returnCode !== 0) {
        this.#end('refused');
        return;
      }
      this.#pingTimer = setInterval(() => this.#send(PINGREQ), PING_MS);
      this.#set({ status: 'open' });
      for (const { topic } of this.#state.topics) this.#ask(topic);
    } else if (packet.kind === 'suback') {
      const topic = this.#pending.get(packet.packetId);
      this.#pending.delete(packet.packetId);
      const isRefused = packet.returnCodes.every((code) => code === SUBSCRIPTION_REFUSED);
      const state = isRefused ? ('refused' as const) : ('granted' as const);
      this.#set({ topics: this.#state.topics.map((one) => (one.topic === topic ? { topic, state } : one)) });
    } else if (packet.kind === 'publish') {
      this.#keep(packet.topic, packet.payload);
    }
  }

  #keep(topic: string, payload: Uint8Array): void {
    const text = new TextDecoder().decode(payload.subarray(0, MAX_SHOWN));
    const message = { id: ++this.#lastId, timeMs: Date.now(), topic, text, bytes: payload.length };
    this.#incoming.unshift(message);
    if (this.#incoming.length > MAX_MESSAGES) this.#incoming.length = MAX_MESSAGES;
    this.#state = { ...this.#state, received: this.#state.received + 1 };
    this.#showTimer ??= setTimeout(() => this.#show(), SHOW_MS);
  }

  #show(): void {
    this.#showTimer = undefined;
    const messages = [...this.#incoming, ...this.#state.messages].slice(0, MAX_MESSAGES);
    this.#incoming = [];
    this.#set({ messages });
  }

  #end(status: InspectorStatus): void {
    clearInterval(this.#pingTimer);
    this.#pending.clear();
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket !== undefined) {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      if (socket.readyState === socket.OPEN) socket.send(DISCONNECT.slice());
      socket.close();
    }
    const topics = this.#state.topics.map(({ topic }): InspectedTopic => ({ topic, state: 'asked' }));
    this.#set({ status, topics });
  }

  #send(bytes: Uint8Array): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(bytes.slice());
  }

  #set(part: Partial<InspectorState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }

  #nextPacketId(): number {
    this.#packetId = (this.#packetId % 65_535) + 1;
    return this.#packetId;
  }
}
