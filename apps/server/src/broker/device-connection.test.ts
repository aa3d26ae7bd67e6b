import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConnectionGate } from './connection-gate.ts';
import { guardReads } from './device-connection.ts';

const SHARE = 4 * 1024;
/** Some shares, and less than what a stream keeps: it looks for more by itself. */
const PIECE = 20_000;
/** Quality 0 telemetry to topic `t` with two bytes of body, so that the packet guard has whole packets. */
const PACKET = Uint8Array.of(0x30, 5, 0, 1, 0x74, 1, 2);

let server: Server;
let device: Socket;
let socket: Socket;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  device = connect((server.address() as { port: number }).port, '127.0.0.1');
  [socket] = (await once(server, 'connection')) as [Socket];
});
afterEach(() => {
  device.destroy();
  socket.destroy();
  server.close();
});

/** Packets that tell one from another by their body. */
function packets(count: number): Buffer {
  const all = Buffer.alloc(count * PACKET.length);
  for (let i = 0; i < count; i++) {
    all.set(PACKET, i * PACKET.length);
    all.writeUInt16BE(i % 65_536, (i + 1) * PACKET.length - 2);
  }
  return all;
}

it('hands on every byte in order, a share at a time', async () => {
  guardReads(
    socket,
    new ConnectionGate({ isFull: false, room: async () => undefined, commitMs: 0 }),
    () => true,
    () => undefined,
  );
  const sent = packets(60_000);
  const chunks: Buffer[] = [];
  let received = 0;
  let onReceived: () => void = () => undefined;
  const readOne = () => {
    const chunk: Buffer | null = socket.read();
    if (!chunk) return;
    chunks.push(chunk);
    received += chunk.length;
    onReceived();
  };
  // A broker that is busy reads later, and meanwhile the stream fills its buffer by itself.
  socket.on('readable', () => setImmediate(() => setImmediate(readOne)));
  for (let at = 0; at < sent.length; at += PIECE) {
    device.write(sent.subarray(at, at + PIECE));
    const until = Math.min(sent.length, at + PIECE);
    while (received < until) {
      await new Promise<void>((resolve) => {
        onReceived = resolve;
      });
    }
  }
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(SHARE);
  expect(Buffer.concat(chunks).equals(sent)).toBe(true);
});
