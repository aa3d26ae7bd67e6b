import fc from 'fast-check';
import { generate, type Packet, parser } from 'mqtt-packet';
import { describe, expect, test } from 'vitest';
import {
  DISCONNECT,
  encodeConnect,
  encodeSubscribe,
  encodeUnsubscribe,
  MqttDecoder,
  MqttProtocolError,
  PINGREQ,
} from './mqtt-codec.ts';

function readWithLibrary(bytes: Uint8Array): Packet {
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: 4 });
  reader.on('packet', (packet) => packets.push(packet));
  reader.on('error', (error) => {
    throw error;
  });
  reader.parse(Buffer.from(bytes));
  return packets[0] as Packet;
}

const topic = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => !/[#+\0]/.test(text));
const packetId = fc.integer({ min: 1, max: 65_535 });

describe('what is sent', () => {
  test('a CONNECT is read by mqtt-packet as it was meant', () => {
    expect(readWithLibrary(encodeConnect('browser-1', 'tökén', 120))).toMatchObject({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'browser-1',
      username: 'tökén',
      keepalive: 120,
    });
  });

  test('a SUBSCRIBE of any filters is read by mqtt-packet as it was meant', () => {
    fc.assert(
      fc.property(packetId, fc.array(topic, { minLength: 1, maxLength: 40 }), (messageId, filters) => {
        expect(readWithLibrary(encodeSubscribe(messageId, filters))).toMatchObject({
          cmd: 'subscribe',
          messageId,
          subscriptions: filters.map((filter) => ({ topic: filter, qos: 0 })),
        });
      }),
    );
  });

  test('UNSUBSCRIBE, PINGREQ and DISCONNECT are read by mqtt-packet as they were meant', () => {
    expect(readWithLibrary(encodeUnsubscribe(300, ['a/b', 'c/#']))).toMatchObject({
      cmd: 'unsubscribe',
      messageId: 300,
      unsubscriptions: ['a/b', 'c/#'],
    });
    expect(readWithLibrary(PINGREQ)).toMatchObject({ cmd: 'pingreq' });
    expect(readWithLibrary(DISCONNECT)).toMatchObject({ cmd: 'disconnect' });
  });
});

describe('what is received', () => {
  const message = fc.record({ topic, payload: fc.uint8Array({ maxLength: 40_000, size: 'max' }) });

  test('messages come out whole, however the stream is cut into frames', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }),
        (messages, cuts) => {
          const stream = Buffer.concat(
            messages.map(({ topic, payload }) =>
              generate({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, dup: false, retain: false }),
            ),
          );
          const decoder = new MqttDecoder();
          const received = [];
          for (let offset = 0, turn = 0; offset < stream.length; turn++) {
            const size = cuts[turn % cuts.length] ?? 1;
            received.push(...decoder.push(new Uint8Array(stream.subarray(offset, offset + size))));
            offset += size;
          }
          expect(received).toEqual(
            messages.map(({ topic, payload }) => ({ kind: 'publish', topic, payload: new Uint8Array(payload) })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each([
    [
      { cmd: 'connack', returnCode: 4, sessionPresent: false },
      { kind: 'connack', returnCode: 4 },
    ],
    [
      { cmd: 'suback', messageId: 515, granted: [0, 128] },
      { kind: 'suback', packetId: 515, returnCodes: [0, 128] },
    ],
    [
      { cmd: 'unsuback', messageId: 9 },
      { kind: 'unsuback', packetId: 9 },
    ],
    [{ cmd: 'pingresp' }, { kind: 'pingresp' }],
  ])('%j', (packet, expected) => {
    expect(new MqttDecoder().push(new Uint8Array(generate(packet as Packet)))).toEqual([expected]);
  });

  test.each([
    ['a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['a topic longer than its packet', [0x30, 3, 0, 9, 65]],
    ['a message at QoS 1', [0x32, 5, 0, 1, 65, 0, 1]],
    ['a CONNECT, which is not for a client', [0x10, 0]],
  ])('%s is refused', (_name, bytes) => {
    expect(() => new MqttDecoder().push(Uint8Array.from(bytes))).toThrow(MqttProtocolError);
  });
});
