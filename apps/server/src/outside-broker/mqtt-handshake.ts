import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  parser as mqttParser,
  type Packet,
  type Parser,
} from 'mqtt-packet';
import { PacketGuard } from '#broker/packet-guard.ts';
import type { BrokerAddress } from './broker-address.ts';
import { ConnectFailure, failureOfCode, failureOfSilence, failureOfSocket } from './connect-failure.ts';

/** So long may a broker take for an answer. */
export const ANSWER_MS = 10_000;
export const KEEP_ALIVE_S = 30;
/** Messages that are on their way to the disk at once: it takes them in a few commits. */
const RECEIVE_MAXIMUM = 2_000;
const MAX_PACKET_BYTES = 1024 * 1024;
/** Of MQTT 3 no broker knows what the portal takes: what is above ends the connection. */
const MAX_PACKET_BYTES_3 = 16 * MAX_PACKET_BYTES;

export interface ConnectOptions {
  clientId: string;
  version: 4 | 5;
  /** True: the broker keeps nothing for the portal while it is away. */
  clean: boolean;
  /** So long the broker keeps it; of MQTT 5. */
  sessionExpiryS?: number | undefined;
  will?: IConnectPacket['will'];
}

/** What a broker has let in. */
export interface Handshake {
  socket: Socket;
  /** Of what the socket brings: it emits on. */
  parser: Parser;
  connack: IConnackPacket;
}

/**
 * Connects in one version of MQTT.
 * @param take called in the turn in which the broker answers: its first messages may come with the answer
 * @throws ConnectFailure
 */
export function shakeHands<T>(
  address: BrokerAddress,
  options: ConnectOptions,
  take: (handshake: Handshake) => T,
  signal?: AbortSignal,
): Promise<T> {
  const { version } = options;
  const socket = dial(address);
  const parser = mqttParser({ protocolVersion: version });
  const guard = new PacketGuard();
  const most = version === 5 ? MAX_PACKET_BYTES : MAX_PACKET_BYTES_3;
  socket.on('data', (chunk: Buffer) => {
    if (guard.allows(chunk, most)) parser.parse(chunk);
    else socket.destroy(new Error(`a message is longer than ${most / 1024 / 1024} MB`));
  });
  return new Promise((resolve, reject) => {
    const fail = (failure: ConnectFailure) => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', abort);
      reject(failure);
      socket.destroy();
    };
    const abort = () => fail(new ConnectFailure('The portal is closing.', 'away'));
    const late = Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' });
    const patience = setTimeout(() => fail(failureOfSocket(late, address)), ANSWER_MS);
    signal?.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => fail(failureOfSocket(error, address)));
    socket.on('close', () => fail(failureOfSilence(address)));
    parser.on('error', () => fail(failureOfSilence(address)));
    parser.on('packet', (packet: Packet) => {
      if (packet.cmd !== 'connack') return fail(failureOfSilence(address));
      const code = packet.reasonCode ?? packet.returnCode ?? 0;
      if (code !== 0) return fail(failureOfCode(code, version, address));
      clearTimeout(patience);
      signal?.removeEventListener('abort', abort);
      resolve(take({ socket, parser, connack: packet }));
    });
    socket.write(generate(connectPacket(address, options), { protocolVersion: version }));
  });
}

function dial({ host, port, tls }: BrokerAddress): Socket {
  if (!tls) return connectPlain({ host, port, noDelay: true });
  const name = isIP(host) ? {} : { servername: host };
  const ca = tls.ca === undefined ? {} : { ca: tls.ca };
  return connectSecure({ host, port, minVersion: 'TLSv1.2', ...name, ...ca });
}

function connectPacket(address: BrokerAddress, options: ConnectOptions): IConnectPacket {
  const { clientId, version, clean, sessionExpiryS = 0, will } = options;
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: version,
    clientId,
    clean,
    keepalive: KEEP_ALIVE_S,
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: Buffer.from(address.password) }),
    ...(will && { will }),
    ...(version === 5 && {
      properties: {
        sessionExpiryInterval: clean ? 0 : sessionExpiryS,
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: MAX_PACKET_BYTES,
      },
    }),
  };
}
