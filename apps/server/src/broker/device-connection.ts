import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import type { SessionId } from './broker-host.ts';
import type { ConnectionGate } from './connection-gate.ts';
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
 * ends the connection, no more is read at once than the connection's share, and while the gate is full nothing is, so
 * that TCP slows the device down.
 */
export function guardReads(socket: Socket, gate: ConnectionGate, isConnected: () => boolean): void {
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
    const { shareBytes } = gate;
    // The stream itself says 0 when it wants to fill its buffer: it takes nothing out.
    const isMore = size !== 0 && socket.readableLength > shareBytes;
    const chunk: Buffer | null = read(isMore ? shareBytes : size);
    if (chunk && !guard.allows(chunk, isConnected() ? MAX_PACKET_BYTES : MAX_CONNECT_BYTES)) {
      socket.destroy(new Error('packet too large'));
      return null;
    }
    // The rest was announced already; others that have something to read come before it.
    if (isMore) setImmediate(() => socket.emit('readable'));
    return chunk;
  };
}
