import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { generate, type IConnackPacket, type IConnectPacket, type Packet, parser } from 'mqtt-packet';

const NOT_AUTHORIZED = 0x87;

export interface FakeBroker {
  port: number;
  close: () => void;
}

/** A broker of MQTT 5 that lets in whom the test says, else everybody, and does with the rest what the test says. */
export async function brokerThat(
  answers: (packet: Packet, say: (packet: Packet) => void, socket: Socket) => void,
  properties: IConnackPacket['properties'] = {},
  letsIn: (packet: IConnectPacket) => boolean = () => true,
): Promise<FakeBroker> {
  const server = createServer((socket) => {
    const reader = parser({ protocolVersion: 5 });
    const say = (packet: Packet) => void socket.write(generate(packet, { protocolVersion: 5 }));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => reader.parse(bytes));
    reader.on('packet', (packet: Packet) => {
      if (packet.cmd !== 'connect') return answers(packet, say, socket);
      say({ cmd: 'connack', reasonCode: letsIn(packet) ? 0 : NOT_AUTHORIZED, sessionPresent: false, properties });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
