import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import type { ConnackAnswers } from './aedes-client.ts';
import type { AnswersInOrder } from './answers-in-order.ts';
import { MAX_PACKET_BYTES, type SessionId } from './broker-host.ts';
import type { ConnectionGate } from './connection-gate.ts';
import { PacketGuard } from './packet-guard.ts';
import type { SessionPlace } from './session-order.ts';

/** From where, and how, a device came. */
export interface DeviceOrigin {
  readonly address: string;
  /** Everybody on the way can read what it sends. */
  readonly isClear: boolean;
  /** Whom a certificate that was checked names. */
  readonly certificateName?: string | undefined;
}

/** One connection of a device, over TCP or a WebSocket, and what the broker knows of it. */
export interface DeviceConnection {
  readonly sessionId: SessionId;
  readonly stream: Duplex;
  readonly origin: DeviceOrigin;
  readonly gate: ConnectionGate;
  readonly inOrder: AnswersInOrder;
  client: Client;
  /** Set by a CONNECT with a valid token. */
  principalKey: string | undefined;
  /** Its place among those with its client id, where they may be at several nodes. */
  place: SessionPlace | undefined;
  /** The CONNACK code that refuses the connection. */
  refusal: number;
  /** The host knows of it. */
  isAnnounced: boolean;
  /** What an MQTT 5 device is told with its CONNACK. */
  answers: ConnackAnswers;
  /** Subscription identifiers of MQTT 5, by filter. */
  readonly subscriptionIds: Map<string, number>;
}

const MAX_CONNECT_BYTES = 64_000;

/**
 * Puts the size limits and the back-pressure between a stream and whoever reads it by `read()`: an oversized packet
 * is not read, no more is read at once than the connection's share, and while the gate is full nothing is, so
 * that TCP slows the device down.
 */
export function guardReads(
  stream: Duplex,
  gate: ConnectionGate,
  isConnected: () => boolean,
  refuseOversized: () => void,
): void {
  const guard = new PacketGuard();
  const read = stream.read.bind(stream);
  let isWaiting = false;
  let isRefused = false;
  stream.read = (size?: number): Buffer | null => {
    if (isRefused) return null;
    if (gate.isFull) {
      if (!isWaiting) {
        isWaiting = true;
        void gate.room().then(() => {
          isWaiting = false;
          if (!stream.destroyed) stream.emit('readable');
        });
      }
      return null;
    }
    const { shareBytes } = gate;
    // The stream itself says 0 when it wants to fill its buffer: it takes nothing out.
    const isMore = size !== 0 && stream.readableLength > shareBytes;
    const chunk: Buffer | null = read(isMore ? shareBytes : size);
    if (chunk && !guard.allows(chunk, isConnected() ? MAX_PACKET_BYTES : MAX_CONNECT_BYTES)) {
      isRefused = true;
      refuseOversized();
      return null;
    }
    // The rest was announced already; others that have something to read come before it.
    if (isMore) setImmediate(() => stream.emit('readable'));
    return chunk;
  };
}
