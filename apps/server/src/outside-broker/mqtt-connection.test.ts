import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet';
import { afterEach, expect, it } from 'vitest';
import type { BrokerAddress } from './broker-address.ts';
import { MqttConnection } from './mqtt-connection.ts';

let server: Server;
afterEach(() => server.close());

/** A broker that lets everybody in, and does with the rest what the test says. */
async function brokerThat(
  answers: (packet: Packet, socket: Socket) => void,
  properties: IConnackPacket['properties'] = {},
): Promise<BrokerAddress> {
  server = createServer((socket) => {
    const reader = parser({ protocolVersion: 5 });
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => reader.parse(bytes));
    reader.on('packet', (packet: Packet) => {
      if (packet.cmd !== 'connect') return answers(packet, socket);
      const connack = { cmd: 'connack', reasonCode: 0, sessionPresent: false, properties } as const;
      socket.write(generate(connack, { protocolVersion: 5 }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const nobody = { username: undefined, password: undefined, tls: undefined };
  return { host: '127.0.0.1', port, text: `mqtt://127.0.0.1:${port}`, ...nobody };
}

const open = (address: BrokerAddress) => MqttConnection.open(address, { clientId: 'portal', clean: true });
const subscription = [{ topic: 'plant/#', qos: 1 }] as const;

it('answers who asks on a connection that has ended by then', async () => {
  const address = await brokerThat(() => undefined);
  const connection = await open(address);
  const ended = Promise.withResolvers<string | undefined>();
  connection.listen(() => undefined, ended.resolve);
  connection.cut('a message could not be stored');
  expect(await ended.promise).toBe('a message could not be stored');
  await expect(connection.subscribe(subscription)).rejects.toThrow('the connection ended');
  await expect(connection.unsubscribe(['plant/#'])).rejects.toThrow('the connection ended');
});

it('stays with a broker that wants no sign of life', async () => {
  let pings = 0;
  const answers = (packet: Packet, socket: Socket) => {
    if (packet.cmd === 'pingreq') pings++;
    if (packet.cmd !== 'subscribe') return;
    const suback: Packet = { cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] };
    setTimeout(() => socket.write(generate(suback, { protocolVersion: 5 })), 50);
  };
  const connection = await open(await brokerThat(answers, { serverKeepAlive: 0 }));
  const ends: unknown[] = [];
  connection.listen(
    () => undefined,
    (reason) => ends.push(reason),
  );
  expect(await connection.subscribe(subscription)).toEqual([]);
  expect([ends, pings]).toEqual([[], 0]);
  await connection.end();
});
