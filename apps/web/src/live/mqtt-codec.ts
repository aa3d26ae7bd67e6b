/**
 * The part of MQTT 3.1.1 that a browser needs to read live data: CONNECT, SUBSCRIBE, UNSUBSCRIBE, PINGREQ and
 * DISCONNECT out; CONNACK, PUBLISH, SUBACK, UNSUBACK and PINGRESP in. Clause numbers are those of the OASIS standard.
 */
export type MqttPacket =
  | { kind: 'connack'; returnCode: number }
  | { kind: 'publish'; topic: string; payload: Uint8Array }
  | { kind: 'suback'; packetId: number; returnCodes: readonly number[] }
  | { kind: 'unsuback'; packetId: number }
  | { kind: 'pingresp' };

/** Return code in SUBACK for a filter that was refused [MQTT-3.9.3]. */
export const SUBSCRIPTION_REFUSED = 0x80;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** CONNECT with a clean session and a user name, no password, no will (3.1). */
export function encodeConnect(clientId: string, username: string, keepAliveSeconds: number): Uint8Array {
  const USERNAME_AND_CLEAN = 0b1000_0010;
  return packet(0x10, [
    text('MQTT'),
    Uint8Array.of(4, USERNAME_AND_CLEAN, keepAliveSeconds >> 8, keepAliveSeconds & 255),
    text(clientId),
    text(username),
  ]);
}

/** SUBSCRIBE to filters at QoS 0 (3.8). */
export function encodeSubscribe(packetId: number, filters: readonly string[]): Uint8Array {
  return packet(0x82, [uint16(packetId), ...filters.flatMap((filter) => [text(filter), Uint8Array.of(0)])]);
}

/** UNSUBSCRIBE (3.10). */
export function encodeUnsubscribe(packetId: number, filters: readonly string[]): Uint8Array {
  return packet(0xa2, [uint16(packetId), ...filters.map(text)]);
}

export const PINGREQ: Uint8Array = Uint8Array.of(0xc0, 0);
export const DISCONNECT: Uint8Array = Uint8Array.of(0xe0, 0);

function packet(firstByte: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([Uint8Array.of(firstByte, ...remainingLength(length)), ...parts]);
}

/** Seven bits a byte, the lowest first, the top bit says that more follow (2.2.3). */
function remainingLength(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  do {
    const byte = rest & 127;
    rest >>= 7;
    bytes.push(rest > 0 ? byte | 128 : byte);
  } while (rest > 0);
  return bytes;
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 255);
}

/** A UTF-8 string behind its length (1.5.3). */
function text(value: string): Uint8Array {
  const bytes = encoder.encode(value);
  return concat([uint16(bytes.length), bytes]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Thrown for bytes that are not MQTT as the live hub speaks it; the connection is of no use after it. */
export class MqttProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MqttProtocolError';
  }
}

/** Reads packets from a stream: a WebSocket frame may hold several, or a piece of one [MQTT-6.0.0-2]. */
export class MqttDecoder {
  #pending: Uint8Array = new Uint8Array(0);

  /** Takes in bytes and answers the packets that are complete. Throws MqttProtocolError. */
  push(bytes: Uint8Array): MqttPacket[] {
    const stream = this.#pending.length === 0 ? bytes : concat([this.#pending, bytes]);
    const packets: MqttPacket[] = [];
    let offset = 0;
    for (;;) {
      const header = readHeader(stream, offset);
      if (header === undefined || header.end > stream.length) break;
      packets.push(decode(stream[offset] ?? 0, stream.subarray(header.start, header.end)));
      offset = header.end;
    }
    this.#pending = stream.slice(offset);
    return packets;
  }
}

/** Where the body of the packet at `offset` starts and ends; undefined while its length is not there yet. */
function readHeader(stream: Uint8Array, offset: number): { start: number; end: number } | undefined {
  let length = 0;
  for (let index = 0; index < 4; index++) {
    const byte = stream[offset + 1 + index];
    if (byte === undefined) return undefined;
    length += (byte & 127) * 128 ** index;
    if ((byte & 128) === 0) {
      const start = offset + 2 + index;
      return { start, end: start + length };
    }
  }
  throw new MqttProtocolError('A packet has a malformed length.');
}

function decode(firstByte: number, body: Uint8Array): MqttPacket {
  const packetId = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  switch (firstByte >> 4) {
    case 2:
      return { kind: 'connack', returnCode: body[1] ?? 0 };
    case 3:
      return decodePublish(firstByte, body);
    case 9:
      return { kind: 'suback', packetId, returnCodes: [...body.subarray(2)] };
    case 11:
      return { kind: 'unsuback', packetId };
    case 13:
      return { kind: 'pingresp' };
    default:
      throw new MqttProtocolError(`A packet of type ${firstByte >> 4} is not for a client.`);
  }
}

function decodePublish(firstByte: number, body: Uint8Array): MqttPacket {
  // We subscribe at QoS 0 only, so nothing may come at a higher one [MQTT-3.8.4-6].
  if ((firstByte & 0b110) !== 0) throw new MqttProtocolError('A message came at a QoS that was not asked for.');
  const topicEnd = 2 + (((body[0] ?? 0) << 8) | (body[1] ?? 0));
  if (body.length < 2 || topicEnd > body.length) throw new MqttProtocolError('A message is shorter than its topic.');
  // A copy: the stream's buffer is used again.
  return { kind: 'publish', topic: decoder.decode(body.subarray(2, topicEnd)), payload: body.slice(topicEnd) };
}
