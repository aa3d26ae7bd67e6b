import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import type { SessionId } from './broker-host.ts';
import type { ConnectionGate, ReadGate } from './connection-gate.ts';
import { PacketGuard } from './packet-guard.ts';

/** One TCP connection of a device, and what the broker knows of it. */
export interface DeviceConnection {
  readonly sessionId: SessionId;
  readonly socket: Socket;
  readonly gate: ConnectionGate;
  client: Client;
  /** Set by a CONNECT with a valid token. */
  principalKey: string | undefined;
  /** The CONNACK code that refuses the connection. */
  refusal: number;
  /** The host knows of it. */
  isAnnounced: boolean;
}

/** Larger than any telemetry; more is refused by its announced length. */
const MAX_PACKET_BYTES = 1_000_000;
const MAX_CONNECT_BYTES = 64_000;
/** A device that vanished without a word, and without a keepalive, is found by TCP itself. */
const TCP_KEEPALIVE_MS = 60_000;

/**
 * Puts the size limits and the back-pressure between a socket and whoever reads it by `read()`: an oversized packet
 * ends the connection, and while the gate is full nothing is read, so that TCP slows the device down.
 */
export function guardReads(socket: Socket, gate: ReadGate, isConnected: () => boolean): void {
  const guard = new PacketGuard();
  const read = socket.read.bind(socket);
  let isWaiting = false;
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
  socket.read = (size?: number): Buffer | null => {
    if (gate.isFull) {
      if (!isWaiting) {
        isWaiting = true;
        void gate.room().then(() => {
          isWaiting = false;
          if (!socket.destroyed) socket.emit('readable');
        });
      }
      return null;
    }
    const chunk: Buffer | null = read(size);
    if (chunk && !guard.allows(chunk, isConnected() ? MAX_PACKET_BYTES : MAX_CONNECT_BYTES)) {
      socket.destroy(new Error('packet too large'));
      return null;
    }
    return chunk;
  };
}
