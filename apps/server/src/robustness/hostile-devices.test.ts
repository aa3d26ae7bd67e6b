import { type assets, type devices, QUALITY_BAD } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { RawMqtt } from '#testing/raw-mqtt.ts';

const TOPIC = 'v1/devices/me/telemetry';

let portal: Portal;
let admin: PortalClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

const quarantineOf = async (assetId: number) =>
  (await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`)).body;

async function valuesOf(assetId: number): Promise<Map<string, assets.CurrentValue>> {
  const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  return new Map(body.map((value) => [value.label, value]));
}

describe('a device that floods (C16)', () => {
  it('gets its acknowledgements later, one for each stored message, while other devices go on', async () => {
    const FLOOD = 20_000;
    const flooder = await portal.anAsset();
    const other = await portal.anAsset();
    const flood = new RawMqtt(portal.mqttPort);
    expect(await flood.connect({ username: flooder.accessToken })).toBe(0);
    const device = await connectDevice(portal, other.accessToken);

    const startMs = 1_700_000_000_000;
    const ids: number[] = [];
    const acknowledged = (async () => {
      while (ids.length < FLOOD) {
        const packet = await flood.next();
        if (packet === undefined) throw new Error(`the connection ended after ${ids.length} acknowledgements`);
        if (packet.cmd === 'puback') ids.push(packet.messageId ?? 0);
      }
    })();
    for (let id = 1; id <= FLOOD; id++) {
      const payload = JSON.stringify({ ts: startMs + id, values: { level: id } });
      flood.send({ cmd: 'publish', topic: TOPIC, payload, qos: 1, messageId: id, dup: false, retain: false });
    }
    const isOver = { now: false };
    let others = 0;
    let mostBefore = 0;
    const goOn = (async () => {
      while (!isOver.now) {
        const before = ids.length;
        await device.publishAsync(TOPIC, JSON.stringify({ ts: startMs + ++others, values: { level: others } }), {
          qos: 1,
        });
        mostBefore = Math.max(mostBefore, ids.length - before);
      }
    })();
    await acknowledged;
    isOver.now = true;
    await goOn;

    expect(new Set(ids).size).toBe(FLOOD);
    const stored = await pointsOf(admin, flooder.assetId, 'level');
    expect(stored).toHaveLength(FLOOD);
    expect(stored.every(([timeMs, level]) => level === timeMs - startMs)).toBe(true);
    // All of the flood was sent before, and yet only a little of it is acknowledged before a message of the other.
    expect(others).toBeGreaterThan(3);
    expect(mostBefore).toBeLessThan(FLOOD / 4);
    expect(await pointsOf(admin, other.assetId, 'level')).toHaveLength(others);
    flood.socket.destroy();
    await device.endAsync();
  }, 60_000);
});

describe('poison messages by the thousand a second (R18)', () => {
  it('are set aside and counted per device, end no connection, and hold up nobody', async () => {
    const POISON = 3_000;
    const [one, two, sound] = await Promise.all([portal.anAsset(), portal.anAsset(), portal.anAsset()]);
    const kinds = [
      '{"broken":',
      '[[[]]]',
      '"text"',
      'true',
      '\0\u0001',
      `{"x":${'['.repeat(300)}${']'.repeat(300)}}`,
      '{"":1}',
      '12 34',
    ];
    const clients = await Promise.all([one, two, sound].map(({ accessToken }) => connectDevice(portal, accessToken)));
    const [first, second, good] = clients;
    if (!first || !second || !good) throw new Error('three devices');
    const sent = Array.from({ length: POISON }, (_, n) =>
      (n % 3 === 0 ? second : first).publishAsync(TOPIC, kinds[n % kinds.length] as string, { qos: 1 }),
    );
    for (let level = 1; level <= 10; level++) {
      await good.publishAsync(TOPIC, JSON.stringify({ ts: level, values: { level } }), { qos: 1 });
    }
    await Promise.all(sent);
    expect(clients.map(({ connected }) => connected)).toEqual([true, true, true]);
    expect((await quarantineOf(one.assetId)).countSinceStart).toBe((POISON * 2) / 3);
    expect((await quarantineOf(two.assetId)).countSinceStart).toBe(POISON / 3);
    expect((await quarantineOf(one.assetId)).entries).toHaveLength(1_000);
    expect((await quarantineOf(sound.assetId)).countSinceStart).toBe(0);
    expect(await pointsOf(admin, sound.assetId, 'level')).toHaveLength(10);
    // The poisoned ones are not on a list of the banned: what they send next counts.
    await first.publishAsync(TOPIC, '{"level":5}', { qos: 1 });
    expect((await valuesOf(one.assetId)).get('level')?.value).toBe(5);
    await Promise.all(clients.map((client) => client.endAsync()));
  }, 60_000);
});

describe('values of the wrong kind', () => {
  const payload = `{
    "tooLarge": 1e400, "tooSmall": -1e400, "tiny": 1e-320, "negative zero": -0, "beyond": 9223372036854775808,
    "long digits": 123456789012345678901234567890, "comma": "12,5", "number text": "12.5", "NaN text": "NaN",
    "empty": "", "null": null, "yes": true, "object": {"a": {"b": [1, null]}}, "list": [1, "two", null],
    "half": "\\ud800", "nul": "a\\u0000b"
  }`;
  const expected: [string, Partial<assets.CurrentValue>][] = [
    ['tooLarge', { value: null, isString: false, quality: QUALITY_BAD }],
    ['tooSmall', { value: null, isString: false, quality: QUALITY_BAD }],
    ['tiny', { value: 1e-320 }],
    ['negative zero', { value: 0 }],
    ['beyond', { value: 2 ** 63 }],
    ['long digits', { value: 123456789012345680000000000000 }],
    ['comma', { isString: true, stringValue: '12,5', value: null }],
    ['number text', { isString: true, stringValue: '12.5', value: null }],
    ['NaN text', { isString: true, stringValue: 'NaN', value: null }],
    ['empty', { isString: true, stringValue: '' }],
    ['yes', { value: 1, isString: false }],
    ['object', { isString: true, stringValue: '{"a":{"b":[1,null]}}' }],
    ['list', { isString: true, stringValue: '[1,"two",null]' }],
    ['half', { isString: true, stringValue: '\ufffd' }],
  ];

  it.each(['MQTT', 'HTTP'])('mean the same over %s, over a restart too', async (way) => {
    const { assetId, accessToken } = await portal.anAsset();
    if (way === 'MQTT') {
      const device = await connectDevice(portal, accessToken);
      await device.publishAsync(TOPIC, payload, { qos: 1 });
      await device.endAsync();
    } else {
      const path = `/api/v1/${accessToken}/telemetry`;
      expect((await portal.anonymous.send(path, { method: 'POST', body: payload })).status).toBe(200);
    }
    for (const isRestarted of [false, true]) {
      if (isRestarted) await portal.restart();
      const values = await valuesOf(assetId);
      for (const [label, value] of expected)
        expect([label, values.get(label)]).toEqual([label, expect.objectContaining(value)]);
      expect(values.has('null')).toBe(false);
      expect(values.has('nul')).toBe(true);
    }
  });

  it.each([
    ['NaN', '{"level": NaN}'],
    ['Infinity', '{"level": Infinity}'],
    ['a bigint', '{"level": 5n}'],
    ['hexadecimal', '{"level": 0x10}'],
    ['two values', '{"level": 1}{"level": 2}'],
    ['half a text', '{"level": "'],
  ])('that are no JSON are refused over HTTP and set aside over both: %s', async (_name, body) => {
    const { assetId, accessToken } = await portal.anAsset();
    const path = `/api/v1/${accessToken}/telemetry`;
    const refused = await portal.anonymous.send<{ error: { message: string } }>(path, { method: 'POST', body });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'The body cannot be taken: not valid JSON.']);
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync(TOPIC, body, { qos: 1 });
    await device.endAsync();
    const { countSinceStart, entries } = await quarantineOf(assetId);
    expect([countSinceStart, ...entries.map(({ reason }) => reason)]).toEqual([2, 'not valid JSON', 'not valid JSON']);
    expect((await valuesOf(assetId)).size).toBe(0);
  });

  it('a text of a megabyte is set aside with its length, and what stands beside it is stored', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const body = JSON.stringify({ long: 'x'.repeat(900_000), level: 1 });
    const path = `/api/v1/${accessToken}/telemetry`;
    expect((await portal.anonymous.send(path, { method: 'POST', body })).status).toBe(200);
    const { entries } = await quarantineOf(assetId);
    expect(entries.map(({ label, reason }) => [label, reason])).toEqual([['long', 'longer than 65536 characters']]);
    expect(entries[0]?.excerpt).toHaveLength(200);
    expect([...(await valuesOf(assetId)).keys()]).toEqual(['level']);
  });
});
