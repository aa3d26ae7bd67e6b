import mqtt, { type Packet } from 'mqtt-packet';
import type { RawData, WebSocket } from 'ws';
import { PacketGuard } from '#broker/packet-guard.ts';

/** A browser sends connects and subscriptions; nothing of it is long. */
const MAX_PACKET_BYTES = 256 * 1024;
const MAX_CONNECT_BYTES = 16 * 1024;

export interface HubSocketEvents {
  packet(packet: Packet): void;
  closed(): void;
}

/** MQTT over one WebSocket: parses what comes in, within limits; anything malformed ends the connection. */
export class HubSocket {
  readonly #socket: WebSocket;
  readonly #guard = new PacketGuard();
  #maxBytes = MAX_CONNECT_BYTES;
  #isClosed = false;

  constructor(socket: WebSocket, events: HubSocketEvents) {
    this.#socket = socket;
    const parser = mqtt.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => {
      if (!this.#isClosed) events.packet(packet);
    });
    parser.on('error', () => this.end());
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const chunk = data as Buffer;
      if (this.#isClosed || !isBinary || !this.#guard.allows(chunk, this.#maxBytes)) return this.end();
      try {
        parser.parse(chunk);
      } catch {
        this.end();
      }
    });
    socket.on('error', () => this.end());
    socket.on('close', () => {
      this.#isClosed = true;
      events.closed();
    });
  }

  /** Bytes that the network has not taken yet. */
  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.readyState === this.#socket.OPEN;
  }

  /** From here on subscriptions may come, which are longer than a CONNECT. */
  accepted(): void {
    this.#maxBytes = MAX_PACKET_BYTES;
  }

  write(frame: Buffer): void {
    if (this.isOpen) this.#socket.send(frame, { binary: true });
  }

  writePacket(packet: Packet): void {
    this.write(mqtt.generate(packet));
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  onPong(listener: () => void): void {
    this.#socket.on('pong', listener);
  }

  /** Closes politely; a peer that does not answer is cut off. */
  end(code = 1008, reason = ''): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  cut(): void {
    this.#isClosed = true;
    this.#socket.terminate();
  }
}
