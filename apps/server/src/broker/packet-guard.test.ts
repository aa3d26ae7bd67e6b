import fc from 'fast-check';
import mqtt from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { PacketGuard } from './packet-guard.ts';

const publish = (bytes: number) =>
  mqtt.generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, retain: false, dup: false });

describe('the packet guard', () => {
  it('refuses a packet by its announced length, before its body', () => {
    const header = publish(300_000).subarray(0, 4);
    expect(new PacketGuard().allows(header, 200_000)).toBe(false);
    expect(new PacketGuard().allows(header, 400_000)).toBe(true);
  });

  it('refuses a length that has no end [MQTT-2.2.3]', () => {
    expect(new PacketGuard().allows(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0xff), 2 ** 30)).toBe(false);
  });

  it('follows any packets in any pieces, and finds the one that is too long', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 700 })),
        (sizes, pieces) => {
          const bytes = Buffer.concat(sizes.map(publish));
          const guard = new PacketGuard();
          const limit = 1_000;
          let isAllowed = true;
          for (let at = 0; at < bytes.length; ) {
            const length = pieces.next().value;
            isAllowed &&= guard.allows(bytes.subarray(at, at + length), limit);
            at += length;
          }
          // The topic and its length are three bytes of the remaining length.
          expect(isAllowed).toBe(sizes.every((size) => size + 3 <= limit));
        },
      ),
    );
  });
});
