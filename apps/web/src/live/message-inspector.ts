import { type HubAddress, HubSocket, PING_MS } from './hub-socket.ts';
import { type MqttPacket, SUBSCRIPTION_REFUSED } from './mqtt-codec.ts';

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
/** A screen need not change more often than this, however many messages come. */
const SHOW_MS = 200;

interface InspectorOptions extends HubAddress {
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
  #socket: HubSocket | undefined;
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
    this.#socket = new HubSocket({
      ...this.#options,
      clientId: `view-${Math.floor(this.#options.random() * 2 ** 48).toString(36)}`,
      brokerToken,
      packet: (packet) => this.#handle(packet),
      lost: () => this.#end('lost'),
    });
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
    if (this.#state.status === 'open') this.#socket?.unsubscribe([topic]);
  }

  clearMessages(): void {
    this.#incoming = [];
    this.#set({ messages: [], received: 0 });
  }

  #ask(topic: string): void {
    const packetId = this.#socket?.subscribe([topic]);
    if (packetId !== undefined) this.#pending.set(packetId, topic);
  }

  #handle(packet: MqttPacket): void {
    if (packet.kind === 'connack') {
      if (packet.returnCode !== 0) {
        this.#end('refused');
        return;
      }
      this.#pingTimer = setInterval(() => this.#socket?.ping(), PING_MS);
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
    this.#socket?.close();
    this.#socket = undefined;
    const topics = this.#state.topics.map(({ topic }): InspectedTopic => ({ topic, state: 'asked' }));
    this.#set({ status, topics });
  }

  #set(part: Partial<InspectorState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
