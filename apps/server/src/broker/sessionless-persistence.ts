import { Readable } from 'node:stream';

interface ClientRef {
  id: string;
}

interface IdentifiedPacket {
  messageId?: number;
}

/**
 * The broker's memory between connections: none. Every session is clean, nothing is retained, no message waits for a
 * device (commands wait in the database). Only the ids of QoS 2 messages are kept, while their connection lasts.
 */
export class SessionlessPersistence {
  readonly #incoming = new Map<string, Set<number>>();

  async setup(): Promise<void> {
    return undefined;
  }

  async storeRetained(): Promise<void> {
    return undefined;
  }

  createRetainedStreamCombi(): Readable {
    return Readable.from([]);
  }

  async addSubscriptions(): Promise<void> {
    return undefined;
  }

  async removeSubscriptions(): Promise<void> {
    return undefined;
  }

  async cleanSubscriptions(): Promise<void> {
    return undefined;
  }

  async subscriptionsByClient(): Promise<never[]> {
    return [];
  }

  async subscriptionsByTopic(): Promise<never[]> {
    return [];
  }

  async outgoingEnqueue(): Promise<void> {
    return undefined;
  }

  async outgoingEnqueueCombi(): Promise<void> {
    return undefined;
  }

  async outgoingUpdate(): Promise<void> {
    return undefined;
  }

  async outgoingClearMessageId(): Promise<undefined> {
    return undefined;
  }

  outgoingStream(): Readable {
    return Readable.from([]);
  }

  async incomingStorePacket(client: ClientRef, packet: IdentifiedPacket): Promise<void> {
    const ids = this.#incoming.get(client.id) ?? new Set();
    ids.add(packet.messageId ?? 0);
    this.#incoming.set(client.id, ids);
  }

  async incomingGetPacket<P extends IdentifiedPacket>(client: ClientRef, packet: P): Promise<P> {
    if (this.#incoming.get(client.id)?.has(packet.messageId ?? 0)) return packet;
    throw new Error('no such packet');
  }

  async incomingDelPacket(client: ClientRef, packet: IdentifiedPacket): Promise<void> {
    const ids = this.#incoming.get(client.id);
    if (!ids?.delete(packet.messageId ?? 0)) throw new Error('no such packet');
    if (ids.size === 0) this.#incoming.delete(client.id);
  }

  async cleanIncoming(client: ClientRef): Promise<void> {
    this.#incoming.delete(client.id);
  }

  async putWill(): Promise<void> {
    return undefined;
  }

  async delWill(): Promise<void> {
    return undefined;
  }

  streamWill(): Readable {
    return Readable.from([]);
  }
}
