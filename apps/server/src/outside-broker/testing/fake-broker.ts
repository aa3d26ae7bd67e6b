import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet';

export interface FakeBroker {
  port: number;
  close: () => void;
}

/** A broker of MQTT 5 that lets everybody in, and does with the rest what the test says. */
export async function brokerThat(
  answers: (packet: Packet, say: (packet: Packet) => void, socket: Socket) => void,
  properties: IConnackPacket['properties'] = {},
): Promise<FakeBroker> {
  const server = createServer((socket) => {
    const reader = parser({ protocolVersion: 5 });
    const say = (packet: Packet) => void socket.write(generate(packet, { protocolVersion: 5 }));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => reader.parse(bytes));
    reader.on('packet', (packet: Packet) => {
      if (packet.cmd !== 'connect') return answers(packet, say, socket);
      say({ cmd: 'connack', reasonCode: 0, sessionPresent: false, properties });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
