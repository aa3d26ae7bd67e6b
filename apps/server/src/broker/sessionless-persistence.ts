import { Readable } from 'node:stream';
import { PacketIds } from './packet-ids.ts';

interface IdentifiedPacket {
  messageId?: number;
}

/**
 * The broker's memory between connections: none. Every session is clean, nothing is retained, no message waits for a
 * device (commands wait in the database). Only the ids of QoS 2 messages are kept, while their connection lasts.
 */
export class SessionlessPersistence {
  /** By connection, not by client id: nothing of one is left for the next. */
  readonly #incoming = new WeakMap<object, PacketIds>();

  /** Whether this QoS 2 message was taken before, and not released yet. */
  hasTaken(client: object, messageId: number): boolean {
    return this.#incoming.get(client)?.has(messageId) ?? false;
  }

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

  async incomingStorePacket(client: object, packet: IdentifiedPacket): Promise<void> {
    const ids = this.#incoming.get(client) ?? new PacketIds();
    ids.add(packet.messageId ?? 0);
    this.#incoming.set(client, ids);
  }

  async incomingGetPacket<P extends IdentifiedPacket>(client: object, packet: P): Promise<P> {
    if (this.hasTaken(client, packet.messageId ?? 0)) return packet;
    throw new Error('no such packet');
  }

  async incomingDelPacket(client: object, packet: IdentifiedPacket): Promise<void> {
    this.#incoming.get(client)?.delete(packet.messageId ?? 0);
  }

  async cleanIncoming(client: object): Promise<void> {
    this.#incoming.delete(client);
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
