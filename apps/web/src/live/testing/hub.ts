import { generate, type Packet, parser } from 'mqtt-packet';

/**
 * A live hub for tests, at the other end of a WebSocket that is not one. It speaks through mqtt-packet, so what it
 * understands is MQTT and not merely what the client says.
 */
export class TestingHub {
  readonly sockets: TestingSocket[] = [];
  /** User names that are accepted; everybody while undefined. */
  tokens: ReadonlySet<string> | undefined;
  /** While false, attempts end without an answer. */
  isUp = true;
  refusedFilters: ReadonlySet<string> = new Set();

  openSocket = (url: string): WebSocket => {
    const socket = new TestingSocket(url, this);
    this.sockets.push(socket);
    queueMicrotask(() => (this.isUp ? socket.accept() : socket.drop()));
    return socket as unknown as WebSocket;
  };

  get connected(): TestingSocket[] {
    return this.sockets.filter((socket) => socket.isAccepted && socket.readyState === 1);
  }

  /** Sends a message to every client whose filters match by their words up to `#`. */
  publish(topic: string, payload: unknown): void {
    for (const socket of this.connected) {
      const matches = [...socket.filters].some((filter) =>
        filter.endsWith('#') ? topic.startsWith(filter.slice(0, -1)) : topic === filter,
      );
      if (matches) socket.deliver({ cmd: 'publish', topic, payload: JSON.stringify(payload), qos: 0 } as Packet);
    }
  }

  /** Cuts every connection, as a restart does. */
  dropAll(): void {
    for (const socket of this.sockets) socket.drop();
  }
}

export class TestingSocket {
  readonly OPEN = 1;
  readyState = 0;
  binaryType = 'blob';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: (() => void) | null = null;
  isAccepted = false;
  username: string | undefined;
  readonly filters = new Set<string>();
  readonly received: Packet[] = [];
  readonly url: string;
  readonly #hub: TestingHub;
  readonly #parser = parser({ protocolVersion: 4 });

  constructor(url: string, hub: TestingHub) {
    this.url = url;
    this.#hub = hub;
    this.#parser.on('packet', (packet) => this.#handle(packet));
  }

  accept(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.();
  }

  drop(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  send(bytes: Uint8Array): void {
    // Like a network it takes its time: the client has finished what it does before the hub answers.
    queueMicrotask(() => this.#parser.parse(Buffer.from(bytes)));
  }

  close(): void {
    this.readyState = 3;
  }

  deliver(packet: Packet): void {
    const bytes = new Uint8Array(generate(packet));
    this.onmessage?.({ data: bytes.buffer });
  }

  #handle(packet: Packet): void {
    this.received.push(packet);
    if (packet.cmd === 'connect') {
      this.username = packet.username;
      const isKnown = this.#hub.tokens?.has(packet.username ?? '') ?? true;
      this.isAccepted = isKnown;
      this.deliver({ cmd: 'connack', returnCode: isKnown ? 0 : 4, sessionPresent: false });
    } else if (packet.cmd === 'subscribe') {
      const granted = packet.subscriptions.map(({ topic }) => {
        if (this.#hub.refusedFilters.has(topic)) return 128;
        this.filters.add(topic);
        return 0;
      });
      this.deliver({ cmd: 'suback', messageId: packet.messageId ?? 0, granted } as Packet);
    } else if (packet.cmd === 'unsubscribe') {
      for (const filter of packet.unsubscriptions) this.filters.delete(filter);
      this.deliver({ cmd: 'unsuback', messageId: packet.messageId ?? 0 } as Packet);
    } else if (packet.cmd === 'pingreq') {
      this.deliver({ cmd: 'pingresp' });
    }
  }
}
